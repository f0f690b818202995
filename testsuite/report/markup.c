/* Text that would break a page that trusts it: </script><script>window.broken = 1</script> <!-- <img src=x onerror="window.broken=1"> --> */
#include <stdio.h>
#include <string.h>
#define CLOSE "</script><img src=x onerror='window.broken=1'>" /* ]]> {{ title }} {% if x %} &lt; ${1} `\u003c/script>` */

static const char *words[] = {"</script>", "<!--", "-->", "<script>window.broken=1;", "</style></title></textarea>", "\"'&<>\\", "{{ data }}", "  "};

int main(void)
{
    int length[8], total = 0;
    for (int i = 0; i < 8; i++)
        length[i] = (int)strlen(words[i]);
#pragma acc data copyin(length) /* </script> */
    {
#pragma acc parallel loop reduction(+ : total) // <!-- <script>
        for (int i = 0; i < 8; i++)
            total += length[i] < 0 || length[i] > 100 ? -1000 : length[i]; // a<b && c>d </script>
    }
    printf("%d %s\n", total, CLOSE);
    return total <= 0;
}
