// SPDX-License-Identifier: MIT
// Searches under a memory model compared with the oracle of execution graphs.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "dpor/registry.hpp"
#include "tests/dpor/weak/litmus.hpp"
#include "tests/dpor/weak/weak_agreement.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/generators/small_programs.hpp"
#include "tests/support/generators/weak_programs.hpp"

namespace mcheck::weak_agreement_test {
namespace {

using table::MemoryModel;
using table::Order;
using table::Program;
using table::Theme;
using weak_agreement::Expected;

weak_agreement::MakeStrategy named(const char* name) {
  return [name] { return mcheck::find_strategy(name)->make({}); };
}

// False: the program is too large.
bool agrees(const Program& program, const char* strategy, const Expected& expected) {
  const auto wrong = weak_agreement::smallest_disagreement(program, named(strategy), expected);
  if (wrong && !wrong->empty()) FAIL(strategy << "\n" << *wrong);
  return wrong.has_value();
}

void random_programs(Theme theme, std::uint64_t wanted) {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; compared < (is_deep() ? 90 : 1) * wanted; ++seed) {
    const table::Shape shape{.theme = theme,
                             .max_threads = 2 + static_cast<int>(seed % 3),
                             .max_statements = 3 + static_cast<int>(seed % 3),
                             .max_total_statements = 8};
    INFO(table::name_of(theme) << ", seed " << seed);
    if (agrees(table::random_weak_program(seed, shape), "trust", {})) ++compared;
  }
}

// Every small program, with usual choices of orders.
void small_programs(int threads, int operations, table::Alphabet alphabet) {
  table::for_each_small_program(
      threads, operations,
      [&](const Program& program) {
        for (const litmus::Orders orders :
             {litmus::kRelaxed, litmus::kReleaseAcquire, litmus::kSeqCst}) {
          const Program ordered = with_orders(program, orders);
          REQUIRE(agrees(ordered, "trust", {.prefixes = 1'000'000}));
        }
        const Program relaxed = with_orders(program, litmus::kRelaxed);
        REQUIRE(
            agrees(litmus::with_fences(relaxed, Order::kSeqCst), "trust", {.prefixes = 1'000'000}));
      },
      alphabet);
}

// Every small program with every choice of orders.
void all_orders(int threads, int operations, table::Alphabet alphabet) {
  table::for_each_small_program(
      threads, operations,
      [&](const Program& program) {
        table::for_each_order(program, [&](const Program& ordered) {
          REQUIRE(agrees(ordered, "trust", {.prefixes = 1'000'000}));
        });
      },
      alphabet);
}

// A wrong strategy: it leaves out all but a few executions, or runs all of them twice.
class WrongStrategy final : public mcheck::Strategy, public mcheck::Reduction {
 public:
  enum class Fault : std::uint8_t { kStopsEarly, kRepeats };

  explicit WrongStrategy(Fault fault) : left_(fault == Fault::kStopsEarly ? 2 : 1'000) {
    if (fault == Fault::kRepeats) second_ = named("trust")();
  }

  std::optional<mcheck::Begin> begin_execution() override {
    if (left_-- == 0) return std::nullopt;
    auto begin = inner_->begin_execution();
    if (begin || second_ == nullptr) return begin;
    inner_ = std::exchange(second_, nullptr);
    return inner_->begin_execution();
  }
  mcheck::Pick pick(const mcheck::View& view) override { return inner_->pick(view); }
  void end_execution(const mcheck::Execution& execution, mcheck::Ending ending) override {
    inner_->end_execution(execution, ending);
  }
  [[nodiscard]] bool exhaustive() const override { return true; }
  [[nodiscard]] mcheck::Capabilities capabilities() override { return {.reduction = this}; }

 private:
  int left_;
  std::unique_ptr<mcheck::Strategy> inner_ = named("trust")();
  std::unique_ptr<mcheck::Strategy> second_;  // to be gone through once the first is
};

std::string noticed(WrongStrategy::Fault fault) {
  const auto make = [fault] { return std::make_unique<WrongStrategy>(fault); };
  const Program program = litmus::store_buffering(litmus::kRelaxed);
  return weak_agreement::disagreement(program, make, {}).value_or("");
}

}  // namespace

TEST_CASE("a search that leaves out a graph is noticed, and one that repeats them") {
  CHECK_THAT(noticed(WrongStrategy::Fault::kStopsEarly), Catch::StartsWith("missing"));
  CHECK_THAT(noticed(WrongStrategy::Fault::kRepeats), Catch::StartsWith("2 times"));
}

TEST_CASE("a sequentially consistent search runs each sc graph once") {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; compared < 3'000; ++seed) {
    const Theme theme = table::kThemes[seed % table::kThemes.size()];
    const Program program = table::random_program(seed, table::Shape{.theme = theme});
    INFO("seed " << seed);
    if (agrees(program, "trust", {.model = MemoryModel::kSc})) ++compared;
  }
}

TEST_CASE("rc11: all programs of two threads of two operations, with all orders") {
  all_orders(2, 2, table::Alphabet::kStoresAndLocks);
  all_orders(2, 2, table::Alphabet::kAddsAndTryLocks);
}
TEST_CASE("rc11: all programs of two threads of three operations") {
  small_programs(2, 3, table::Alphabet::kStoresAndLocks);
  small_programs(2, 3, table::Alphabet::kAddsAndTryLocks);
}
TEST_CASE("rc11: all programs of three threads of two operations") {
  small_programs(3, 2, table::Alphabet::kStoresAndLocks);
  small_programs(3, 2, table::Alphabet::kAddsAndTryLocks);
}

TEST_CASE("rc11: random programs of variables") { random_programs(Theme::kVariables, 2'700); }
TEST_CASE("rc11: random programs of locks") {
  random_programs(Theme::kLocks, 500);
  random_programs(Theme::kReadersWriters, 500);
}
TEST_CASE("rc11: random programs of condition variables and semaphores") {
  random_programs(Theme::kConditions, 500);
  random_programs(Theme::kSemaphores, 500);
}
TEST_CASE("rc11: random programs of barriers and waits on atomics") {
  random_programs(Theme::kBarriers, 500);
  random_programs(Theme::kAtomicWaits, 500);
}
TEST_CASE("rc11: random programs of other operations") {
  for (const Theme theme : {Theme::kOnce, Theme::kChoices, Theme::kSpawns, Theme::kChecks,
                            Theme::kData, Theme::kMix, Theme::kGates}) {
    random_programs(theme, 270);
  }
}

TEST_CASE("rc11: a search without reduction runs each graph, and nothing else") {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; compared < (is_deep() ? 20'000u : 500u); ++seed) {
    const Theme theme = table::kThemes[seed % table::kThemes.size()];
    const table::Shape shape{.theme = theme, .max_total_statements = 6};
    INFO("seed " << seed);
    const Program program = table::random_weak_program(seed, shape);
    if (agrees(program, "dfs", {.each_once = false, .prefixes = 300})) ++compared;
  }
}

}  // namespace mcheck::weak_agreement_test
