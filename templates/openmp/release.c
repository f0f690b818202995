/* Frees the memory of a private copy when its block is left. */
static __inline__ void __accrs_release(void *memory)
{
    __builtin_free(*(void **)memory);
}
