// SPDX-License-Identifier: MIT
// The state of an object after a step, in a few letters: "1", "held by T1", "2 of 3 arrived".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/host/names/address_names.hpp"
#include "engine/search/execution/execution.hpp"

namespace mcheck {

// Under a weak memory model: the versions of an object that are newer, in modification order, than
// the one that the event read or, if it writes, wrote, although they were written before the event.
struct NewerVersions {
  std::uint32_t newest = kNone;
  std::uint32_t next = kNone;  // the first after the event's
};
// No value: there is none. REQUIRES: an event of the execution's log.
[[nodiscard]] std::optional<NewerVersions> newer_versions(const Execution& execution,
                                                          const Event& event);

// The state of the event's object after the event, the newest; "" if there is none or it is
// unknown.
[[nodiscard]] std::string state_text(const Execution& execution, const Event& event,
                                     AddressNames& addresses);

}  // namespace mcheck
