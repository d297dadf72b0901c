// SPDX-License-Identifier: MIT
// Random programs with atomic sections.
#include <algorithm>

#include "engine/base/random.hpp"
#include "tests/support/oracle/sections.hpp"

namespace sections {
namespace {

// What the program of a seed contains.
struct Theme {
  bool locks = false;
  bool waits = false;
  bool assumes = false;
  bool checks = false;
};

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {
    theme_ = {.locks = one_in(2), .waits = one_in(4), .assumes = one_in(4), .checks = one_in(2)};
  }

  Program write() {
    Program program;
    const int threads = 2 + below(2);
    int left = threads == 2 ? 8 : 9;
    for (int t = 0; t < threads; ++t) {
      std::vector<Statement>& statements = program.threads.emplace_back();
      for (int items = 1 + below(3); items > 0 && left > 0; --items) {
        left -= one_in(2) ? add_section(statements, 0) : add(statements);
      }
    }
    if (one_in(6)) start_last_by_statement(program);
    return program;
  }

 private:
  int below(int n) { return static_cast<int>(random_.below(static_cast<std::uint64_t>(n))); }
  bool one_in(int n) { return below(n) == 0; }

  // Returns how many statements it has added.
  int add(std::vector<Statement>& statements) {
    const int object = below(kObjects);
    if (theme_.locks && one_in(3)) {
      statements.push_back({one_in(2) ? Word::kLock : Word::kUnlock, object, 0});
    } else if (theme_.waits && one_in(3)) {
      statements.push_back({one_in(2) ? Word::kWait : Word::kNotify, object, 0});
    } else if (theme_.assumes && one_in(5)) {
      statements.push_back({Word::kAssume, 0, below(2)});
    } else if (theme_.checks && one_in(4)) {
      statements.push_back({Word::kCheck, 0, 1 + below(3)});
    } else {
      const Word words[] = {Word::kLoad, Word::kStore, Word::kAdd};
      statements.push_back({words[below(3)], object, 1 + below(2)});
    }
    return 1;
  }

  int add_section(std::vector<Statement>& statements, int depth) {
    statements.push_back({Word::kBegin, 0, 0});
    int added = 0;
    for (int count = 1 + below(3); count > 0; --count) {
      const bool nested = depth == 0 && one_in(8);
      added += nested ? add_section(statements, depth + 1) : add(statements);
    }
    statements.push_back({Word::kEnd, 0, 0});
    return added;
  }

  // In the first thread, within a section or not.
  void start_last_by_statement(Program& program) {
    std::vector<Statement>& starter = program.threads.front();
    const int last = static_cast<int>(program.threads.size()) - 1;
    const int place = below(static_cast<int>(starter.size()) + 1);
    starter.insert(starter.begin() + place, {Word::kSpawn, 0, last});
  }

  mcheck::Random random_;
  Theme theme_;
};

}  // namespace

Program random_program(std::uint64_t seed) { return Writer(seed).write(); }

}  // namespace sections
