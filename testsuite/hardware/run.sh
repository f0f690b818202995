#!/bin/sh
# sh run.sh [SECONDS [RESULTS]]: see run.py.
exec python3 "$(dirname "$0")/run.py" "$@"
