// SPDX-License-Identifier: MIT
// mcheck convert-sleeps: what sleeps order, and what takes their place.
#include <unistd.h>

#include <algorithm>
#include <numeric>

#include "engine/base/random.hpp"
#include "tests/programs/verdicts/expected.hpp"

namespace mcheck::expected::convert_sleeps_test {
namespace {

const std::string kMcheck = quoted(kBinaries + "mcheck");

// Each thread sleeps as many milliseconds as its arguments say, twice, and then takes a number. The
// last argument says which number each of them is to get.
const char* const kSorter = R"(#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

std::atomic<int> next{0};
int got[8];

int main(int argc, char** argv) {
  const int count = (argc - 1) / 2;
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([=] {
      std::this_thread::sleep_for(std::chrono::milliseconds(std::atoi(argv[1 + i]) / 2));
      std::this_thread::sleep_for(std::chrono::milliseconds(
          std::atoi(argv[1 + i]) - std::atoi(argv[1 + i]) / 2));
      got[i] = next.fetch_add(1);
    });
  }
  for (std::thread& each : threads) each.join();
  for (int i = 0; i < count; ++i) assert(got[i] == std::atoi(argv[1 + count + i]));
}
)";

class Program {
 public:
  explicit Program(const std::string& source)
      : folder_(std::filesystem::temp_directory_path() /
                ("mcheck-sleeps-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "sleeps.cpp") << source;
    const ShellResult built = run(kMcheck + " c++ -std=c++20 -g -O1 sleeps.cpp -o sleeps");
    INFO(built.out);
    REQUIRE(built.code == 0);
  }
  ~Program() { std::filesystem::remove_all(folder_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] ShellResult run(const std::string& command) const {
    return run_shell("cd " + quoted(folder_) + " && " + command + " 2>&1", 60);
  }

 private:
  std::filesystem::path folder_;
};

std::string words_of(const std::vector<int>& numbers) {
  std::string words;
  for (const int number : numbers) words += " " + std::to_string(number);
  return words;
}

const char* const kFailsAsleep = "fails even if sleeps alone order its threads";

}  // namespace

TEST_CASE("with sleeps as the only order threads run in the order of the times they sleep") {
  const Program program(kSorter);
  Random random(1);
  for (int round = 0; round < 10; ++round) {
    std::vector<int> ranks = {0, 1, 2};
    for (std::size_t i = ranks.size(); i > 1; --i) std::swap(ranks[i - 1], ranks[random.below(i)]);
    std::vector<int> times;
    for (const int rank : ranks)
      times.push_back(20 * (rank + 1) + static_cast<int>(random.below(9)));
    const ShellResult right =
        program.run(kMcheck + " convert-sleeps ./sleeps --" + words_of(times) + words_of(ranks));
    INFO(right.what << "\n" << right.out);
    CHECK(right.code == 0);
    CHECK_THAT(right.out, Catch::Contains("order ") && Catch::Contains("all pass"));
    std::ranges::reverse(ranks);  // another permutation: three are distinct
    const ShellResult wrong =
        program.run(kMcheck + " convert-sleeps ./sleeps --" + words_of(times) + words_of(ranks));
    INFO(wrong.what << "\n" << wrong.out);
    CHECK(wrong.code == 1);
    CHECK_THAT(wrong.out, Catch::Contains(kFailsAsleep));
  }
}

TEST_CASE("the file that replaces the sleeps forces their order") {
  const Program program(kSorter);
  const std::string words = " -- 30 10 1 0";
  const ShellResult converted =
      program.run(kMcheck + " convert-sleeps ./sleeps --emit-gates s.gates" + words);
  INFO(converted.out);
  REQUIRE(converted.code == 0);
  CHECK_THAT(converted.out, Catch::Contains("sleeps.cpp:16 and sleeps.cpp:17"));
  CHECK(program.run(kMcheck + " explore ./sleeps --quiet" + words).code == 1);
  const ShellResult forced = program.run(kMcheck + " explore ./sleeps --schedule s.gates" + words);
  INFO(forced.out);
  CHECK(forced.code == 0);
  CHECK_THAT(forced.out, !Catch::Contains("cannot follow"));
}

TEST_CASE("sleeps that order nothing are to be removed") {
  const Program program(
      "#include <atomic>\n#include <chrono>\n#include <thread>\n"
      "std::atomic<int> count{0};\n"
      "int main() {\n"
      "  std::thread other([] { ++count; });\n"
      "  std::this_thread::sleep_for(std::chrono::seconds(1));\n"
      "  other.join();\n"
      "  return count - 1;\n"
      "}\n");
  const ShellResult ran = program.run(kMcheck + " convert-sleeps ./sleeps --emit-gates s.gates");
  INFO(ran.out);
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, Catch::Contains("order nothing that matters"));
}

}  // namespace mcheck::expected::convert_sleeps_test
