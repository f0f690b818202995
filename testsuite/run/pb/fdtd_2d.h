/* Electric and magnetic fields in the plane. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int t = 0; t < steps; t++) { /* in order */
            for (int j = 0; j < ny; j++) /* parallel */
                AT2(ey, 0, j, ny) = fict[t];
            for (int i = 1; i < nx; i++) /* parallel */
                for (int j = 0; j < ny; j++) /* parallel */
                    AT2(ey, i, j, ny) -= 0.5 * (AT2(hz, i, j, ny) - AT2(hz, i - 1, j, ny));
            for (int i = 0; i < nx; i++) /* parallel */
                for (int j = 1; j < ny; j++) /* parallel */
                    AT2(ex, i, j, ny) -= 0.5 * (AT2(hz, i, j, ny) - AT2(hz, i, j - 1, ny));
            for (int i = 0; i < nx - 1; i++) /* parallel */
                for (int j = 0; j < ny - 1; j++) /* parallel */
                    AT2(hz, i, j, ny) -= 0.7 * (AT2(ex, i, j + 1, ny) - AT2(ex, i, j, ny) + AT2(ey, i + 1, j, ny) - AT2(ey, i, j, ny));
        }
    }
}
