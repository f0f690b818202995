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

# A page's files, in a new folder: what a block ```c NAME (or ```python NAME) holds; `commands`, of the blocks ```sh; `printed`, of the blocks "printed"; and
# NAME.kernels, of ```cuda NAME.
page_files() { # page, folder
    mkdir "$2"
    awk -v folder="$2" '
        /^```(c|python) [^ ]+$/ { file = folder "/" $2; next }
        /^```[a-z]+ printed$/ { file = folder "/printed"; next }
        /^```cuda [^ ]+$/ { file = folder "/" $2 ".kernels"; next }
        /^```sh$/ { file = folder "/commands"; next }
        /^```/ { file = ""; next }
        file != "" { print > file }' "$1"
}

# Each line of the second file, where "…" stands for any text, is in the first, in its order.
as_printed() { # output, shown
    awk '
        function like(line, shown, parts, count, n, at) {
            count = split(shown, parts, "…")
            if (count < 2) return line == shown
            if (index(line, parts[1]) != 1) return 0
            line = substr(line, length(parts[1]) + 1)
            for (n = 2; n < count; n++) {
                if (!(at = index(line, parts[n]))) return 0
                line = substr(line, at + length(parts[n]))
            }
            return length(line) >= length(parts[n]) && substr(line, length(line) - length(parts[n]) + 1) == parts[n]
        }
        FILENAME == ARGV[1] { output[++lines] = $0; next }
        $0 != "" && $0 != "…" {
            do at++; while (at <= lines && !like(output[at], $0))
            if (at > lines) { print "nothing prints: " $0; exit 1 }
        }' "$1" "$2"
}
