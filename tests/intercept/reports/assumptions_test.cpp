// SPDX-License-Identifier: MIT
// The lines under `assumed:` are exactly what this search could not establish itself.
#include <algorithm>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::assumptions_test {
namespace {

const std::string kOrder = "memory is sequentially consistent";
const std::string kSizes = "atomics that share bytes have the same size and address";

// The assumptions of a verified program that start with `begin`.
std::vector<std::string> assumed(const std::string& begin, const std::string& what,
                                 const std::string& options = "") {
  const Json result = result_of("assumptions", options, quoted(what));
  INFO(what << " " << options << ": " << result.dump());
  CHECK(result["verdict"].text() == "verified");
  std::vector<std::string> lines = result["assumptions"].texts();
  std::erase_if(lines, [&](const std::string& line) { return !line.starts_with(begin); });
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

// A race is a bug, so a verified program has none; then the standard allows no other order.
TEST_CASE("a program without weaker orders and races is sequentially consistent") {
  for (const char* what : {"locks", "sequential"}) {
    for (const char* how : {"", "--strategy dfs", "--isolate fork", "--points all", "--bound 9"}) {
      CHECK(assumed(kOrder, what, how).empty());
    }
  }
}

TEST_CASE("where weaker orders were used, a verdict says so and names the first object") {
  const std::string weaker = kOrder + " (weaker orders are used, first of ";
  for (const char* what : {"weak store", "weak failure"}) {
    for (const char* how : {"--memory sc", "--memory sc --isolate fork", "--bound 9"})
      CHECK(assumed(kOrder, what, how) == Lines{weaker + "`flag`: try --memory rc11)"});
    CHECK(assumed(kOrder, what).empty());  // it was searched under RC11
  }
  const Lines fence{weaker + "a fence: try --memory rc11)"};
  CHECK(assumed(kOrder, "weak fence", "--memory sc") == fence);
  CHECK(
      assumed(kOrder, "weak fence").empty());  // with all accesses seq_cst, it orders nothing more
  CHECK(assumed(kOrder, "thread-specific").empty());  // though the engine numbers keys
  CHECK(assumed(kOrder, "permits").size() == 1);      // sem_getvalue may return an earlier value
}

// Executions that were left out may have races.
TEST_CASE("what was not searched whole is taken to be sequentially consistent") {
  CHECK(assumed(kOrder, "locks", "--jobs 2") == Lines{kOrder});
  CHECK(assumed(kOrder, "sequential", "--bound 0") == Lines{kOrder});
  CHECK(assumed(kOrder, "sequential", "--races ignore --points all") == Lines{kOrder});
}

TEST_CASE("atomics of different sizes that share bytes are not verified") {
  for (const std::string_view what : {"half and whole", "half and look", "half and two words"}) {
    for (const std::string_view how : {"", "--strategy dfs", "--isolate fork", "--jobs 2"}) {
      const Json result = result_of("assumptions", std::string(how), quoted(std::string(what)));
      INFO(what << " " << how << ": " << result.dump());
      CHECK(result["verdict"].text() == "incomplete");
      CHECK(result["reason"].text().starts_with("unordered atomic accesses of different sizes"));
    }
  }
  CHECK(assumed(kSizes, "two looks") == Lines{kSizes});
  CHECK(assumed(kSizes, "one after the other") == Lines{kSizes});
  for (const char* how : {"", "--isolate fork", "--jobs 2"}) {
    CHECK(assumed(kSizes, "beside each other", how).empty());
    CHECK(assumed(kSizes, "sequential", how).empty());
  }
}

TEST_CASE("a verdict names the calls that are judged in part") {
  const std::pair<const char*, const char*> parts[] = {
      {"alarm", "no signal of alarm or setitimer arrives"},
      {"crash handler", "handlers of crashes and of SIGALRM"},
      {"poll", "poll, select and epoll_wait find the same"},
      {"flockfile", "no thread prints to a stream"},
      {"raise", "a signal handler has the same effect"},
      {"two clocks", "of clock reads in two threads that nothing orders"},
  };
  for (const auto& [what, line] : parts) {
    CHECK(assumed(line, what).size() == 1);
    CHECK(assumed(line, what, "--isolate fork").size() == 1);
    CHECK(assumed(line, "locks").empty());
    CHECK(assumed(line, "one clock").empty());
  }
}

}  // namespace mcheck::unmodified_programs::assumptions_test
