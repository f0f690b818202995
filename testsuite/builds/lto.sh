cp "$EXAMPLES"/heat/*.[ch] .
accrs -O2 -flto -Wall -Werror -o heat main.c heat.c -lm
heat_runs ./heat
accrs -O2 -flto -c main.c heat.c
accrs -O2 -flto -o heat main.o heat.o -lm
heat_runs ./heat
# With sim's kernels in the objects too, and not a word about it.
accrs -O2 -flto --acc-target=multicore,sim -Wall -Werror -o heat_sim main.c heat.c -lm 2>words
[ ! -s words ] || fail "said: $(cat words)"
on sim ./heat_sim
says 'middle 25.225018, last change 0.025250'
launched 1000
