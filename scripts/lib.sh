# Shared by the scripts in this folder; to be sourced. All messages go to standard output.

project_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '==> %s\n' "$*"; }

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "must be root, or have sudo, to run: $*"
  fi
}

# install_packages LIST...: installs the missing packages of these lists in scripts/packages, without asking.
install_packages() {
  if ! command -v apt-get >/dev/null; then
    say "no apt-get here: the lists in scripts/packages name what has to be installed"
    return
  fi
  local package missing=()
  while read -r package; do
    is_installed "$package" || missing+=("$package")
  done < <(cd "$project_root/scripts/packages" && sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$@")
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  say "installing ${missing[*]}"
  as_root apt-get update -q
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}

# debian_mirror RELEASE: prints the mirror from which this machine's apt gets the packages of that release.
debian_mirror() {
  local release uri
  if [ -n "${DEBIAN_MIRROR-}" ]; then
    printf '%s\n' "$DEBIAN_MIRROR"
    return
  fi
  while read -r release uri; do
    if [ "$release" = "$1" ]; then
      printf '%s\n' "$uri"
      return
    fi
  done < <(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' 'Component: main')
  fail "the apt sources of this machine have no Debian $1: name a mirror, DEBIAN_MIRROR=URL ${0##*/}"
}

# Runs a command without address space randomisation if the system permits that: the sanitizers of gcc 12 and clang 14
# do not support the layouts that newer kernels choose.
without_randomisation() {
  if setarch "$(uname -m)" -R true 2>/dev/null; then
    setarch "$(uname -m)" -R "$@"
  else
    "$@"
  fi
}

# configure PRESET [OPTION...]; build PRESET [TARGET...]
configure() {
  say "configuring $1"
  cmake --preset "$@"
}

# Other builds use these of the build `test`: the IDL compiler, unless they have the compiler's own tests, and the peers'
# programs.
built_compiler="-DDIMMA_IDL_COMPILER=$project_root/build/test/bin/dimma-idl"
built_peers="-DDIMMA_PEERS=$project_root/build/test/bin"

build() {
  local preset=$1
  shift
  say "building $preset"
  without_randomisation cmake --build --preset "$preset" --parallel "$(nproc)" ${1:+--target "$@"}
}
