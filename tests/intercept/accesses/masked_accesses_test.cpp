// SPDX-License-Identifier: MIT
// Scheduling points at plain accesses of different sizes to the same bytes (--points all): the
// final values of random programs, compared with all their interleavings.
#include "tests/intercept/accesses/masked_accesses.hpp"

#include <set>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::masked_accesses_test {
namespace {

using Results = std::set<std::int64_t>;

// The canary is wrong: it calls only equal accesses dependent, and so leaves out one order of two
// that overlap.
bool depend(const masked::Access& a, const masked::Access& b, bool canary) {
  if (!a.write && !b.write) return false;
  if (canary) return a.offset == b.offset && a.size == b.size;
  return a.offset < b.offset + b.size && b.offset < a.offset + a.size;
}

struct Interleaving {
  const masked::Program& program;
  bool canary = false;
  std::array<std::uint8_t, masked::kBytes> memory{};
  std::array<std::uint64_t, masked::kMostThreads> sums{0, 1, 2};
  std::array<unsigned, masked::kMostThreads> done{};
  std::vector<std::pair<unsigned, masked::Access>> trace{};

  void run(unsigned thread) {
    const masked::Access& access = program.accesses_of[thread][done[thread]++];
    trace.emplace_back(thread, access);
    if (access.write) {
      for (unsigned i = 0; i < access.size; ++i) memory[access.offset + i] = access.value;
      return;
    }
    std::uint64_t value = 0;
    for (unsigned i = access.size; i-- > 0;) value = value << 8 | memory[access.offset + i];
    sums[thread] = masked::mix(sums[thread], value);
  }

  // Of independent neighbours the lower thread comes first.
  [[nodiscard]] bool is_first_of_its_class() const {
    for (std::size_t i = 1; i < trace.size(); ++i) {
      const auto& [one, first] = trace[i - 1];
      const auto& [other, second] = trace[i];
      if (other < one && !depend(first, second, canary)) return false;
    }
    return true;
  }

  void collect(Results& results) const {
    bool more = false;
    for (unsigned t = 0; t < program.threads; ++t) {
      if (done[t] == program.accesses) continue;
      more = true;
      Interleaving next = *this;
      next.run(t);
      next.collect(results);
    }
    if (more || !is_first_of_its_class()) return;
    std::uint64_t sum = 0;
    for (unsigned t = 0; t < program.threads; ++t) sum = masked::mix(sum, sums[t]);
    for (const std::uint8_t byte : memory) sum = masked::mix(sum, byte);
    results.insert(masked::final_value(sum));
  }
};

Results all_results(const masked::Program& program, bool canary = false) {
  Results results;
  Interleaving{.program = program, .canary = canary}.collect(results);
  return results;
}

Results explored_results(const std::string& options, std::uint64_t seed) {
  const Json result =
      result_of("masked_accesses", "--points all --races ignore --final-states " + options,
                std::to_string(seed));
  CHECK(result["verdict"].text() == "verified");
  Results results;
  for (const Json& state : result["final_states"].elements()) {
    for (const auto& [name, value] : state["objects"].members()) {
      if (name.ends_with("came_to")) results.insert(value.integer());
    }
  }
  return results;
}

}  // namespace

TEST_CASE("accesses of different sizes that overlap are run in both orders") {
  int noticed = 0;
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    INFO(seed);
    const masked::Program program = masked::program_of(seed);
    const Results all = all_results(program);
    for (const std::string strategy : {"optimal", "odpor"}) {
      INFO(strategy);
      REQUIRE(explored_results("--strategy " + strategy, seed) == all);
    }
    if (seed % 6 == 0) REQUIRE(explored_results("--jobs 2", seed) == all);
    if (all_results(program, true) != all) ++noticed;
  }
  CHECK(noticed > 8);
}

}  // namespace mcheck::unmodified_programs::masked_accesses_test
