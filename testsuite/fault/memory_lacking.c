// A device that can't use the host's memory says so, and the program goes on with copies: what no clause brings isn't there.
// run: -O2 -gpu=unified
// env: ACCRS_SIM_SHARES=managed
// message: can't use the host's memory directly
// message: data is copied, as data clauses say
// message: it was given the host's address of what is not on the device: list
struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node second = {2, 0}, first = {1, &second}, *list = &first;
    int sum = 0;
    #pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < 10; i++)
        for (struct node *p = list; p; p = p->next)
            sum += p->value;
    return sum != 30;
}
