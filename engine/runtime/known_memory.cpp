// SPDX-License-Identifier: MIT
#include "engine/runtime/known_memory.hpp"

#include <utility>

namespace mcheck {

bool KnownMemory::put_back() {
  stale_ = false;
  states_.restore(state_, world_, std::exchange(real_, state_));
  return true;
}

void KnownMemory::find() {
  real_ = states_.find_or_keep(world_, state_);
  become(real_);
}

void KnownMemory::forget() {
  leave();
  states_ = {};
  facts_.clear();
  stands_.clear();
}

KnownMemory::Facts& KnownMemory::facts() {
  if (facts_.size() <= state_) facts_.resize(state_ + 1);
  return facts_[state_];
}

KnownMemory::Stand& KnownMemory::stand(MemoryStates::Piece piece, const Resident& resident) {
  if (stands_.size() <= piece) stands_.resize(piece + 1);
  Stand& stand = stands_[piece];
  if (stand.pointer == nullptr) {
    const std::byte* const kept_at = resident.coroutine->keeps_stack_pointer_at();
    stand.pointer = Coroutine::stack_pointer_in(states_.seen(piece, kept_at));
  }
  return stand;
}

std::span<const std::byte> KnownMemory::stack_in(State state, const Resident& resident) {
  if (state == kUnknown) {
    const std::byte* const from = resident.coroutine->stack_pointer();
    return {from, static_cast<std::size_t>(resident.stack_end - from)};
  }
  const MemoryStates::Piece in = piece(state, resident);
  const std::byte* const from = stand(in, resident).pointer;
  return {states_.seen(in, from), static_cast<std::size_t>(resident.stack_end - from)};
}

}  // namespace mcheck
