// SPDX-License-Identifier: MIT
// Saves of the world, kept like a stack. From one to the next little changes. Of many large ones
// the oldest few are whole, and so is the newest; of each between there is what the next newer one
// has otherwise, so that this can be taken off to find the one below.
//
// Costs    Where a save is kept so, it is compared with the one before, which takes as long as to
//          copy it; for few of them that is not worth it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/world/world.hpp"

namespace mcheck {

class SaveStack {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  // REQUIRES: there is one.
  [[nodiscard]] const World::Save& newest() const { return newest_; }

  // Memory as it is now.
  void push(World& world);
  // Only the oldest are left, so many of them at most.
  void cut(std::size_t size);

 private:
  struct Older {
    World::Save save;  // if it is not whole, its bytes are not those that `save` has
    bool whole = true;
    std::size_t first_piece = 0;  // what differs: from here to the next newer one's
  };

  void keep_difference(Older& older, const World::Save& before);
  void take_off();

  std::size_t size_ = 0;
  World::Save newest_;
  World::Save before_;                 // only during push()
  std::vector<Older> older_;           // used again: the first size_ - 1 of them count
  std::vector<std::uint32_t> pieces_;  // which pieces of a save's bytes
  std::vector<std::byte> bytes_;       // and what they were
};

}  // namespace mcheck
