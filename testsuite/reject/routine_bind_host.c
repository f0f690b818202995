// covers: A.1 bind host
// error: ACC0020 line 4: host
void h(void);
#pragma acc routine seq device_type(host) bind(h)
void f(void);
