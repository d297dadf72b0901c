// SPDX-License-Identifier: MIT
// What an object is after a step, in a few letters: "1", "held by T1", "2 of 3 arrived".
#pragma once

#include <string>

#include "engine/host/address_names.hpp"
#include "engine/search/execution.hpp"

namespace mcheck {

// Of the event's object, from this event on; "" where it has none, or nobody knows what is there.
[[nodiscard]] std::string state_text(const Execution& execution, const Event& event,
                                     AddressNames& addresses);

}  // namespace mcheck
