/* A recursive filter along rows and columns, forwards and backwards. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int i = 0; i < w; i++) { /* parallel */
            double before = 0, last = 0, earlier = 0;
            for (int j = 0; j < h; j++) { /* in order */
                AT2(f, i, j, h) = a * AT2(in, i, j, h) + b * before + c * last + d * earlier;
                before = AT2(in, i, j, h);
                earlier = last;
                last = AT2(f, i, j, h);
            }
        }
        for (int i = 0; i < w; i++) { /* parallel */
            double next = 0, second = 0, last = 0, earlier = 0;
            for (int j = h - 1; j >= 0; j--) { /* in order */
                AT2(g, i, j, h) = b * next + a * second + c * last + d * earlier;
                second = next;
                next = AT2(in, i, j, h);
                earlier = last;
                last = AT2(g, i, j, h);
            }
        }
        for (int i = 0; i < w; i++) /* parallel */
            for (int j = 0; j < h; j++) /* parallel */
                AT2(out, i, j, h) = AT2(f, i, j, h) + AT2(g, i, j, h);
        for (int j = 0; j < h; j++) { /* parallel */
            double before = 0, last = 0, earlier = 0;
            for (int i = 0; i < w; i++) { /* in order */
                AT2(f, i, j, h) = a * AT2(out, i, j, h) + b * before + c * last + d * earlier;
                before = AT2(out, i, j, h);
                earlier = last;
                last = AT2(f, i, j, h);
            }
        }
        for (int j = 0; j < h; j++) { /* parallel */
            double next = 0, second = 0, last = 0, earlier = 0;
            for (int i = w - 1; i >= 0; i--) { /* in order */
                AT2(g, i, j, h) = b * next + a * second + c * last + d * earlier;
                second = next;
                next = AT2(out, i, j, h);
                earlier = last;
                last = AT2(g, i, j, h);
            }
        }
        for (int i = 0; i < w; i++) /* parallel */
            for (int j = 0; j < h; j++) /* parallel */
                AT2(out, i, j, h) = AT2(f, i, j, h) + AT2(g, i, j, h);
    }
}
