// SPDX-License-Identifier: MIT
// Compiles samples with `mcheck c++`, and runs mcheck on them, in a temporary folder.
#pragma once

#include <string>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

namespace mcheck {

class CompiledSamples {
 public:
  CompiledSamples();
  ~CompiledSamples();
  CompiledSamples(const CompiledSamples&) = delete;
  CompiledSamples& operator=(const CompiledSamples&) = delete;

  // The sample as ./NAME. `change`: a sed script on its source; the copy is NAME.cpp.
  void compile(const std::string& name, const std::string& flags = "-O1",
               const std::string& change = "");
  // "mcheck " and these words, in the folder.
  [[nodiscard]] ShellResult mcheck(const std::string& words) const;
  [[nodiscard]] Json json_of(const std::string& words) const;
  [[nodiscard]] ShellResult shell(const std::string& words) const;

 private:
  std::string folder_;
};

// "store flag=release, load flag=acquire": the rows of `mcheck orders --json -` that are not
// relaxed, by location.
[[nodiscard]] std::string weakest_orders(const Json& orders);

}  // namespace mcheck
