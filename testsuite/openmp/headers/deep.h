#ifndef DEEP_H
#define DEEP_H
#define ZERO 0
#endif
