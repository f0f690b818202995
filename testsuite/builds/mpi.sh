want mpicc.mpich mpiexec.mpich
source=$EXAMPLES/mpi/jacobi_mpi.c
MPICH_CC=accrs mpicc.mpich -O2 -Wall -Wextra --acc-target=multicore,sim -o jacobi "$source" -lm
mpi() { # device ranks
    # A rank's own figures: each has a file.
    rm -f stats.*
    ACC_DEVICE_TYPE=$1 ACC_NUM_SIM_DEVICES=$2 OMP_NUM_THREADS=1 mpiexec.mpich -n "$2" \
        sh -c 'ACCRS_STATS=stats.$PMI_RANK exec ./jacobi 61 67 20' >out || fail "$1, $2 ranks"
    for rank in $(seq 0 $(($2 - 1))); do
        STATS=stats.$rank
        launched 40
    done
}
mpi multicore 1
one=$(cat out)
[ -n "$one" ] || fail "no answer"
for device in multicore sim; do
    for ranks in 1 2 4; do
        mpi $device $ranks
        says "$one"
    done
done
command -v mpicc.openmpi >/dev/null 2>&1 && command -v mpiexec.openmpi >/dev/null 2>&1 || exit 0
OMPI_CC=accrs mpicc.openmpi -O2 -o jacobi_openmpi "$source" -lm
