# Sourced by ./run and ./test: makes sure that a recent cargo is on the PATH, and that the build
# fits this processor.

wanted=1.95 # keep equal to rust-version in Cargo.toml

recent() { # is there a cargo, and is it new enough?
    local found
    found=$(cargo --version 2>/dev/null | awk '{ print $2 }') && [ -n "$found" ] &&
        [ "$(printf '%s\n' "$wanted" "$found" | sort -V | head -n 1)" = "$wanted" ]
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

install_debian() { # packages...
    command -v apt-get >/dev/null || return 1
    { as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@"; } >&2
}

[ -d "$HOME/.cargo/bin" ] && PATH="$HOME/.cargo/bin:$PATH"
if ! recent; then
    echo "no cargo $wanted or newer found: installing Debian's rustc-web and cargo-web" >&2
    install_debian rustc-web cargo-web ca-certificates || true
    hash -r
    if ! recent; then
        echo "error: ponder needs Rust $wanted or newer; install it from https://rustup.rs, then call this again" >&2
        exit 1
    fi
fi

# The default build is for x86-64-v3 (.cargo/config.toml); older processors get the portable one.
if [ "$(uname -m)" = x86_64 ] && [ -z "${RUSTFLAGS+set}" ] &&
    [ -r /proc/cpuinfo ] && ! grep -q -w avx2 /proc/cpuinfo; then
    export RUSTFLAGS="-C target-cpu=x86-64"
fi
