#pragma GCC system_header
namespace lib {
struct less {
    virtual bool before(double a, double b) const { return a < b; }
};
template <class T> void order(T *first, T *last, const less *by)
{
    for (; first + 1 < last; first++)
        if (by->before(first[1], first[0]))
            *first = first[1];
}
}
