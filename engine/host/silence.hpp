// SPDX-License-Identifier: MIT
// Discards the program's output and gives it an empty input while this object lives: the program
// runs thousands of times.
#pragma once

namespace mcheck {

// Whether standard output and standard error are discarded.
[[nodiscard]] bool is_unheard();

class Silence {
 public:
  Silence();
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  int kept_[3] = {-1, -1, -1};
};

}  // namespace mcheck
