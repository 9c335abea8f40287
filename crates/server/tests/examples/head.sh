set -Eeuo pipefail
at=start
trap 'echo "$at: $BASH_COMMAND" >&2' ERR

# Expectations of the page about the next result. They are files, because commands in a pipe cannot set variables.
expect_status() { echo "$1" > "$NOTES/status"; }
expect_exit() { echo "$1" > "$NOTES/exit"; }
expected() { if [[ -e "$NOTES/$1" ]]; then cat "$NOTES/$1"; rm "$NOTES/$1"; else echo "$2"; fi; }

curl() {
    local wanted code=0 status
    wanted="$(expected status '2..')"
    command curl --silent --show-error --write-out '%{stderr}\nstatus %{http_code}\n' "$@" 2> "$NOTES/told" || code=$?
    status="$(sed -n 's/^status //p' "$NOTES/told")"
    # A stream has no end: a request with --max-time exits with 28.
    if [[ $code != 0 && ! ( $code == 28 && " $* " == *' --max-time '* ) ]]; then
        cat "$NOTES/told" >&2
        return 1
    fi
    if [[ ! $status =~ ^$wanted$ ]]; then
        echo "$at: answered $status, expected $wanted: curl $*" >&2
        return 1
    fi
}

refrain() {
    local wanted code=0
    wanted="$(expected exit 0)"
    command refrain "$@" || code=$?
    if [[ $code != "$wanted" ]]; then
        echo "$at: exited with $code, expected $wanted: refrain $*" >&2
        return 1
    fi
}
