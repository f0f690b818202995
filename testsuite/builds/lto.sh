cp "$EXAMPLES"/heat/*.[ch] .
accrs -O2 -flto -Wall -Werror -o heat main.c heat.c -lm
heat_runs ./heat
accrs -O2 -flto -c main.c heat.c
accrs -O2 -flto -o heat main.o heat.o -lm
heat_runs ./heat
