// SPDX-License-Identifier: MIT
// The range of an estimate contains the true number of executions, at several points of a search.
// The truth is a formula, or with a bound the count of the whole search.
#include <catch2/catch.hpp>
#include <string>

#include "engine/base/json.hpp"
#include "engine/trace/results/estimate.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::estimate_range_test {
namespace {

struct Family {
  std::string test;
  std::string arguments;
  std::uint64_t classes;    // differ in more than the order of independent steps
  std::uint64_t schedules;  // all schedules
};

// Each kind of estimate on each family. Additions to one variable are dependent, so each schedule
// is a class; loads are independent: 9! schedules form 2^8 classes.
const Family kFamilies[] = {
    {"rmw", "3 3", 1'680, 1'680},      // 9!/(3!)^3
    {"rmw", "2 6", 924, 924},          // 12!/(6!)^2
    {"locks", "2 6", 924, 924},        // C(12, 6)
    {"locks", "2 8", 12'870, 12'870},  // C(16, 8)
    {"readers", "8", 256, 362'880},    // 2^8; 9!
};

Json explored(const Family& family, const std::string& options) {
  const std::string binaries = MCHECK_BINARY_DIRECTORY "/";
  const ShellResult ran = run_shell(quoted(binaries + "mcheck") + " explore " +
                                    quoted(binaries + "families") + " --quiet --json - --test " +
                                    family.test + " " + options + " -- " + family.arguments);
  INFO(options << "\n" << ran.out.substr(0, 2000));
  auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(std::move(parsed));
}

void holds_at_each_moment(const Family& family, const std::string& options, EstimateKind kind,
                          std::uint64_t truth) {
  for (const double share : {0.01, 0.1, 0.5}) {
    const auto done = static_cast<std::uint64_t>(share * static_cast<double>(truth));
    if (done < 4) continue;
    const Json result = explored(family, options + " --executions " + std::to_string(done));
    REQUIRE(result["executions"].natural() == done);
    const double expected = result["expected_executions"].number();
    REQUIRE(expected > 0);
    const EstimatedRange range = estimated_range(static_cast<double>(done), expected, kind);
    INFO(family.test << " " << family.arguments << " " << options << ", " << done
                     << " done: " << range.least << " to " << range.most << ", in truth " << truth);
    CHECK(range.least <= static_cast<double>(truth));
    CHECK(static_cast<double>(truth) <= range.most);
  }
}

}  // namespace

TEST_CASE("the range of an estimate holds what a formula tells, with each exhaustive strategy") {
  for (const Family& family : kFamilies) {
    holds_at_each_moment(family, "--strategy trust", EstimateKind::kUsual, family.classes);
    holds_at_each_moment(family, "--strategy odpor", EstimateKind::kAtLeast, family.classes);
    holds_at_each_moment(family, "--strategy dfs", EstimateKind::kUsual, family.schedules);
  }
}

TEST_CASE("the range of an estimate holds the number of executions within a bound") {
  for (const Family& family : kFamilies) {
    for (const std::string bound : {" --bound 1", " --bound 2", " --bound 3"}) {
      const auto within = [&](const std::string& strategy) {
        return explored(family, strategy + bound)["executions"].natural();
      };
      for (const std::string strategy : {"--strategy optimal", "--strategy trust"}) {
        const std::uint64_t truth = within(strategy);
        holds_at_each_moment(family, strategy + bound, EstimateKind::kBounded, truth);
      }
      if (family.classes != family.schedules) continue;  // too many for each bound
      const std::uint64_t truth = within("--strategy dfs");
      holds_at_each_moment(family, "--strategy dfs" + bound, EstimateKind::kBounded, truth);
    }
  }
}

}  // namespace mcheck::estimate_range_test
