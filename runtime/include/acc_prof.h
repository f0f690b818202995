/* acc_prof.h: the name that acc_callback.h had before OpenACC 3.3. */
#include <acc_callback.h>
