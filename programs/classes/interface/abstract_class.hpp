// SPDX-License-Identifier: MIT
// An abstract class: there can be no object of it, so there is no test.
#pragma once

namespace samples {

class abstract_class {
 public:
  virtual ~abstract_class() = default;
  virtual int next() = 0;
  int twice() { return next() + next(); }
};

}  // namespace samples
