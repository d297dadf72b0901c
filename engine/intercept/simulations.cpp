// SPDX-License-Identifier: MIT
#include "engine/intercept/simulations.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <mcheck/check.hpp>
#include <mcheck/detail/simulations.hpp>
#include <mcheck/program.hpp>

#include "engine/base/host_state.hpp"
#include "engine/intercept/inside.hpp"
#include "engine/model/program.hpp"
#include "engine/runtime/perform.hpp"

extern "C" int __cxa_atexit(void (*call)(void*), void* argument, void* library);
extern "C" void* __dso_handle;

namespace mcheck {
namespace {

using Simulation = mcheck_simulation;

constexpr unsigned kSecondsToLook = 10;

// A simulation that main() reaches, as the copy of the process reports it.
struct Found {
  const Simulation* simulation;
  bool looks;  // after each step; reported after the simulation itself
  int bound;
  unsigned threads;
  std::uint64_t executions;
  std::uint64_t steps;
  std::array<char, 32> strategy;
  std::array<char, 64> expected;
};

struct Test {
  const Simulation* simulation;
  std::string word;
  std::string description;
};

MCHECK_HOST_STATE Simulation* newest = nullptr;
MCHECK_HOST_STATE int told_to = -1;  // in the copy: the write end of a pipe
MCHECK_HOST_STATE constinit std::vector<Test> tests;
// The simulation that main() has reached in this execution.
MCHECK_WORLD_STATE const Simulation* begun = nullptr;

template <std::size_t kSize>
void put(std::array<char, kSize>& into, const char* text) {
  std::strncpy(into.data(), text, kSize - 1);
}

void tell(const Found& found) {
  if (write(told_to, &found, sizeof found) != sizeof found) _exit(1);
}

std::vector<Found> read_found(int from) {
  std::vector<Found> all;
  Found found{};
  for (ssize_t size = 0; (size = read(from, &found, sizeof found)) != 0;) {
    if (size == -1 && errno == EINTR) continue;
    if (size != sizeof found) break;
    const auto known = std::find_if(all.begin(), all.end(), [&](const Found& one) {
      return one.simulation == found.simulation;
    });
    if (known == all.end()) {
      all.push_back(found);
    } else if (found.looks) {
      known->looks = true;
    }
  }
  return all;
}

[[noreturn]] void look(Main main, int count, char** words, int to) {
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
  alarm(kSecondsToLook);
  told_to = to;
  main(count, words, environ);
  _exit(0);
}

// Empty if main() cannot run outside of an execution.
std::vector<Found> look_in_copy(Main main, int count, char** words) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  const pid_t copy = fork();
  if (copy == 0) look(main, count, words, ends[1]);
  close(ends[1]);
  std::vector<Found> found = read_found(ends[0]);
  close(ends[0]);
  int status = 0;
  while (copy > 0 && waitpid(copy, &status, 0) == -1 && errno == EINTR) {
  }
  return found;
}

// In the order of their registration.
std::vector<Found> all_that_exist() {
  std::vector<Found> all;
  for (const Simulation* one = newest; one != nullptr; one = one->next) {
    all.push_back({.simulation = one, .looks = false, .bound = -1});
  }
  std::reverse(all.begin(), all.end());
  return all;
}

bool is_taken(const std::string& word) {
  return std::any_of(tests.begin(), tests.end(),
                     [&](const Test& test) { return test.word == word; });
}

// "space::order_test<1>" as one word: "order_test_1". No other test has the same.
std::string word_of(const Simulation& simulation) {
  std::string_view name(simulation.name, simulation.length);
  const std::size_t space = name.substr(0, name.find('<')).rfind("::");
  if (space != std::string_view::npos) name.remove_prefix(space + 2);
  std::string word;
  for (const char letter : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(letter)) != 0;
    if (plain) word += letter;
    if (!plain && !word.empty() && word.back() != '_') word += '_';
  }
  while (!word.empty() && word.back() == '_') word.pop_back();
  if (word.empty()) word = "simulation";
  const std::string first = word;
  for (int number = 2; is_taken(word); ++number) word = first + "_" + std::to_string(number);
  return word;
}

std::string description_of(const Found& found) {
  const std::string of =
      found.threads == 0 ? "" : " of " + std::to_string(found.threads) + " thread";
  const std::string expects =
      found.expected[0] == '\0' ? "" : ", expects " + std::string(found.expected.data());
  return "a simulation" + of + (found.threads > 1 ? "s" : "") + expects;
}

SearchWish wish_of(const Found& found) {
  SearchWish wish{.strategy = found.strategy.data(),
                  .bound = found.bound,
                  .executions = found.executions,
                  .steps = found.steps};
  if (wish.strategy.empty() && found.looks) wish.strategy = "dfs";
  return wish;
}

const Simulation* asked_for() {
  for (const Test& test : tests) {
    if (test.word == running_test()) return test.simulation;
  }
  return nullptr;
}

}  // namespace

bool register_simulations(Main main, int count, char** words, void (*body)()) {
  if (newest == nullptr) return false;
  std::vector<Found> found = look_in_copy(main, count, words);
  if (found.empty()) found = all_that_exist();
  tests.reserve(found.size());  // names must not move
  for (const Found& one : found) {
    tests.push_back({one.simulation, word_of(*one.simulation), description_of(one)});
    const Test& test = tests.back();
    new detail::Registration(test.word.c_str(), body, test.description.c_str());
    set_wish(test.word, wish_of(one));
  }
  return true;
}

void require_simulation() {
  if (tests.empty()) return;
  const auto at_exit = [](void*) {
    if (!on_model_thread() || passes_through() || begun != nullptr) return;
    refuse_call("main() ended before it came to this simulation");
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
  if (told_to >= 0) {
    Found found{.simulation = simulation,
                .looks = false,
                .bound = wish->bound,
                .threads = wish->threads,
                .executions = wish->executions,
                .steps = wish->steps};
    put(found.strategy, wish->strategy);
    put(found.expected, wish->expected);
    tell(found);
    return mcheck_simulation_look;
  }
  if (!on_model_thread()) return mcheck_simulation_skip;
  if (passes_through()) {
    return wish->expected[0] == '\0' ? mcheck_simulation_run : mcheck_simulation_skip;
  }
  if (begun != nullptr || simulation != asked_for()) return mcheck_simulation_skip;
  begun = simulation;
  return mcheck_simulation_run;
}

void mcheck_simulation_looks(const mcheck_simulation* simulation) {
  using namespace mcheck;
  if (told_to >= 0) return tell({.simulation = simulation, .looks = true});
  if (!on_model_thread() || !leaves_schedules_out()) return;
  refuse_call(
      "the simulation looks at its state after each step, and this strategy leaves schedules out "
      "that pass through other states: --strategy dfs leaves none out");
}

int mcheck_simulation_chooses(int count) {
  return mcheck::on_model_thread() ? mcheck::choose(count) : 0;
}
}
// NOLINTEND
