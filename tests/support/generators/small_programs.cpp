// SPDX-License-Identifier: MIT
#include "tests/support/generators/small_programs.hpp"

#include <algorithm>
#include <map>

namespace table {
namespace {

enum class Letter : std::uint8_t { kLoadX, kLoadY, kStoreX, kStoreY, kLock, kUnlock };
constexpr int kLetters = 6;
using Sequence = std::vector<Letter>;

Sequence with_names_swapped(Sequence sequence) {
  for (Letter& letter : sequence) {
    if (letter < Letter::kLock) letter = static_cast<Letter>(static_cast<int>(letter) ^ 1);
  }
  return sequence;
}

// All sequences that a thread can have.
void add_sequences(Sequence& so_far, bool holds, int length_left, std::vector<Sequence>& all) {
  if (!so_far.empty()) all.push_back(so_far);
  if (length_left == 0) return;
  for (int n = 0; n < kLetters; ++n) {
    const auto letter = static_cast<Letter>(n);
    if (letter == (holds ? Letter::kLock : Letter::kUnlock)) continue;
    so_far.push_back(letter);
    const bool holds_next = letter == Letter::kLock || (holds && letter != Letter::kUnlock);
    add_sequences(so_far, holds_next, length_left - 1, all);
    so_far.pop_back();
  }
}

class Generator {
 public:
  Generator(int threads, int operations, Alphabet alphabet)
      : threads_(static_cast<std::size_t>(threads)), alphabet_(alphabet) {
    Sequence empty;
    add_sequences(empty, false, operations, sequences_);
    std::map<Sequence, std::size_t> place;
    for (std::size_t i = 0; i < sequences_.size(); ++i) place[sequences_[i]] = i;
    for (const Sequence& sequence : sequences_) {
      swapped_.push_back(place.at(with_names_swapped(sequence)));
      std::uint32_t letters = 0;
      for (const Letter letter : sequence) letters |= 1u << static_cast<int>(letter);
      letters_.push_back(letters);
    }
  }

  std::size_t run(const std::function<void(const Program&)>& callback) {
    recurse(0, callback);
    return found_;
  }

 private:
  // Only threads in the order of their sequences, so that one of all orders remains.
  void recurse(std::size_t from, const std::function<void(const Program&)>& callback) {
    if (chosen_.size() == threads_) {
      if (!is_representative() || !depends_on_order()) return;
      ++found_;
      callback(program());
      return;
    }
    for (std::size_t i = from; i < sequences_.size(); ++i) {
      chosen_.push_back(i);
      recurse(i, callback);
      chosen_.pop_back();
    }
  }

  [[nodiscard]] bool is_representative() {
    swapped_choice_.clear();
    for (const std::size_t i : chosen_) swapped_choice_.push_back(swapped_[i]);
    std::ranges::sort(swapped_choice_);
    return chosen_ <= swapped_choice_;
  }

  [[nodiscard]] std::ptrdiff_t users(Letter a, Letter b) const {
    const std::uint32_t mask = 1u << static_cast<int>(a) | 1u << static_cast<int>(b);
    return std::ranges::count_if(chosen_, [&](std::size_t i) { return (letters_[i] & mask) != 0; });
  }

  [[nodiscard]] bool depends_on_order() const {
    for (const auto& [load, store] :
         {std::pair{Letter::kLoadX, Letter::kStoreX}, std::pair{Letter::kLoadY, Letter::kStoreY}}) {
      const std::ptrdiff_t all = users(load, store);
      if (all == 1 || (all > 0 && users(store, store) == 0)) return false;
    }
    return users(Letter::kLock, Letter::kLock) != 1;
  }

  [[nodiscard]] Program program() const {
    const bool stores = alphabet_ == Alphabet::kStoresAndLocks;
    Program program;
    int value = 1;
    for (const std::size_t i : chosen_) {
      std::vector<Statement>& thread = program.threads.emplace_back();
      int reg = 0;  // the next to load
      for (const Letter letter : sequences_[i]) {
        const int object = letter == Letter::kLoadY || letter == Letter::kStoreY ? 1 : 0;
        switch (letter) {
          case Letter::kLoadX:
          case Letter::kLoadY: thread.push_back({Word::kLoad, object, reg++ % kRegisters}); break;
          case Letter::kStoreX:
          case Letter::kStoreY:
            thread.push_back({stores ? Word::kStore : Word::kAdd, object, 0, value++});
            break;
          case Letter::kLock: thread.push_back({stores ? Word::kLock : Word::kTryLock}); break;
          case Letter::kUnlock: thread.push_back({Word::kUnlock}); break;
        }
      }
    }
    return program;
  }

  std::size_t threads_;
  Alphabet alphabet_;
  std::vector<Sequence> sequences_;
  std::vector<std::size_t> swapped_;         // by sequence: the one with swapped names
  std::vector<std::uint32_t> letters_;       // by sequence: bit set of its letters
  std::vector<std::size_t> chosen_;          // the sequence of each thread so far
  std::vector<std::size_t> swapped_choice_;  // reused memory
  std::size_t found_ = 0;
};

}  // namespace

std::size_t for_each_small_program(int threads, int operations,
                                   const std::function<void(const Program&)>& callback,
                                   Alphabet alphabet) {
  return Generator(threads, operations, alphabet).run(callback);
}

}  // namespace table
