// The operand of an update reads the variable inside a statement expression.
// error: ACC0124 line 7: 
void f(int x)
{
    #pragma acc parallel copy(x)
    #pragma acc atomic update
    x = x + ({ int q = x; q; });
}
