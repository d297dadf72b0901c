// SPDX-License-Identifier: MIT
// Reuse of freed memory, compared with a naive enumeration: all interleavings of small random
// programs that allocate, publish, read, compare, exchange and free, with an allocator that may
// return any freed block, or a new one. The same exchanges must be able to succeed.
#include <cstdlib>
#include <optional>
#include <set>
#include <vector>

#include <mcheck/atomic.hpp>
#include <mcheck/thread.hpp>

#include "engine/base/random.hpp"
#include "tests/model/explored.hpp"

namespace mcheck::reuse_oracle_test {
namespace {

constexpr int kSlots = 2;
constexpr std::size_t kBytes = 208;  // nothing else is that large
constexpr std::uint64_t kRooms = std::uint64_t{1} << (kBytes / 16 - 1);

enum class What { kPut, kLook, kTake, kCompare };

struct Line {
  What what = What::kLook;
  int slot = 0;
  int bit = 0;  // of a comparison, in the result
};

using Body = std::vector<Line>;
using Program = std::vector<Body>;

Program random_program(std::uint64_t seed) {
  Random random(seed);
  Program program(2 + random.below(2));
  int comparisons = 0;
  for (Body& body : program) {
    const std::uint64_t lines = program.size() == 2 ? 3 + random.below(2) : 1 + random.below(2);
    for (std::uint64_t i = 0; i < lines; ++i) {
      Line line{.what = static_cast<What>(random.below(4)),
                .slot = static_cast<int>(random.below(kSlots)) * static_cast<int>(seed % 2)};
      if (line.what == What::kCompare && comparisons == 4) line.what = What::kTake;
      if (line.what == What::kCompare) line.bit = comparisons++;
      body.push_back(line);
    }
  }
  return program;
}

// --- by mcheck ----------------------------------------------------------------------------------

using Slots = std::array<atomic<void*>, kSlots>;

int run_body(const Body& body, Slots& slots) {
  int result = 0;
  void* known = nullptr;
  for (const Line& line : body) {
    atomic<void*>& slot = slots[static_cast<std::size_t>(line.slot)];
    if (line.what == What::kPut) slot.exchange(std::malloc(kBytes));
    if (line.what == What::kLook) known = slot.load();
    if (line.what == What::kTake) std::free(slot.exchange(nullptr));
    if (line.what == What::kCompare) {
      void* expected = known;
      if (slot.compare_exchange_strong(expected, nullptr)) result |= 1 << line.bit;
    }
  }
  return result;
}

void run_program(const Program& program, Seen& seen) {
  Slots slots{};
  for (atomic<void*>& slot : slots) slot.store(std::malloc(kBytes));
  std::vector<int> results(program.size());
  std::vector<thread> threads;
  for (std::size_t i = 0; i < program.size(); ++i) {
    threads.emplace_back([&, i] { results[i] = run_body(program[i], slots); });
  }
  for (thread& each : threads) each.join();
  int result = 0;
  for (const int each : results) result |= each;
  for (int i = 0; i < kSlots; ++i) {
    if (slots[static_cast<std::size_t>(i)].load() == nullptr) result |= 1 << (4 + i);
  }
  seen(result);
}

std::vector<int> results_of_mcheck(const Program& program, const options& how) {
  Seen seen;
  const summary result = explore([&] { run_program(program, seen); }, how);
  INFO(how.strategy << ": " << result.failure << ": " << result.message);
  CHECK(result.verdict == verdict::verified);
  return seen.values();
}

// --- naively ------------------------------------------------------------------------------------

class Naive {
 public:
  explicit Naive(const Program& program) : program_(program) {}

  std::vector<int> results() {
    State state;
    state.threads.resize(program_.size());
    for (int& slot : state.slots) slot = ++state.blocks;
    run_all(state);
    return {results_.begin(), results_.end()};
  }

 private:
  struct Thread {
    std::size_t line = 0;
    int known = 0;               // a block; 0: none
    std::optional<int> in_hand;  // allocated and not yet put; or taken and not yet freed
  };
  struct State {
    std::vector<Thread> threads;
    std::array<int, kSlots> slots{};
    std::set<int> free;
    int blocks = 0;
    int result = 0;
  };

  void run_all(const State& state) {
    bool all_finished = true;
    for (std::size_t i = 0; i < program_.size(); ++i) {
      if (state.threads[i].line == program_[i].size()) continue;
      all_finished = false;
      step(state, i);
    }
    if (!all_finished) return;
    int result = state.result;
    for (int i = 0; i < kSlots; ++i) {
      if (state.slots[static_cast<std::size_t>(i)] == 0) result |= 1 << (4 + i);
    }
    results_.insert(result);
  }

  // A step of a thread: half of a put, half of a take, or a whole line.
  void step(const State& state, std::size_t i) {
    const Line& line = program_[i][state.threads[i].line];
    if (line.what == What::kPut && !state.threads[i].in_hand) return allocate(state, i);
    State next = state;
    Thread& thread = next.threads[i];
    int& slot = next.slots[static_cast<std::size_t>(line.slot)];
    if (line.what == What::kTake && !thread.in_hand && slot != 0) {
      thread.in_hand = std::exchange(slot, 0);
      return run_all(next);
    }
    if (line.what == What::kPut) slot = *std::exchange(thread.in_hand, std::nullopt);
    if (line.what == What::kTake && thread.in_hand) {
      next.free.insert(*std::exchange(thread.in_hand, std::nullopt));
    }
    if (line.what == What::kLook) thread.known = slot;
    if (line.what == What::kCompare && slot == thread.known) {
      slot = 0;
      next.result |= 1 << line.bit;
    }
    ++thread.line;
    run_all(next);
  }

  void allocate(const State& state, std::size_t i) {
    State fresh = state;
    fresh.threads[i].in_hand = ++fresh.blocks;
    run_all(fresh);
    for (const int block : state.free) {
      State again = state;
      again.free.erase(block);
      again.threads[i].in_hand = block;
      run_all(again);
    }
  }

  const Program& program_;
  std::set<int> results_;
};

}  // namespace

TEST_CASE("with reuse by choice, the same exchanges succeed as with a naive allocator") {
  int where_it_matters = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Program program = random_program(seed);
    INFO("seed " << seed);
    const std::vector<int> expected = Naive(program).results();
    options how{.ignore_leaks = true, .reuse = reusing::later, .reuse_size_classes = kRooms};
    for (const char* strategy : {"optimal", "trust", "odpor", "source"}) {
      how.strategy = strategy;
      INFO(strategy);
      CHECK(results_of_mcheck(program, how) == expected);
    }
    how.strategy = "optimal";
    how.reuse_size_classes = 0;
    how.reuse = reusing::automatic;
    INFO("where it matters");
    CHECK(results_of_mcheck(program, how) == expected);
    how.reuse = reusing::later;
    if (results_of_mcheck(program, how) != expected) ++where_it_matters;
  }
  CHECK(where_it_matters > 5);
}

}  // namespace mcheck::reuse_oracle_test
