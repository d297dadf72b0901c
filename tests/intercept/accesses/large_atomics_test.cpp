// SPDX-License-Identifier: MIT
// Atomics of sizes that library functions handle, in unmodified programs.
#include "tests/intercept/unmodified.hpp"

namespace mcheck::large_atomics_test {
namespace {

Explored large_atomics(const std::string& what) {
  return explored("unmodified_large_atomics", what);
}

}  // namespace

TEST_CASE("a large atomic and plain accesses to its bytes race") {
  for (const char* what : {"plain read", "freed"}) {
    const Explored found = large_atomics(what);
    INFO(what << ": " << found.message);
    CHECK(found.verdict == "bug");
    CHECK((found.kind == "race" || found.kind == "use-after-free"));
  }
}

TEST_CASE("large atomics do not race with each other, and order what is around them") {
  CHECK(large_atomics("exchanges").verdict == "verified");
  CHECK(large_atomics("publishes").verdict == "verified");
}

}  // namespace mcheck::large_atomics_test
