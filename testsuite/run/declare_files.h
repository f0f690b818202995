/* Variables that live on the device, of declare_files.c and parts/declare_files_part.c. */
#ifndef DECLARE_FILES_H
#define DECLARE_FILES_H
struct scales {
    double factor;
    int shift[3];
};
extern double table[3][5];
#pragma acc declare create(table)
extern int count;
#pragma acc declare copyin(count)
extern struct scales scales;
#pragma acc declare create(scales)
extern float *points;
#pragma acc declare create(points)
extern int nowhere; /* nobody defines it, nobody uses it */
#pragma acc declare create(nowhere)
static int own = 3; /* each file has one */
#pragma acc declare copyin(own)

double part_sum(void);
int part_own(void);
void part_set(void);

#pragma acc routine seq
static inline double weigh(int i, int j)
{
    return table[i][j] * scales.factor + scales.shift[j % 3] + own;
}
#endif
