// SPDX-License-Identifier: MIT
// Names of addresses. Where a value is an address in the program's memory, a report says what is
// there: `&head`, or `block#2` for a heap block. One address has one name throughout a report, so
// the reader sees when freed memory is reused for something else.
#pragma once

#include <map>
#include <string>

#include "engine/search/execution/execution.hpp"

namespace mcheck {

class AddressNames {
 public:
  explicit AddressNames(const Execution& execution) : execution_(execution) {}

  // "" if nothing is known about the address. Blocks are numbered in the order of the calls.
  [[nodiscard]] std::string name(Word word);

 private:
  [[nodiscard]] std::string name_at(std::uintptr_t address);

  const Execution& execution_;
  std::map<std::uintptr_t, std::size_t> blocks_;  // block numbers
};

}  // namespace mcheck
