// accrs -c scale.c && c++ -o use use.cpp scale.o $(pkg-config --libs accrs), or link with accrs and -lstdc++
#include "scale.h"
#include <iostream>
#include <numeric>
#include <vector>

int main()
{
    std::vector<double> x(1000);
    std::iota(x.begin(), x.end(), 1.0);
    std::cout << scale(int(x.size()), 2.0, x.data()) << " " << x.back() << "\n";
}
