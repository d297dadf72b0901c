// SPDX-License-Identifier: MIT
// A depth-first search cut into shards runs every schedule once, however and whenever it is cut.
#include <catch2/catch.hpp>
#include <deque>

#include "dpor/bounds/depth_first.hpp"
#include "engine/base/random.hpp"
#include "engine/search/driver/search.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/table/table_executor.hpp"

namespace mcheck::depth_first_shards_test {
namespace {

using table::Program;
using table::Statement;
using table::Word;

Program adds(int threads, int each) {
  Program program;
  for (int t = 0; t < threads; ++t) {
    program.threads.emplace_back(static_cast<std::size_t>(each), Statement{Word::kAdd, 0, 0, 1});
  }
  return program;
}

struct Total {
  std::uint64_t executions = 0;
  double mass = 0;
  bool bound_hit = false;
};

// To the strategy a process of its own: it runs some shards for a while.
class Process {
 public:
  Process(const Program& program, int bound)
      : execution_(identities_), executor_(program), strategy_(bound) {}

  mcheck::DepthFirst& strategy() { return strategy_; }
  mcheck::Identities& names() { return identities_; }

  // Adds what was done; true if nothing is outstanding.
  bool run(Total& total, const std::function<bool()>& enough) {
    mcheck::SearchOptions options;
    options.stop_after = 0;
    options.pause = [&](const mcheck::SearchReport&) { return enough(); };
    mcheck::Search search(execution_, executor_, strategy_, options);
    const mcheck::SearchReport report = search.explore();
    REQUIRE(report.stop != mcheck::SearchReport::Stop::kDiverged);
    total.executions += report.executions;
    total.mass += strategy_.finished_mass();
    total.bound_hit = total.bound_hit || strategy_.bound_hit();
    return report.stop == mcheck::SearchReport::Stop::kExhausted;
  }

 private:
  mcheck::Identities identities_;
  mcheck::Execution execution_;
  table::TableExecutor executor_;
  mcheck::DepthFirst strategy_;
};

Total in_one(const Program& program, int bound) {
  Total total;
  REQUIRE(Process(program, bound).run(total, [] { return false; }));
  return total;
}

// Every process gives away some of its work, stops after a few executions and leaves the rest.
Total in_shards(const Program& program, int bound, std::uint64_t seed) {
  mcheck::Random random(seed);
  std::deque<std::string> shards = {"all"};
  Total total;
  while (!shards.empty()) {
    Process process(program, bound);
    process.strategy().start_empty();
    for (std::uint64_t n = 1 + random.below(3); n > 0 && !shards.empty(); --n) {
      REQUIRE(process.strategy().take_over(shards.front(), process.names()));
      shards.pop_front();
    }
    const bool all = process.run(total, [&] {
      if (random.below(3) == 0) {
        if (auto given = process.strategy().give_shard(process.names())) shards.push_back(*given);
      }
      return random.below(8) == 0;
    });
    const auto left = process.strategy().outstanding(process.names());
    if (all) REQUIRE(left.empty());
    shards.insert(shards.end(), left.begin(), left.end());
  }
  return total;
}

void check_same(const Program& program, int bound, std::uint64_t seed) {
  INFO("seed " << seed << " bound " << bound << "\n" << table::text(program));
  const Total whole = in_one(program, bound);
  const Total cut = in_shards(program, bound, seed);
  REQUIRE(cut.executions == whole.executions);
  REQUIRE(cut.bound_hit == whole.bound_hit);
  REQUIRE(whole.mass == Approx(1));
  REQUIRE(cut.mass == Approx(1));
}

}  // namespace

TEST_CASE("parts of a search together run every schedule once, with any bound") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (int bound = -1; bound <= 4; ++bound) {
      check_same(adds(3, 2), bound, seed);
      check_same(adds(2, 4), bound, seed);
    }
  }
}

TEST_CASE("parts of random programs together run every schedule once") {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Program program = table::random_program(seed, 3);
    if (in_one(program, 2).executions > 2000) continue;
    ++compared;
    check_same(program, 2, seed);
  }
  CHECK(compared > 200);
}

TEST_CASE("a shard is equal after conversion to text and back") {
  for (const char* text : {"all", "5", "0/2", "5 0/2 3 1-2/4", "0-1/2 1"}) {
    const auto shard = mcheck::parse_depth_first_shard(text);
    REQUIRE(shard);
    CHECK(mcheck::shard_text(*shard) == text);
  }
  for (const char* text : {"", " ", "0", "2/2", "1-0/2", "0-2/2", "0/2 ", "x", "0/2x", "-1/2",
                           "9999999999", "4000000"}) {
    CHECK_FALSE(mcheck::parse_depth_first_shard(text));
  }
}

TEST_CASE("at least half of what is left at the first choice is given away, and never all") {
  mcheck::DepthFirst strategy(-1);
  mcheck::Identities names;
  strategy.start_empty();
  CHECK_FALSE(strategy.give_shard(names));
  REQUIRE(strategy.take_over("3 0-3/4 0-1/2", names));
  CHECK_FALSE(strategy.give_shard(names));  // the process has nothing else
  REQUIRE(strategy.begin_execution());
  CHECK(strategy.give_shard(names) == "3 2-3/4");
  CHECK(strategy.give_shard(names) == "3 1/4");
  CHECK_FALSE(strategy.give_shard(names));
  CHECK(strategy.outstanding(names) == std::vector<std::string>{"3 0/4 1/2"});
}

}  // namespace mcheck::depth_first_shards_test
