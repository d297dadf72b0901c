// SPDX-License-Identifier: MIT
// Whether a program is robust, by a search of its states: compared with the execution graphs that
// brute force finds under RC11 and under sequential consistency. A program that is called robust
// has the same graphs under both.
#include <catch2/catch.hpp>

#include "dpor/states/stateful_search.hpp"
#include "tests/dpor/states/compared.hpp"
#include "tests/dpor/weak/litmus.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/generators/small_programs.hpp"
#include "tests/support/generators/weak_programs.hpp"
#include "tests/support/weak/graphs.hpp"

namespace mcheck::robustness_test {
namespace {

using table::GraphSet;
using table::MemoryModel;
using table::Program;
using table::Theme;

// No value: it fails in an interleaving, and what follows a failure is not searched.
std::optional<bool> is_called_robust(const Program& program) {
  mcheck::StatefulSearch search(-1);
  search.check_robustness();
  const states::Found found = states::search(program, search);
  REQUIRE(found.complete);
  if (!found.failures.empty()) return std::nullopt;
  return search.robustness(true).violation.empty();
}

// A canary: it goes on from a known state never, although other threads know other versions there.
class ForgetfulCheck final : public mcheck::Strategy {
 public:
  std::optional<mcheck::Begin> begin_execution() override { return search_.begin_execution(); }
  mcheck::Pick pick(const mcheck::View& view) override {
    check_.follow(view.execution, 0);
    return search_.pick(view);
  }
  void retracted() override { search_.retracted(); }
  void end_execution(const mcheck::Execution& execution, mcheck::Ending ending) override {
    check_.follow(execution, 0);
    search_.end_execution(execution, ending);
  }
  [[nodiscard]] mcheck::Capabilities capabilities() override { return search_.capabilities(); }
  [[nodiscard]] bool exhaustive() const override { return true; }
  [[nodiscard]] bool is_robust() const { return check_.result(true).violation.empty(); }

 private:
  mcheck::StatefulSearch search_{-1};
  mcheck::RobustnessCheck check_;
};

struct Counts {
  std::uint64_t compared = 0;
  std::uint64_t robust = 0;  // by brute force
  std::uint64_t called = 0;  // by the search
};

void compare(const Program& program, Counts& counts) {
  const std::optional<bool> is_called = is_called_robust(program);
  if (!is_called) return;
  const std::optional<GraphSet> weak = table::graphs_of(program, MemoryModel::kRc11);
  if (!weak) return;
  const std::optional<GraphSet> sc = table::graphs_of(program, MemoryModel::kSc);
  if (!sc) return;
  const bool is_robust = *weak == *sc;
  if (*is_called && !is_robust) {
    CAPTURE(table::text(program), weak->size(), sc->size());
    FAIL_CHECK("called robust, and is not");
  }
  ++counts.compared;
  counts.robust += is_robust ? 1 : 0;
  counts.called += *is_called ? 1 : 0;
}

void compare_random_programs(Theme theme, std::uint64_t wanted) {
  Counts counts;
  for (std::uint64_t seed = 1; counts.compared < (is_deep() ? 50 : 1) * wanted; ++seed) {
    const table::Shape shape{.theme = theme,
                             .max_threads = 2 + static_cast<int>(seed % 3),
                             .max_statements = 3 + static_cast<int>(seed % 3),
                             .max_total_statements = 8};
    INFO(table::name_of(theme) << ", seed " << seed);
    compare(table::random_weak_program(seed, shape), counts);
  }
  CAPTURE(table::name_of(theme), counts.compared, counts.robust, counts.called);
  CHECK(counts.robust < counts.compared);
  CHECK(counts.called >= counts.robust * 19 / 20);
}

}  // namespace

TEST_CASE("robustness: a check that does not tell states apart misses what the other one finds") {
  int missed = 0;
  for (std::uint64_t seed = 1; missed == 0 && seed < 20'000; ++seed) {
    const Program program = table::random_weak_program(seed, {.theme = Theme::kVariables});
    if (is_called_robust(program).value_or(true)) continue;
    ForgetfulCheck forgetful;
    REQUIRE(states::search(program, forgetful).complete);
    missed += forgetful.is_robust() ? 1 : 0;
  }
  CHECK(missed > 0);
}

TEST_CASE("robustness: all programs of two threads of two operations, with all orders") {
  Counts counts;
  for (const table::Alphabet alphabet :
       {table::Alphabet::kStoresAndLocks, table::Alphabet::kAddsAndTryLocks}) {
    table::for_each_small_program(
        2, 2,
        [&](const Program& program) {
          table::for_each_order(program, [&](const Program& ordered) { compare(ordered, counts); });
        },
        alphabet);
  }
  CHECK(counts.robust < counts.compared);
  CHECK(counts.called == counts.robust);
}

TEST_CASE("robustness: all small programs of relaxed accesses with seq_cst fences between them") {
  Counts counts;
  const auto compare_fenced = [&](const Program& program) {
    const Program relaxed = litmus::with_orders(program, litmus::kRelaxed);
    compare(litmus::with_fences(relaxed, table::Order::kSeqCst), counts);
  };
  for (const table::Alphabet alphabet :
       {table::Alphabet::kStoresAndLocks, table::Alphabet::kAddsAndTryLocks}) {
    table::for_each_small_program(2, 3, compare_fenced, alphabet);
    table::for_each_small_program(3, 2, compare_fenced, alphabet);
  }
  CHECK(counts.called == counts.robust);
  CHECK(counts.robust > 0);
}

TEST_CASE("robustness: random programs are called robust only if RC11 permits nothing else") {
  for (const Theme theme : table::kThemes) compare_random_programs(theme, 60);
}

}  // namespace mcheck::robustness_test
