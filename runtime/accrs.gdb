# gdb and programs that accrs has built for sim:
#
#   ACC_DEVICE_TYPE=sim gdb -x PREFIX/share/accrs/accrs.gdb ./app

# Sim uses this signal itself, many times in each run.
handle SIGSEGV nostop noprint pass

# Instead gdb stops where a kernel has done what it may not, and where the program itself gets such a signal. `bt` shows where; in a kernel `up`
# leads to your line. The program goes on with `continue`, and says what was wrong.
set breakpoint pending on
break __accrs_sim_fault
set breakpoint pending auto

# `step` doesn't go into what stands for CUDA's own functions.
skip -gfi */accrs_sim.h
