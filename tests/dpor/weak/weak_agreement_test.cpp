// SPDX-License-Identifier: MIT
// Searches under a memory model compared with the oracle of execution graphs.
#include <catch2/catch.hpp>

#include "dpor/registry.hpp"
#include "tests/dpor/weak/weak_agreement.hpp"
#include "tests/support/generators/random_programs.hpp"

namespace {

using table::MemoryModel;
using table::Theme;

weak_agreement::MakeStrategy named(const char* name) {
  return [name] { return mcheck::find_strategy(name)->make({}); };
}

}  // namespace

TEST_CASE("a sequentially consistent search runs each sc graph once") {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; compared < 3'000; ++seed) {
    const Theme theme = table::kThemes[seed % table::kThemes.size()];
    const table::Program program = table::random_program(seed, table::Shape{.theme = theme});
    const auto wrong =
        weak_agreement::smallest_disagreement(program, named("trust"), {.model = MemoryModel::kSc});
    if (!wrong) continue;
    ++compared;
    if (!wrong->empty()) FAIL(*wrong << "seed " << seed);
  }
}
