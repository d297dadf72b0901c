// SPDX-License-Identifier: MIT
// A class without public methods: there is nothing to call, so there is no test.
#pragma once

namespace samples {

class no_public_methods {
 public:
  no_public_methods() = default;

 private:
  [[maybe_unused]] int secret() const { return value_; }

  int value_ = 0;
};

}  // namespace samples
