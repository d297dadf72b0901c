// SPDX-License-Identifier: MIT
// A checked program's own output, while it runs thousands of times, goes nowhere, and there is no
// input: as long as this lives.
#pragma once

namespace mcheck {

// Whether nobody hears what the program prints.
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
