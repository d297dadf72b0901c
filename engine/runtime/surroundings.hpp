// SPDX-License-Identifier: MIT
// What the program changes besides its memory, as far as somebody can take it back.
#pragma once

namespace mcheck {

class Surroundings {
 public:
  Surroundings() = default;
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;
  virtual ~Surroundings() = default;

  // A step is about to be tried, and taken back.
  virtual void note() = 0;
  virtual void take_back() = 0;
};

}  // namespace mcheck
