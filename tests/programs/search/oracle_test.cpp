// SPDX-License-Identifier: MIT
// Random programs in the table language are compared with a naive enumeration that shares no code
// with mcheck: same number of executions, same final states, same counts.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "engine/base/json.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/oracle/enumerate.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::oracle_test {
namespace {

using table::Statement;
using table::Word;
using Lines = std::vector<Statement>;
using States = std::map<std::string, std::uint64_t>;

const std::string kBinaries = MCHECK_BINARY_DIRECTORY "/";

// The generator may skip an unlock of a mutex that is not held, and a wait without the lock; the
// table language cannot. So only programs qualify in which every unlock follows a lock that no jump
// skips.
bool can_be_written(const Lines& lines) {
  bool held[table::kObjects] = {};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto o = static_cast<std::size_t>(lines[i].object);
    switch (lines[i].word) {
      case Word::kLock: held[o] = true; break;
      case Word::kTryLock:
        if (held[o]) return false;
        break;
      case Word::kUnlock:
        if (!held[o] && (i == 0 || lines[i - 1].word != Word::kTryLock)) return false;
        held[o] = false;
        break;
      case Word::kWait:
        if (!held[0]) return false;
        break;
      case Word::kSkipIfNot:
        if (i + 1 < lines.size() && lines[i + 1].word >= Word::kLock &&
            lines[i + 1].word <= Word::kWait) {
          return false;
        }
        break;
      default: break;
    }
  }
  return true;
}

std::string written(const Lines& lines, std::size_t at) {
  const Statement& s = lines[at];
  const std::string o = std::to_string(s.object);
  const std::string r = "r" + std::to_string(s.reg);
  const std::string v = " " + std::to_string(s.v);
  switch (s.word) {
    case Word::kLoad: return r + " = load x" + o;
    case Word::kStore: return "store x" + o + v;
    case Word::kAdd: return r + " = add x" + o + v;
    case Word::kExchange: return r + " = exchange x" + o + v;
    case Word::kCas: return r + " = cas x" + o + v + " " + std::to_string(s.w);
    case Word::kLock: return "lock m" + o;
    case Word::kUnlock: return "unlock m" + o;
    case Word::kTryLock: return r + " = trylock m" + o + "\nif " + r + " == 0 skip 1";
    case Word::kReadLock: return "rlock w" + o;
    case Word::kReadUnlock: return "runlock w" + o;
    case Word::kWriteLock: return "lock w" + o;
    case Word::kWriteUnlock: return "unlock w" + o;
    case Word::kWait: return "wait c" + o + " m0";
    case Word::kNotify: return "notify c" + o;
    case Word::kNotifyAll: return "notifyall c" + o;
    case Word::kAcquire: return "acquire s" + o;
    case Word::kRelease: return "release s" + o;
    case Word::kTryAcquire: return r + " = tryacquire s" + o;
    case Word::kAwait: return "await x" + o + v;
    case Word::kChoose: return r + " = choose" + v;
    case Word::kSkipIfNot:
      return "if " + r + " !=" + v + " skip " + (at + 1 < lines.size() ? "1" : "0");
    default: break;  // the older words are what random_program(seed, length) draws from
  }
  return "";
}

std::string written(const table::Program& program) {
  std::string text = "# mcheck table\n";
  for (const Lines& lines : program.threads) {
    text += "thread\n";
    for (std::size_t i = 0; i < lines.size(); ++i) text += "  " + written(lines, i) + "\n";
  }
  return text;
}

// What both sides know: all registers, all atomics, and whether a thread is stuck.
States states_of(const table::Enumeration& all) {
  States states;
  for (const auto& [state, count] : all.final_states) {
    // "T0 done 0 1, T1 stuck 0 0; x 1 0; d 0 0"
    std::istringstream words(state.substr(0, state.find("; d")));
    std::string numbers;
    for (std::string word; words >> word;) {
      if (std::isdigit(word[0]) != 0 || word[0] == '-')
        numbers += std::to_string(std::stoi(word)) + " ";
    }
    states[numbers + (state.find("stuck") == std::string::npos ? "done" : "stuck")] += count;
  }
  return states;
}

States states_of(const Json& result, std::size_t threads) {
  States states;
  for (const Json& state : result["final_states"].elements()) {
    std::string text;
    for (std::size_t t = 1; t <= threads; ++t) {
      for (int r = 0; r < table::kRegisters; ++r) {
        const std::string name = "T" + std::to_string(t) + ".r" + std::to_string(r);
        text += std::to_string(state["notes"][name].integer()) + " ";
      }
    }
    for (int x = 0; x < table::kObjects; ++x) {
      text += std::to_string(state["objects"]["x" + std::to_string(x)].integer()) + " ";
    }
    states[text + (state["ended"].text() == "finished" ? "done" : "stuck")] +=
        state["count"].natural();
  }
  return states;
}

void compare(const table::Program& program, const table::Enumeration& all) {
  const std::string text = written(program);
  const auto path = std::filesystem::temp_directory_path() /
                    ("mcheck_oracle_" + std::to_string(getpid()) + ".table");
  std::ofstream(path) << text;
  const ShellResult ran =
      run_shell(quoted(kBinaries + "mcheck") + " explore " + quoted(kBinaries + "table") +
                " --strategy dfs --races ignore --keep-going --final-states --json - -- " +
                quoted(path) + " 2>&1");
  std::filesystem::remove(path);
  INFO(text << "\n" << ran.out);
  REQUIRE(ran.code == (all.deadlocks > 0 ? 1 : 0));
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  const Json& result = std::get<Json>(parsed);
  CHECK(result["executions"].natural() == all.schedules);
  CHECK(states_of(result, program.threads.size()) == states_of(all));
}

}  // namespace

TEST_CASE("random tables have the executions and the final states that an enumeration finds") {
  constexpr int kWanted = 100;
  int compared = 0;
  for (std::uint64_t seed = 1; compared < kWanted; ++seed) {
    const table::Program program = table::random_program(seed, 4);
    bool can = true;
    for (const Lines& lines : program.threads) can = can && can_be_written(lines);
    if (!can) continue;
    const table::Enumeration all = table::enumerate(program, -1, 5'000);
    if (!all.complete) continue;
    ++compared;
    INFO("seed " << seed);
    compare(program, all);
  }
}

}  // namespace mcheck::oracle_test
