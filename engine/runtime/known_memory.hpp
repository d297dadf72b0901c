// SPDX-License-Identifier: MIT
// Memory that need not be there: a state stands for it (world/memory_states.hpp), and it is put
// into its place once somebody wants to use it. Until then stacks can be looked at in the state.
//
//   state()  what memory is, as far as the program's threads can tell; kUnknown: as it lies there
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/runtime/resident.hpp"
#include "engine/search/executor.hpp"
#include "engine/world/memory_states.hpp"
#include "engine/world/world.hpp"

namespace mcheck {

class KnownMemory {
 public:
  using State = MemoryStates::State;
  static constexpr State kUnknown = MemoryStates::kUnknown;

  explicit KnownMemory(World& world) : world_(world) {}

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool is_known() const { return state_ != kUnknown; }
  [[nodiscard]] bool has_room() const { return states_.has_room(); }

  // All threads rest, and from now on memory is this, wherever it is.
  void become(State state) { state_ = state, stale_ = state != kUnknown && state != real_; }
  // Memory lies there from now on. False: it did before.
  bool make_real() { return stale_ && put_back(); }
  // And it will not be as it was.
  void changes() { real_ = kUnknown; }
  // The same, and it is no state any more.
  void leave() { make_real(), state_ = real_ = kUnknown; }
  // Memory is something else altogether, and lies there.
  void replaced() { state_ = real_ = kUnknown, stale_ = false; }
  // All threads rest: finds the state of what lies there, that was state() some time ago.
  void find();
  void forget();

  // What has been found out of the state. REQUIRES: is_known()
  struct Facts {
    std::optional<Executor::Memory> memory;
    bool is_clean = false;  // nothing is left on the heap, and nothing is wrong there
  };
  Facts& facts();

  // The stack of a thread from where it stands: in that state, or as it lies there. Valid until
  // the next find().
  [[nodiscard]] std::span<const std::byte> stack_in(State state, const Resident& resident);
  // Whether two states have the same piece of memory there, which says that the stacks are equal.
  [[nodiscard]] bool is_one_stack(State a, State b, const Resident& resident) const {
    return piece(a, resident) == piece(b, resident);
  }
  // Stands for the stack in state(), kept once `sum_of` has found it.
  template <class SumOf>
  std::uint64_t sum_of_stack(const Resident& resident, const SumOf& sum_of) {
    std::uint64_t& sum = stand(piece(state_, resident), resident).sum;
    if (sum == 0) sum = sum_of(stack_in(state_, resident));
    return sum;
  }

 private:
  struct Stand {
    const std::byte* pointer = nullptr;
    std::uint64_t sum = 0;
  };

  [[nodiscard]] MemoryStates::Piece piece(State state, const Resident& resident) const {
    return states_.piece_at(state, resident.coroutine->keeps_stack_pointer_at());
  }
  Stand& stand(MemoryStates::Piece piece, const Resident& resident);
  bool put_back();

  World& world_;
  MemoryStates states_;
  State state_ = kUnknown;
  State real_ = kUnknown;      // what lies there, if that is known
  bool stale_ = false;         // these are two
  std::vector<Facts> facts_;   // by state
  std::vector<Stand> stands_;  // by piece of memory
};

}  // namespace mcheck
