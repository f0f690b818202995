#!/bin/sh
# Puts the libraries that a page of --report=html has in it, and their licences, into the folder $1, where `make setup` has fetched them.
set -eu
cd "$(dirname "$0")/.."
case $1 in /*) to=$1 ;; *) to=$PWD/$1 ;; esac
for file in .accrs/report/*.js .accrs/report/LICENSE.*; do
    [ -f "$file" ] || continue
    mkdir -p "$to"
    cmp -s "$file" "$to/${file##*/}" || cp "$file" "$to/"
done
