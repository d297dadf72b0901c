// SPDX-License-Identifier: MIT
// What the program changes besides its memory, as far as it can be restored.
#pragma once

namespace mcheck {

class ExternalState {
 public:
  ExternalState() = default;
  ExternalState(const ExternalState&) = delete;
  ExternalState& operator=(const ExternalState&) = delete;
  virtual ~ExternalState() = default;

  // Before a trial step, and after it to undo its effects.
  virtual void note() = 0;
  virtual void restore() = 0;
};

}  // namespace mcheck
