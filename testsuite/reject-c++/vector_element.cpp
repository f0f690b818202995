// error: ACC0166 line 13: `push_back` of a vector
// error: ACC0166 line 14: `at` of a vector
// error: ACC0166 line 15: `operator[]` of a vector that isn't a variable of the host
// error: ACC0166 line 20: a vector in an asynchronous construct
// error: ACC0166 line 7: `operator[]` of a vector that isn't a variable of the host
#include <vector>
static double first(const std::vector<double> &v) { return v[0]; }
void f(std::vector<double> &v, std::vector<std::vector<double>> &rows)
{
    double s = 0;
    #pragma acc parallel loop reduction(+:s)
    for (int i = 0; i < 10; i++) {
        v.push_back(i);
        v.at(i) = i;
        rows[i][0] = i;
        s += first(v);
    }
    #pragma acc parallel loop async
    for (int i = 0; i < 10; i++)
        v[i] = i;
}
