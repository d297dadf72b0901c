// SPDX-License-Identifier: MIT
#include "engine/intercept/program/simulations.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <mcheck/check.hpp>
#include <mcheck/detail/simulations.hpp>
#include <mcheck/program.hpp>

#include "engine/base/host_state.hpp"
#include "engine/intercept/program/program_call.hpp"
#include "engine/model/program.hpp"
#include "engine/runtime/machine/perform.hpp"

extern "C" int __cxa_atexit(void (*call)(void*), void* argument, void* library);
extern "C" void* __dso_handle;

namespace mcheck {
namespace {

using Simulation = mcheck_simulation;

constexpr unsigned kDiscoverySeconds = 10;

// A simulation that main() reaches, as the copy of the process reports it.
struct FoundSimulation {
  const Simulation* simulation;
  bool checks_states;  // after each step; reported after the simulation itself
  int bound;
  unsigned threads;
  std::uint64_t executions;
  std::uint64_t steps;
  std::array<char, 32> strategy;
  std::array<char, 64> expected;
};

struct Test {
  const Simulation* simulation;
  std::string test_name;
  std::string description;
};

MCHECK_HOST_STATE Simulation* newest = nullptr;
MCHECK_HOST_STATE int report_pipe = -1;  // in the copy: the write end of a pipe
MCHECK_HOST_STATE constinit std::vector<Test> tests;
MCHECK_HOST_STATE constinit std::vector<std::unique_ptr<detail::Registration>> registrations;
// The simulation that main() has reached in this execution.
MCHECK_PROGRAM_STATE const Simulation* current_simulation = nullptr;

template <std::size_t kSize>
void copy_text(std::array<char, kSize>& into, const char* text) {
  std::strncpy(into.data(), text, kSize - 1);
}

void report_found(const FoundSimulation& found) {
  if (write(report_pipe, &found, sizeof found) != sizeof found) _exit(1);
}

std::vector<FoundSimulation> read_found(int from) {
  std::vector<FoundSimulation> all;
  FoundSimulation found{};
  for (ssize_t size = 0; (size = read(from, &found, sizeof found)) != 0;) {
    if (size == -1 && errno == EINTR) continue;
    if (size != sizeof found) break;
    const auto known = std::find_if(all.begin(), all.end(), [&](const FoundSimulation& one) {
      return one.simulation == found.simulation;
    });
    if (known == all.end()) {
      all.push_back(found);
    } else if (found.checks_states) {
      known->checks_states = true;
    }
  }
  return all;
}

[[noreturn]] void discover(Main main, int count, char** argv, int to) {
  const int null_device = open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(null_device, stream);
  alarm(kDiscoverySeconds);
  report_pipe = to;
  main(count, argv, environ);
  _exit(0);
}

// Empty if main() cannot run outside of an execution.
std::vector<FoundSimulation> discover_in_copy(Main main, int count, char** argv) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  const pid_t copy = fork();
  if (copy == 0) discover(main, count, argv, ends[1]);
  close(ends[1]);
  std::vector<FoundSimulation> found = read_found(ends[0]);
  close(ends[0]);
  int status = 0;
  while (copy > 0 && waitpid(copy, &status, 0) == -1 && errno == EINTR) {
  }
  return found;
}

// In the order of their registration.
std::vector<FoundSimulation> all_registered() {
  std::vector<FoundSimulation> all;
  for (const Simulation* one = newest; one != nullptr; one = one->next) {
    all.push_back({.simulation = one, .checks_states = false, .bound = -1});
  }
  std::reverse(all.begin(), all.end());
  return all;
}

bool name_exists(const std::string& test_name) {
  return std::any_of(tests.begin(), tests.end(),
                     [&](const Test& test) { return test.test_name == test_name; });
}

// "space::order_test<1>" as one word: "order_test_1". No other test has the same.
std::string test_name_of(const Simulation& simulation) {
  std::string_view name(simulation.name, simulation.length);
  const std::size_t namespace_end = name.substr(0, name.find('<')).rfind("::");
  if (namespace_end != std::string_view::npos) name.remove_prefix(namespace_end + 2);
  std::string test_name;
  for (const char letter : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(letter)) != 0;
    if (plain) test_name += letter;
    if (!plain && !test_name.empty() && test_name.back() != '_') test_name += '_';
  }
  while (!test_name.empty() && test_name.back() == '_') test_name.pop_back();
  if (test_name.empty()) test_name = "simulation";
  const std::string first = test_name;
  for (int number = 2; name_exists(test_name); ++number)
    test_name = first + "_" + std::to_string(number);
  return test_name;
}

