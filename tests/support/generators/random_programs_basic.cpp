// SPDX-License-Identifier: MIT
// Random programs of the basic words.
#include "tests/support/generators/draw.hpp"
#include "tests/support/generators/random_programs.hpp"

namespace table {
namespace {

void add_short_section(Draw& draw, std::vector<Statement>& thread) {
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

Program random_program(std::uint64_t seed, int length) {
  Draw draw(seed);
  Program program;
  program.threads.resize(static_cast<std::size_t>(2 + draw.below(2)));
  for (std::vector<Statement>& thread : program.threads) {
    const int wanted = 1 + draw.below(length);
    while (static_cast<int>(thread.size()) < wanted) {
      if (draw.below(3) == 0) {
        add_short_section(draw, thread);
      } else {
        add_single(draw, thread);
      }
    }
  }
  return program;
}

}  // namespace table
