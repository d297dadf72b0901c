// SPDX-License-Identifier: MIT
// The state of an object after a step, in a few letters: "1", "held by T1", "2 of 3 arrived".
#pragma once

#include <string>

#include "engine/host/names/address_names.hpp"
#include "engine/search/execution/execution.hpp"

namespace mcheck {

// The state of the event's object after the event; "" if there is none or it is unknown.
[[nodiscard]] std::string state_text(const Execution& execution, const Event& event,
                                     AddressNames& addresses);

}  // namespace mcheck
