// SPDX-License-Identifier: MIT
#include "tests/support/table.hpp"

#include <array>

namespace table {
namespace {

constexpr std::array<const char*, 21> kNames = {
    "load",      "store",    "add",        "exchange",   "cas",         "lock",   "unlock",
    "trylock",   "readlock", "readunlock", "writelock",  "writeunlock", "wait",   "notify",
    "notifyall", "acquire",  "release",    "tryacquire", "await",       "choose", "skipifnot"};

// xorshift64*, so that a seed means the same everywhere and nothing of mcheck is used here.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed * 2654435769u + 88172645463325252ull) {}
  int below(int n) {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<int>((state_ * 2685821657736338717ull >> 33) % static_cast<unsigned>(n));
  }

 private:
  std::uint64_t state_;
};

void add_section(Draw& draw, std::vector<Statement>& thread) {
  const int object = draw.below(kObjects);
  const int reg = draw.below(kRegisters);
  switch (draw.below(6)) {
    case 0:
      thread.push_back({Word::kLock, object});
      if (draw.below(2) == 0) thread.push_back({Word::kAdd, 0, reg, 1});
      if (draw.below(8) != 0) thread.push_back({Word::kUnlock, object});
      break;
    case 1:
      thread.push_back({Word::kTryLock, object, reg});
      thread.push_back({Word::kUnlock, object});
      break;
    case 2:
      thread.push_back({Word::kReadLock, object});
      thread.push_back({Word::kReadUnlock, object});
      break;
    case 3:
      thread.push_back({Word::kWriteLock, object});
      thread.push_back({Word::kWriteUnlock, object});
      break;
    case 4:
      thread.push_back({Word::kLock, 0});
      thread.push_back({Word::kWait, object});
      thread.push_back({Word::kUnlock, 0});
      break;
    default:
      thread.push_back({Word::kLoad, object, reg});
      thread.push_back({Word::kSkipIfNot, 0, reg, draw.below(2), 1});
      break;
  }
}

void add_single(Draw& draw, std::vector<Statement>& thread) {
  constexpr std::array<Word, 12> kSingles = {Word::kLoad,       Word::kStore,   Word::kAdd,
                                             Word::kExchange,   Word::kCas,     Word::kNotify,
                                             Word::kNotifyAll,  Word::kAcquire, Word::kRelease,
                                             Word::kTryAcquire, Word::kAwait,   Word::kChoose};
  const Word word = kSingles[static_cast<std::size_t>(draw.below(12))];
  const bool choose = word == Word::kChoose;
  thread.push_back({word, draw.below(kObjects), draw.below(kRegisters), choose ? 2 : draw.below(3),
                    draw.below(3)});
}

}  // namespace

std::string text(const Program& program) {
  std::string result;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    result += "thread " + std::to_string(t + 1) + "\n";
    for (const Statement& s : program.threads[t]) {
      result += "  " + std::string(kNames[static_cast<std::size_t>(s.word)]) + " object " +
                std::to_string(s.object) + " r" + std::to_string(s.reg) + " v " +
                std::to_string(s.v) + " w " + std::to_string(s.w) + "\n";
    }
  }
  return result;
}

Program random_program(std::uint64_t seed, int length) {
  Draw draw(seed);
  Program program;
  program.threads.resize(static_cast<std::size_t>(2 + draw.below(2)));
  for (std::vector<Statement>& thread : program.threads) {
    const int wanted = 1 + draw.below(length);
    while (static_cast<int>(thread.size()) < wanted) {
      if (draw.below(3) == 0) {
        add_section(draw, thread);
      } else {
        add_single(draw, thread);
      }
    }
  }
  return program;
}

}  // namespace table
