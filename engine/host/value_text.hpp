// SPDX-License-Identifier: MIT
// What an event read, wrote or returned, in a few letters: "0 → 1", "failed", "wakes T2".
#pragma once

#include <string>

#include "engine/host/address_names.hpp"
#include "engine/search/execution.hpp"

namespace mcheck {

// A word of so many bytes. Types are gone by now: one whose top bits are all set is a small
// negative number, one that is very large is an address.
[[nodiscard]] std::string word_text(Word word, unsigned bytes, AddressNames& addresses);

[[nodiscard]] std::string value_text(const Execution& execution, const Event& event,
                                     AddressNames& addresses);

}  // namespace mcheck
