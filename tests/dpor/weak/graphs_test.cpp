// SPDX-License-Identifier: MIT
// The oracle of searches under a weak memory model: numbers of graphs that follow by hand, or by
// closed forms.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/dpor/weak/litmus.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/generators/small_programs.hpp"
#include "tests/support/oracle/classes.hpp"
#include "tests/support/weak/graphs.hpp"

namespace mcheck::graphs_test {
namespace {

using litmus::message_passing;
using litmus::with_fences;
using table::MemoryModel;
using table::Order;
using table::Program;
using table::Theme;
using table::Word;

std::size_t count(const Program& program, MemoryModel model = MemoryModel::kRc11) {
  const auto graphs = table::graphs_of(program, model, 100'000);
  REQUIRE(graphs);
  return graphs->size();
}

Program threads_of(int threads, const std::vector<table::Statement>& statements) {
  return {.threads = {static_cast<std::size_t>(threads), statements}};
}

}  // namespace

TEST_CASE(
    "store buffering: both loads may miss the stores, unless all is sequentially consistent") {
  CHECK(count(store_buffering(litmus::kRelaxed)) == 4);
  CHECK(count(store_buffering(litmus::kReleaseAcquire)) == 4);
  CHECK(count(store_buffering(litmus::kSeqCst)) == 3);
  CHECK(count(store_buffering(litmus::kRelaxed), MemoryModel::kSc) == 3);
  CHECK(count(with_fences(store_buffering(litmus::kRelaxed), Order::kSeqCst)) == 3);
  CHECK(count(with_fences(store_buffering(litmus::kRelaxed), Order::kAcqRel)) == 4);
}

TEST_CASE("load buffering: no value out of thin air, whatever the orders") {
  CHECK(count(load_buffering(litmus::kRelaxed)) == 3);
  CHECK(count(load_buffering(litmus::kSeqCst)) == 3);
}

TEST_CASE("message passing: release and acquire exclude the stale load") {
  CHECK(count(message_passing(litmus::kRelaxed)) == 4);
  CHECK(count(message_passing({Order::kRelease, Order::kRelaxed})) == 4);
  CHECK(count(message_passing({Order::kRelaxed, Order::kAcquire})) == 4);
  CHECK(count(message_passing(litmus::kReleaseAcquire)) == 3);
  CHECK(count(with_fences(message_passing(litmus::kRelaxed), Order::kAcqRel)) == 3);
  CHECK(count(with_fences(message_passing(litmus::kRelaxed), Order::kRelease)) == 4);
}

TEST_CASE("independent reads of independent writes: two orders, unless sequentially consistent") {
  CHECK(count(independent_reads(litmus::kRelaxed)) == 16);
  CHECK(count(independent_reads(litmus::kReleaseAcquire)) == 16);
  CHECK(count(independent_reads(litmus::kSeqCst)) == 15);
  CHECK(count(with_fences(independent_reads(litmus::kRelaxed), Order::kSeqCst)) == 15);
}

TEST_CASE("two plus two writes: the modification orders are independent") {
  CHECK(count(two_plus_two_writes(litmus::kRelaxed)) == 4);
  CHECK(count(two_plus_two_writes(litmus::kSeqCst)) == 3);
}

TEST_CASE("coherence: later loads of a thread read no older version") {
  CHECK(count(coherent_reads(litmus::kRelaxed)) == 3);
}

TEST_CASE("causality: release and acquire are transitive, seven of eight") {
  CHECK(count(causality(litmus::kRelaxed)) == 8);
  CHECK(count(causality(litmus::kReleaseAcquire)) == 7);
}

TEST_CASE("N read-modify-writes have N! orders, and N compare-exchanges one winner") {
  const auto add = threads_of(4, {{.word = Word::kAdd, .v = 1, .order = Order::kRelaxed}});
  CHECK(count(add) == 24);
  // The others fail, and each of them reads the initial version or that of the winner … which holds
  // another value: only reads of the winner's version fail.
  const auto cas = threads_of(
      4,
      {{.word = Word::kCas, .w = 1, .order = Order::kRelaxed, .failure_order = Order::kRelaxed}});
  CHECK(count(cas) == 4);
}

TEST_CASE("sc graphs are the classes of sequentially consistent executions") {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; compared < 3'000; ++seed) {
    const Theme theme = table::kThemes[seed % table::kThemes.size()];
    const Program program = table::random_program(seed, table::Shape{.theme = theme});
    const auto classes = table::classes_of(program, table::Relation::kReadWrite, 200);
    if (!classes) continue;
    const auto graphs = table::graphs_of(program, MemoryModel::kSc, 100'000);
    if (!graphs) continue;
    ++compared;
    INFO("seed " << seed << "\n" << table::text(program));
    REQUIRE(graphs->size() == classes->size());
  }
}

// Where other objects order operations without synchronizing, as a failing try-lock does, there may
// be more.
TEST_CASE("sc graphs are rc11 graphs, and all of them if all orders are sequentially consistent") {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; compared < 3'000; ++seed) {
    const Theme theme = table::kThemes[seed % table::kThemes.size()];
    const Program program = table::random_program(seed, table::Shape{.theme = theme});
    const auto sc = table::graphs_of(program, MemoryModel::kSc, 1'000);
    if (!sc) continue;
    const auto weak = table::graphs_of(program, MemoryModel::kRc11, 10'000);
    if (!weak) continue;
    ++compared;
    INFO("seed " << seed << "\n" << table::text(program));
    REQUIRE(std::ranges::includes(*weak, *sc));
    const bool only_variables =
        theme == Theme::kVariables || theme == Theme::kSpawns || theme == Theme::kChecks;
    if (only_variables) REQUIRE(*sc == *weak);
  }
}

}  // namespace mcheck::graphs_test
