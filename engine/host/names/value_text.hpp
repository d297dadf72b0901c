// SPDX-License-Identifier: MIT
// What an event read, wrote or returned, in a few letters: "0 → 1", "failed", "wakes T2".
#pragma once

#include <string>

#include "engine/host/names/address_names.hpp"
#include "engine/search/execution/execution.hpp"

namespace mcheck {

// The text of a word of so many bytes. Its type is unknown: a word whose top bits are all set is
// shown as negative, a very large one as an address.
[[nodiscard]] std::string word_text(Word word, unsigned bytes, AddressNames& addresses);

[[nodiscard]] std::string value_text(const Execution& execution, const Event& event,
                                     AddressNames& addresses);

}  // namespace mcheck
