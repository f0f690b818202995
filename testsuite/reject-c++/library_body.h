#pragma GCC system_header
namespace lib {
struct less {
    bool operator()(double a, double b) const { return a < b; }
};
template <class T, class F> void ordered(T *first, T *last, F before)
{
    for (; first + 1 < last; first++)
        if (before(first[1], first[0]))
            *first = first[1];
}
template <class T> void order(T *first, T *last) { ordered(first, last, less()); }
}
