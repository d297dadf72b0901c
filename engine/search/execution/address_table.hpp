// SPDX-License-Identifier: MIT
// A hash table by address that grows, never shrinks, and is emptied in constant time: for data that
// is filled and emptied with each execution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mcheck {

template <class Value>
class AddressTable {
 public:
  // Null: the address has no entry.
  [[nodiscard]] const Value* find(const void* address) const {
    const Slot& slot = slots_[slot_of(address)];
    return slot.generation == generation_ ? &slot.value : nullptr;
  }

  // The entry of the address; created if there is none.
  Value& operator[](const void* address) {
    if (used_ * 2 >= slots_.size()) grow();
    Slot& slot = slots_[slot_of(address)];
    if (slot.generation != generation_) {
      slot = {.address = address, .generation = generation_, .value = {}};
      ++used_;
    }
    return slot.value;
  }

  void clear() {
    ++generation_;
    used_ = 0;
  }

 private:
  struct Slot {
    const void* address = nullptr;
    std::uint64_t generation =
        0;  // of the table when the slot was filled; valid if it is the current one
    Value value{};
  };

  // Where the address is, or would be inserted.
  [[nodiscard]] std::size_t slot_of(const void* address) const {
    constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (reinterpret_cast<std::uintptr_t>(address) * kSpread) >> 32 & mask;
    while (slots_[at].generation == generation_ && slots_[at].address != address)
      at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<Slot> before(slots_.size() * 2);
    before.swap(slots_);
    for (const Slot& slot : before) {
      if (slot.generation == generation_) slots_[slot_of(slot.address)] = slot;
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(64);  // a power of two
  std::uint64_t generation_ = 1;
  std::size_t used_ = 0;
};

}  // namespace mcheck
