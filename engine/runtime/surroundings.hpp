// SPDX-License-Identifier: MIT
// What the program changes besides its memory, as far as it can be restored.
#pragma once

namespace mcheck {

class Surroundings {
 public:
  Surroundings() = default;
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;
  virtual ~Surroundings() = default;

  // Before a trial step, and after it to undo its effects.
  virtual void note() = 0;
  virtual void take_back() = 0;
};

}  // namespace mcheck
