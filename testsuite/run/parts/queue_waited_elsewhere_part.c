// The part of queue_waited_elsewhere.c that waits.
void finish(void);
void finish(void)
{
#pragma acc wait(3)
}
