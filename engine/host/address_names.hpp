// SPDX-License-Identifier: MIT
// Addresses for people. Where a value is an address in the program's memory, a report says what is
// there: `&head`, or `block#2` for a block of the heap. The same address has the same name all
// through a report, so it shows when freed memory comes back as something else.
#pragma once

#include <map>
#include <string>

#include "engine/search/execution.hpp"

namespace mcheck {

class AddressNames {
 public:
  explicit AddressNames(const Execution& execution) : execution_(execution) {}

  // "" where the word is no address that is known. Blocks are numbered as they are asked for.
  [[nodiscard]] std::string name(Word word);

 private:
  [[nodiscard]] std::string name_at(std::uintptr_t address);

  const Execution& execution_;
  std::map<std::uintptr_t, std::size_t> blocks_;  // their numbers
};

}  // namespace mcheck