std::string description_of(const FoundSimulation& found) {
  const std::string of =
      found.threads == 0 ? "" : " of " + std::to_string(found.threads) + " thread";
  const std::string expects =
      found.expected[0] == '\0' ? "" : ", expects " + std::string(found.expected.data());
  return "a simulation" + of + (found.threads > 1 ? "s" : "") + expects;
}

SearchPreference search_wish_of(const FoundSimulation& found) {
  SearchPreference wish{.strategy = found.strategy.data(),
                        .bound = found.bound,
                        .executions = found.executions,
                        .steps = found.steps};
  if (wish.strategy.empty() && found.checks_states) wish.strategy = "dfs";
  return wish;
}

const Simulation* requested_simulation() {
  for (const Test& test : tests) {
    if (test.test_name == running_test()) return test.simulation;
  }
  return nullptr;
}

}  // namespace

bool register_simulations(Main main, int count, char** argv, void (*body)()) {
  if (newest == nullptr) return false;
  std::vector<FoundSimulation> found = discover_in_copy(main, count, argv);
  if (found.empty()) found = all_registered();
  tests.reserve(found.size());  // names must not move
  for (const FoundSimulation& one : found) {
    tests.push_back({one.simulation, test_name_of(*one.simulation), description_of(one)});
    const Test& test = tests.back();
    registrations.push_back(std::make_unique<detail::Registration>(test.test_name.c_str(), body,
                                                                   test.description.c_str()));
    set_search_preference(test.test_name, search_wish_of(one));
  }
  return true;
}

void require_simulation() {
  if (tests.empty()) return;
  const auto at_exit = [](void*) {
    if (!on_model_thread() || passes_through() || current_simulation != nullptr) return;
    reject_call("main() ended before it reached this simulation");
  };
  __cxa_atexit(at_exit, nullptr, &__dso_handle);  // std::atexit is not in libc.so
}

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

void mcheck_simulation_exists(mcheck_simulation* simulation) {
  simulation->next = mcheck::newest;
  mcheck::newest = simulation;
}

mcheck_simulation_task mcheck_simulation_begins(const mcheck_simulation* simulation,
                                                const mcheck_simulation_wish* wish) {
  using namespace mcheck;
  if (report_pipe >= 0) {
    FoundSimulation found{.simulation = simulation,
                          .checks_states = false,
                          .bound = wish->bound,
                          .threads = wish->threads,
                          .executions = wish->executions,
                          .steps = wish->steps};
    copy_text(found.strategy, wish->strategy);
    copy_text(found.expected, wish->expected);
    report_found(found);
    return mcheck_simulation_look;
  }
  if (!on_model_thread()) return mcheck_simulation_skip;
  if (passes_through()) {
    return wish->expected[0] == '\0' ? mcheck_simulation_run : mcheck_simulation_skip;
  }
  if (current_simulation != nullptr || simulation != requested_simulation())
    return mcheck_simulation_skip;
  current_simulation = simulation;
  return mcheck_simulation_run;
}

void mcheck_simulation_looks(const mcheck_simulation* simulation) {
  using namespace mcheck;
  if (report_pipe >= 0) return report_found({.simulation = simulation, .checks_states = true});
  if (!on_model_thread() || !is_reducing()) return;
  reject_call(
      "the simulation checks its state after each step, and this strategy omits schedules "
      "that reach other states: --strategy dfs omits none");
}

int mcheck_simulation_chooses(int count) {
  return mcheck::on_model_thread() ? mcheck::choose(count) : 0;
}
}
// NOLINTEND
