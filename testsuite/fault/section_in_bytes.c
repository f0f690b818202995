// A section whose length is in bytes: the host's memory ends before it does, which is said of the section.
// devices: sim
// message: section_in_bytes.c:16
// message: a[0:n*size]
// message: the host's memory there ends after
// message: lengths of sections count elements, not bytes
#include <stdio.h>
#include <sys/mman.h>

int main(void)
{
    int n = 1 << 17, size = sizeof(double);
    double *a = mmap(NULL, n * sizeof *a + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (munmap(a + n, 4096) != 0)
        return 0;
#pragma acc parallel loop copy(a[0:n*size])
    for (int i = 0; i < n; i++)
        a[i] = i;
    printf("%g\n", a[n - 1]);
    return 0;
}
