// Directives over several lines, with tabs, form feeds, blanks at line ends, and no newline at the end.
#include <stdio.h>

int main(void)
{
	int n = 123, a[123];
	long s = 0;
#pragma acc data create(a) \
	if (n > 1)	
	{
	#	pragma	acc	parallel	loop \
		gang \
		vector   
		for (int i = 0; i < n; i++)
			a[i] = \
				i;

  #pragma acc parallel loop collapse(2) reduction(+ \
:s) 
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 41; j++) s += \
a[i * 41 + j];
		#pragma acc serial loop present(a)
		for (int i = 1; i < n; i++) a[i] += a[i - 1]; }
	printf("%ld %d\n", s, a[n - 1]);
	return !(s == n * (n - 1) / 2 && a[n - 1] == s);
}