# What the build scripts share. Each script runs in an empty folder of its own, with
#   EXAMPLES  the project's examples    PREFIX  an installation of accrs, in PATH    STATS  a file
# and passes by ending with 0. Exit 77: a tool is missing; its name is printed.

want() { # tool...: each must be in PATH
    for tool in "$@"; do
        command -v "$tool" >/dev/null 2>&1 || { echo "missing: $tool"; exit 77; }
    done
}

fail() { echo "FAIL: $*" >&2; exit 1; }

# Runs a program on a device, keeps its stdout in ./out and the runtime's figures in $STATS.
on() { # device command...
    device=$1
    shift
    rm -f "$STATS"
    ACC_DEVICE_TYPE=$device ACCRS_STATS=$STATS "$@" >out || fail "$* on $device: exit $?"
}

figure() { # name: a figure of the last run
    sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$STATS"
}

says() { # text: the last run's output
    [ "$(cat out)" = "$1" ] || fail "printed '$(cat out)', not '$1'"
}

launched() { # number: kernels of the last run, on a device or on the host's cores
    [ -s "$STATS" ] || fail "no figures: the runtime was not there"
    kernels=$(($(figure kernels) + $(figure host_kernels)))
    [ "$kernels" = "$1" ] || fail "launched $kernels kernels, not $1"
}

# examples/heat: 500 steps of two kernels each, on the cores.
heat_runs() { # command...
    on multicore "$@"
    says 'middle 25.225018, last change 0.025250'
    launched 1000
}
