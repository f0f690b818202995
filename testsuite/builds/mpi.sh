# An MPI and OpenACC Jacobi, a device for each rank: its answer is that of one process, bit for bit, under MPICH and Open MPI.
# turn: 2 of 2
want mpicc.mpich mpiexec.mpich
source=$EXAMPLES/mpi/jacobi_mpi.c
export OMP_NUM_THREADS=1
# UCX, which both may use, complains on standard output where it finds no network (a container without /sys).
export UCX_LOG_LEVEL=fatal OMPI_MCA_pml=ob1
# A rank's own figures: each has a file.
mpi() { # device ranks program launcher...
    device=$1
    ranks=$2
    program=$3
    shift 3
    rm -f stats.*
    ACC_DEVICE_TYPE=$device ACC_NUM_SIM_DEVICES=$ranks "$@" -n "$ranks" \
        sh -c "ACCRS_STATS=stats.\${PMI_RANK:-\$OMPI_COMM_WORLD_RANK} exec ./$program 61 67 20" >out 2>errors ||
        # What went wrong first stands at the beginning: Open MPI says at length where.
        { tail -n 6 errors >&2; head -n 10 errors >&2; fail "$program, $device, $ranks ranks"; }
    for rank in $(seq 0 $((ranks - 1))); do
        STATS=stats.$rank
        launched 40
    done
}
all() { # program launcher...
    program=$1
    shift
    for device in multicore sim; do
        for ranks in 1 2 4; do
            mpi $device $ranks "$program" "$@"
            says "$one"
        done
    done
}
MPICH_CC=accrs mpicc.mpich -O2 -Wall -Wextra --acc-target=multicore,sim -o jacobi "$source" -lm
mpi multicore 1 jacobi mpiexec.mpich
one=$(cat out)
[ -n "$one" ] || fail "no answer"
all jacobi mpiexec.mpich
command -v mpicc.openmpi >/dev/null 2>&1 && command -v mpiexec.openmpi >/dev/null 2>&1 || exit 0
OMPI_CC=accrs mpicc.openmpi -O2 -Wall -Wextra --acc-target=multicore,sim -o jacobi_openmpi "$source" -lm
# Its helpers make folders under TMPDIR, and it refuses root and more ranks than cores unless told. What a job keeps in files is here: all jobs of a
# user share one folder otherwise, which one removes as it ends while another one begins.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 TMPDIR=/tmp OMPI_MCA_orte_tmpdir_base="$PWD"
all jacobi_openmpi mpiexec.openmpi --oversubscribe
