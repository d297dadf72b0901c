// SPDX-License-Identifier: MIT
// A search keeps only its outstanding tasks: memory does not grow with what was explored.
#include <sys/resource.h>
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include "engine/base/json.hpp"
#include "tests/programs/search/shared_search.hpp"

namespace mcheck::memory_test {
namespace {

// Of the largest child process so far, the checked program included.
long max_kilobytes() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return used.ru_maxrss;
}

std::uint64_t executions_of(const std::string& what) {
  const ShellResult ran = run_shell(kBinaries + "mcheck explore " + kBinaries + what);
  INFO(ran.out);
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(parsed)["executions"].natural();
}

// The resources of a process at one moment.
struct ResourceUse {
  pid_t process = 0;
  long kilobytes = 0;
  long files = 0;
};

// Of the only child of `parent`; adds nothing if it does not exist or is ending.
void sample_child(pid_t parent, std::vector<ResourceUse>& samples) {
  const std::string own = "/proc/" + std::to_string(parent);
  pid_t child = 0;
  std::ifstream(own + "/task/" + std::to_string(parent) + "/children") >> child;
  const std::string folder = "/proc/" + std::to_string(child);
  ResourceUse now{.process = child, .kilobytes = 0, .files = 0};
  std::ifstream status(folder + "/status");
  for (std::string word; status >> word;) {
    if (word == "VmRSS:") status >> now.kilobytes;
  }
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder + "/fd", error), end; !error && at != end;
       at.increment(error)) {
    ++now.files;
  }
  if (!error && now.kilobytes > 0) samples.push_back(now);
}

// Explores the program, and samples its process 50 times a second.
std::vector<ResourceUse> sample_while_exploring(const std::string& program,
                                                const std::string& json) {
  const std::string command = kBinaries + "mcheck";
  const std::string binary = kBinaries + "unmodified/" + program;
  const pid_t pid = fork();
  REQUIRE(pid >= 0);
  if (pid == 0) {
    // A fixed strategy: a final sample would add the memory of its own search.
    execl(command.c_str(), "mcheck", "explore", binary.c_str(), "--strategy", "trust",
          "--executions", "10000", "--json", json.c_str(), "--quiet", nullptr);
    _exit(127);
  }
  std::vector<ResourceUse> samples;
  while (waitpid(pid, nullptr, WNOHANG) == 0) {
    sample_child(pid, samples);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return samples;
}

}  // namespace

TEST_CASE("147,456 classes are searched within 64 MB") {
  CHECK(executions_of("families --json - --test lastzero -- 15") == 147'456);
  CHECK(max_kilobytes() < 64 * 1024);
}

TEST_CASE("executions of ten thousand steps take no more memory when there are many of them") {
  const TemporaryFile file("deep");
  std::ofstream out(file.path());
  for (int thread = 0; thread < 2; ++thread) {
    out << "thread\n";
    for (int i = 0; i < 4'990; ++i) out << "add y" << thread << " 1\n";
    for (int i = 0; i < 3; ++i) out << "store x " << thread << "\nload x\n";
  }
  out.close();
  const std::string rest = " --strategy trust --json - -- " + file.path();
  CHECK(executions_of("table --executions 60" + rest) == 60);
  const long few = max_kilobytes();
  CHECK(executions_of("table --executions 300" + rest) == 300);
  CHECK(max_kilobytes() < few + few / 8);
}

// Only the search grows, here by some 20 bytes an execution.
TEST_CASE("ten thousand executions in one process leak neither memory nor files") {
  for (const char* program : {"kitchen_sink", "kitchen_sink_atomics", "kitchen_sink_c"}) {
    INFO(program);
    const TemporaryFile json("sink");
    const std::vector<ResourceUse> samples = sample_while_exploring(program, json.path());
    std::ifstream file(json.path());
    const auto result = Json::parse(std::string{std::istreambuf_iterator<char>(file), {}});
    REQUIRE(std::holds_alternative<Json>(result));
    CHECK(std::get<Json>(result)["executions"].natural() == 10'000);
    CHECK(std::get<Json>(result)["failures"].elements().empty());
    REQUIRE(samples.size() > 20);
    const ResourceUse& early = samples[samples.size() / 5];
    const ResourceUse& late = samples[samples.size() - 2];
    CHECK(late.process == early.process);
    CHECK(late.files == early.files);
    CHECK(late.kilobytes <= early.kilobytes + 1024);
  }
}

}  // namespace mcheck::memory_test
