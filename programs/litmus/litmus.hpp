// SPDX-License-Identifier: MIT
// Litmus tests: a few accesses in two to four threads that tell memory models apart.
//
// A *shape* is what the threads do: which variables they store and load. A *test* is a shape with a
// memory order for each access, and the fences that its name has:
//
//   MP+rlx-rel+acq-rlx          message passing: a release store, an acquire load
//   SB+rlx-Fsc-rlx+rlx-Fsc-rlx  store buffering, a fence between the two accesses of each thread
//
// The name has a part for each thread: the orders of its accesses as they follow each other. An
// *outcome* is the values that the threads loaded, thread by thread, and, in shapes that say so,
// the last values of variables after a slash: 01/2.
#pragma once

#include <atomic>
#include <string>
#include <vector>

namespace litmus {

inline std::atomic<int> x;
inline std::atomic<int> y;
inline std::atomic<int> z;

// One thread of a test: the orders of its accesses, and what it has loaded.
class Thread {
 public:
  // `words`: the thread's part of the name.
  explicit Thread(const std::string& words);

  // The order of the next access. First executes the fences before it.
  std::memory_order next();

  // Adds a value to the outcome.
  int saw(int value) {
    seen_ += static_cast<char>('0' + value);
    return value;
  }

  [[nodiscard]] const std::string& seen() const { return seen_; }
  [[nodiscard]] bool finished() const { return at_ == steps_.size(); }

 private:
  struct Step {
    bool fence;
    std::memory_order order;
  };
  std::vector<Step> steps_;
  std::size_t at_ = 0;
  std::string seen_;
};

// Exchanges with the order of success and that of failure. Returns what it has read.
inline int compare_exchange(Thread& t, std::atomic<int>& variable, int expected, int desired) {
  const std::memory_order success = t.next();
  const std::memory_order failure = t.next();
  variable.compare_exchange_strong(expected, desired, success, failure);
  return expected;
}

struct Shape {
  std::string name;
  std::vector<void (*)(Thread&)> threads;
  std::vector<std::atomic<int>*> last{};  // whose last values are part of the outcome
};

using Shapes = std::vector<Shape>;

extern const Shapes kTwoThreads;
extern const Shapes kOneWriter;
extern const Shapes kThreeThreads;
extern const Shapes kFourThreads;
extern const Shapes kCoherence;
extern const Shapes kReadModifyWrite;
extern const Shapes kReleaseSequences;

}  // namespace litmus
