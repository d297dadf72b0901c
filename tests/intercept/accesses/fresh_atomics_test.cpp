// SPDX-License-Identifier: MIT
// Atomics without an initial value, in unmodified programs.
#include "tests/intercept/unmodified.hpp"

namespace mcheck::fresh_atomics_test {
namespace {

Explored atomics(const std::string& what) { return explored("unmodified_fresh_atomics", what); }

}  // namespace

TEST_CASE("an atomic on the heap is read before anybody has stored to it") {
  for (const char* what :
       {"load", "add", "change", "compare", "neighbour", "reused", "grown", "maybe by another"}) {
    const Explored found = atomics(what);
    INFO(what << ": " << found.verdict << " " << found.message);
    CHECK(found.kind == "uninitialised-read");
  }
}

TEST_CASE("an atomic on the heap has a value, however it came by it") {
  for (const char* what : {"small", "stored", "initialised", "cleared", "looks fresh", "copied",
                           "made zero", "by another"}) {
    const Explored found = atomics(what);
    INFO(what << ": " << found.message);
    CHECK(found.verdict == "verified");
  }
}

}  // namespace mcheck::fresh_atomics_test
