# SPDX-License-Identifier: MIT
# A thin wrapper of CMake's presets: the commands to type, and the packages that they need.
#
#   make         builds build/release/bin/mcheck and the sample programs
#   make try     a first bug: installs missing packages, builds mcheck, finds it, draws it
#   make test    installs missing packages, then builds and runs all tests
#   make asan    tests under AddressSanitizer and UBSan, but for those of unmodified programs
#   make gate    mcheck over all of its own programs, within 20 minutes; again: only changed ones
#   make schemas reports of every kind against the official schemas (needs the network)
#   make deep    all tests with exhaustive ranges, which take hours
#   make real    projects from Debian's source packages, built and explored (needs the network)
#   make images  the pictures of the docs, drawn anew
#   make install      into PREFIX, by default /usr/local
#   make package      build/release/mcheck_….deb and .tar.gz
#   make package-test installs the .deb into a fresh root (as root, needs the network)
#   make site    the documentation as a site, build/site/index.html, by pandoc
#   make bench   costs of points, executions and searches here · make plots    its page
#   make tidy    clang-tidy · make format    clang-format · make clean    removes build/
#
# Downloads nothing if the packages of .packages are installed.

SHELL := bash
.DEFAULT_GOAL := release
.PHONY: release try test asan gate schemas deep real images bench plots tidy format clean packages \
  install package package-test site

bin := build/release/bin
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell nproc)
# Some tests wait.
export CTEST_PARALLEL_LEVEL ?= $(shell expr $$(nproc) + 1)

# The tests need more packages. Both configurations share a build folder and compile nothing twice.
without_tests := cmake --preset release -DMCHECK_TESTS=OFF

release:
	$(without_tests)
	cmake --build --preset release
	@echo "next: make try"

# What mcheck, mcheck cc and mcheck c++ need.
try: packages
	@echo "make try: builds mcheck, one to two minutes on two cores"
	$(without_tests)
	cmake --build --preset release --target mcheck mcheck_unmodified mcheck_assembler lost_update
	@echo "make try: explores a sample, whose bug it should find"
	@$(bin)/mcheck explore $(bin)/lost_update --bound 3 --draw build/lost_update.svg; code=$$?; \
	if [ $$code -ne 1 ]; then \
	  echo "make try: expected the sample's bug (exit code 1), got exit code $$code" >&2; exit 1; \
	fi
	@echo
	@echo "that bug is programs/classic/lost_update.cpp; its picture is build/lost_update.svg"
	@echo
	@echo "next, a program of your own, as it is (docs/first_bug.md has one with a bug):"
	@echo "  export PATH=\"$(CURDIR)/$(bin):\$$PATH\""
	@echo "  mcheck c++ program.cpp -o program"
	@echo "  mcheck explore ./program"

test: groups := build test
test: packages
	cmake --workflow --preset release

asan: groups := build test
asan: packages
	cmake --workflow --preset asan

gate: packages
	$(without_tests)
	cmake --build --preset release --target all_programs
	mkdir -p build/gate
	tests/gate/from_tables.sh $(CURDIR)/$(bin) classic queues failures unmodified table/samples \
	  families > build/gate/mcheck.toml
	$(bin)/mcheck gate build/gate/mcheck.toml --junit build/gate/junit.xml \
	  --sarif build/gate/mcheck.sarif --markdown build/gate/summary.md
	@echo "the pages are build/gate/pages/index.html"

schemas: groups := build test schemas
schemas: packages
	cmake --preset release
	cmake --build --preset release --target mcheck test_programs all_programs
	tests/reports/official.sh build/schemas $(bin)/test_programs

deep: groups := build test
deep: packages
	cmake --preset release
	cmake --build --preset release
	MCHECK_DEEP=1 ctest --preset release --timeout 36000

real: groups := build real
real: packages
	$(without_tests)
	cmake --build --preset release --target mcheck mcheck_unmodified
	tests/real/explore_real.sh build/real $(bin)/mcheck

images: groups := build test
images: packages
	cmake --preset release
	cmake --build --preset release --target mcheck lost_update abba_deadlock lost_wakeup livelock \
	  spsc_ring treiber_stack leak plain_flag_publication plain_aba_stack plain_leak
	docs/images/draw_all.sh $(bin) docs/images
	tests/visualize/page/html_images.sh $(bin) docs/images

PREFIX ?= /usr/local
install: release
	cmake --install build/release --prefix $(PREFIX)

package: packages
	$(without_tests)
	cmake --build --preset release
	cd build/release && cpack

package-test: groups := build package
package-test: package
	tests/package/fresh_root.sh build/release/mcheck_*_amd64.deb

site: groups := site
site: packages
	rm -rf build/site
	docs/site/make_site.sh . build/site

bench: groups := build bench
bench: groups := build test bench
bench: packages
	cmake --preset release
	cmake --build --preset release --target bench

plots:
	docs/images/plots.sh build/release/bench docs/images
	tests/benchmark/page.sh build/release/bench docs/performance.md

tidy: groups := build tidy
tidy: packages
	cmake --preset tidy
	run-clang-tidy -quiet -j $(CMAKE_BUILD_PARALLEL_LEVEL) -p build/tidy \
	  '^$(CURDIR)/(engine|dpor|visualize|programs/mcheck|build/tidy/headers_of_.*)/.*[.]cpp$$'

format:
	find engine dpor visualize programs tests -name '*.[ch]pp' -print0 | xargs -0 clang-format -i

clean:
	rm -rf build

# Installs the packages of .packages that are missing.
groups := build
packages:
	@command -v dpkg-query >/dev/null || { echo "no Debian here: see .packages"; exit 0; }; \
	missing=(); \
	for group in $(groups); do \
	  for name in $$(sed -n "s/^$$group //p" .packages); do \
	    dpkg-query -W -f '$${db:Status-Status}' $$name 2>/dev/null | grep -qx installed \
	      || missing+=($$name); \
	  done; \
	done; \
	if [ $${#missing[@]} -gt 0 ]; then \
	  echo "installs $${#missing[@]} packages: $${missing[*]}"; \
	  root=; [ "$$(id -u)" -eq 0 ] || root=sudo; \
	  export DEBIAN_FRONTEND=noninteractive; \
	  $$root apt-get update -q && \
	  $$root apt-get install -q -y --no-install-recommends $${missing[*]} </dev/null; \
	fi
