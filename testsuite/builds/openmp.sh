accrs -fopenmp -O2 -Wall -Wextra -Werror -o both "$EXAMPLES/interop/both.c"
on multicore ./both
says '3 threads, sum 499500'
launched 1
# Without -fopenmp the user's own pragmas stay asleep, the regions run.
accrs -O2 -o one "$EXAMPLES/interop/both.c"
on multicore ./one
says '1 threads, sum 499500'
launched 1
