// A list has no trip count.
// true: line 5 sequential
struct node { struct node *next; int value; };
void bump(struct node *first)
{
    #pragma acc kernels
    for (struct node *p = first; p; p = p->next)
        p->value++;
}
