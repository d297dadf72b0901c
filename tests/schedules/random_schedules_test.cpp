// SPDX-License-Identifier: MIT
// Random schedules of events and gates at operations of random programs: each reduction reaches the
// same final states, and reports the same kinds of failures, as a search of every schedule. So a
// schedule forces the same executions for each, and what it does at an operation is no step that
// others can come before.
#include <set>

#include "engine/base/random.hpp"
#include "tests/schedules/built_folder.hpp"

namespace mcheck::expected::random_schedules_test {
namespace {

// Each thread performs the operations that the letters of its argument stand for. What they result
// in is a part of the final state.
const char* const kInterpreter = R"(
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
std::atomic<int> x{0}, y{0};
std::atomic<unsigned long> seen{0};
std::mutex m;
std::condition_variable c;
int p = 0;
unsigned long results[2];
void run(unsigned long letters, unsigned long* to) {
  unsigned long result = 0;
  int last = 0;
  for (; letters != 0; letters >>= 8) {
    switch (static_cast<char>(letters)) {
      case 'l': last = x.load(); break;
      case 's': x.store(last + 5); break;
      case 'a': last = x.fetch_add(1); break;
      case 'k': x.compare_exchange_strong(last, last + 2); break;
      case 'd': last = y.fetch_sub(3); break;
      case 'o': last = y.fetch_or(8); break;
      case 'e': last = y.exchange(last + 7); break;
      case 'r': last = p; break;
      case 'w': p = last + 1; break;
      case 'L': { const std::lock_guard lock(m); last = x.fetch_add(2); break; }
      case 'T': if (m.try_lock()) last += 9, m.unlock(); break;
      case 'W': { std::unique_lock lock(m); c.wait(lock); break; }
      case 'N': { const std::lock_guard lock(m); c.notify_one(); break; }
    }
    result = result * 31 + last;
  }
  *to = result;
}
unsigned long packed(const char* word) {
  unsigned long letters = 0;
  while (*word != '\0') letters = letters << 8 | *word++;
  return letters;
}
int main(int, char** words) {
  std::thread one(run, packed(words[1]), &results[0]), two(run, packed(words[2]), &results[1]);
  one.join(), two.join();
  seen.store(results[0] * 1000003 + results[1] * 101 + p);
}
)";

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return random_.below(limit); }
  std::string one_of(const std::vector<std::string>& all) { return all[below(all.size())]; }

  // One rule waits for what the other one does.
  std::string schedule(const std::vector<std::string>& locations) {
    const bool has_gate = below(3) == 0;
    const std::string first = rule(locations) + (has_gate ? ": open g\n" : ": event a\n");
    const std::string second = rule(locations) + (has_gate ? ": wait g\n" : ": event b\n");
    const std::string third = below(2) == 0 && !has_gate ? rule(locations) + ": event a\n" : "";
    return "schedule 1\n" + std::string(has_gate ? "gate g\n" : "") + first + second + third +
           (has_gate        ? ""
            : below(4) == 0 ? "order [a] -> b\n"
                            : "order a -> b\n");
  }

 private:
  std::string rule(const std::vector<std::string>& locations) {
    std::string text = "at " + one_of(locations);
    if (below(2) == 0) text += below(2) == 0 ? " by T1" : " by T2";
    if (below(3) == 0) text += " time " + std::to_string(1 + below(2));
    return text;
  }

  Random random_;
};

// The final states, without how often each was reached, and the kinds of failures.
std::set<std::string> ends_in(const std::string& output) {
  std::set<std::string> ends;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("bug: ")) ends.insert(line.substr(0, 10));
    const std::size_t sign = line.find("× ");
    if (sign == std::string::npos) continue;
    const std::string end = line.substr(sign);
    ends.insert(end.substr(0, end.find("T1.r0")));  // without registers: the line is cut off
  }
  return ends;
}

// With the strategy `all`, which reverses more than races. REQUIRES: the schedule is in s.gates.
void require_agreement(const BuiltFolder& folder, const std::string& all,
                       const std::string& program, const std::string& arguments) {
  const auto explored = [&](const std::string& strategy) {
    return folder.run(kMcheck + " explore " + program +
                      " --schedule s.gates --keep-going --minimise off --final-states "
                      "--strategy " +
                      strategy + " -- " + arguments);
  };
  const ShellResult every = explored(all);
  INFO(program << " -- " << arguments << "\n" << every.out);
  REQUIRE((every.code == 0 || every.code == 1));
  for (const char* strategy : {"optimal", "trust", "odpor", "source"}) {
    const ShellResult reduced = explored(strategy);
    INFO(strategy << "\n" << reduced.out);
    REQUIRE(reduced.code == every.code);
    REQUIRE(ends_in(reduced.out) == ends_in(every.out));
  }
}

}  // namespace

TEST_CASE("every reduction finds what all schedules of an unmodified program lead to") {
  const BuiltFolder folder;
  folder.write("interpreter.cpp", kInterpreter);
  folder.build("interpreter.cpp -o interpreter");
  const std::vector<std::string> letters = {"l", "s", "a", "a", "k", "d", "o",
                                            "e", "L", "T", "W", "N", "r", "w"};
  const std::vector<std::string> locations = {
      "load x",      "store x",    "fetch_add x", "fetch_add x", "compare_exchange x",
      "fetch_sub y", "fetch_or y", "exchange y",  "read p",      "write p",
      "lock m",      "unlock m",   "try_lock m",  "wait c",      "notify_one c",
      "access x",    "access y"};
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    Draw draw(seed);
    const bool has_plain_data = draw.below(3) == 0;
    const std::string options = has_plain_data ? " --points all --races ignore" : "";
    const auto word = [&] {
      std::string drawn;
      while (drawn.size() < (has_plain_data ? 2 : 3))
        drawn += letters[draw.below(letters.size() - (has_plain_data ? 0 : 2))];
      return drawn;
    };
    const std::string one = word();
    const std::string two = word();
    const std::string schedule = draw.schedule(locations);
    folder.write("s.gates", schedule);
    INFO("seed " << seed << "\n" << schedule);
    // Plain data has too many schedules.
    require_agreement(folder, has_plain_data ? "sleep" : "dfs", "./interpreter" + options,
                      one + " " + two);
  }
}

TEST_CASE("every reduction finds what all schedules of a program for the headers lead to") {
  const BuiltFolder folder;
  const std::vector<std::string> statements = {
      "r0 = load x",       "store x 5",      "r0 = add x 1",       "r1 = add x 2",
      "r0 = exchange x 7", "r1 = cas x 1 9", "lock m\n  unlock m", "r0 = add y r1"};
  const std::vector<std::string> locations = {
      "load x", "store x",  "fetch_add x",        "exchange x",
      "lock m", "unlock m", "compare_exchange x", "fetch_add y"};
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    Draw draw(seed);
    std::string program;
    for (const char* const result : {"a", "b"}) {
      program += "thread\n";
      for (int i = 0; i < 3; ++i) program += "  " + draw.one_of(statements) + "\n";
      for (const char* const from : {"0", "1"})
        program += std::string("  store ") + result + from + " r" + from + "\n";
    }
    folder.write("p.table", program);
    const std::string schedule = draw.schedule(locations);
    folder.write("s.gates", schedule);
    INFO("seed " << seed << "\n" << program << schedule);
    require_agreement(folder, "dfs", quoted(kBinaries + "table"), "p.table");
  }
}

}  // namespace mcheck::expected::random_schedules_test
