#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deb.sh BUILD: the .deb of a build folder has the right dependencies and files, and works unpacked,
# as its .tar.gz does. With MCHECK_DEEP=1 it is also installed into a fresh root.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

says() {
  grep -qF -e "$2" <<<"$1" || fail "'$2' is not in: $1"
}

(cd "$1" && cpack -B "$scratch") >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail cpack; }
version=$(sed -n 's/.*kVersion = "\(.*\)".*/\1/p' "$here/../../engine/trace/protocol/version.hpp")
package=$scratch/mcheck_${version}_amd64.deb
depends=$(dpkg-deb -f "$package" Depends)
for library in libc6 libcgraph6 libgvc6 libstdc++6; do says "$depends" "$library"; done
says "$(dpkg-deb -f "$package" Section)" devel
says "$(dpkg-deb -f "$package" Recommends)" g++

mkdir "$scratch/deb" "$scratch/tar"
dpkg-deb -x "$package" "$scratch/deb"
tar -C "$scratch/tar" --strip-components=1 -xf "$scratch/mcheck-$version-Linux-x86_64.tar.gz"
(cd "$scratch/deb/usr" && find . -type f | sort) >"$scratch/files"
(cd "$scratch/tar" && find . -type f | sort) | diff "$scratch/files" - || fail "two packages differ"
for file in bin/mcheck lib/mcheck/mcheck_model.o lib/cmake/mcheck/mcheckConfig.cmake \
  lib/pkgconfig/mcheck.pc include/mcheck/mcheck.hpp share/man/man1/mcheck.1.gz \
  share/bash-completion/completions/mcheck share/zsh/site-functions/_mcheck \
  share/fish/vendor_completions.d/mcheck.fish share/doc/mcheck/copyright \
  share/doc/mcheck/examples/lost_update.cpp; do
  says "$(cat "$scratch/files")" "./$file"
done
strings -a "$scratch/tar/bin/mcheck" | grep -F "$scratch" && fail "the command knows its place"
cd "$scratch"
says "$(tar/bin/mcheck --version)" "mcheck $version"
tar/bin/mcheck cc tar/share/doc/mcheck/examples/abba_deadlock.c -o abba
says "$(tar/bin/mcheck explore ./abba || true)" "bug: MC004 deadlock"
[[ ${MCHECK_DEEP:-} == 1 ]] || exit 0
"$here/fresh_root.sh" "$package"
