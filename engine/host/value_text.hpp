// SPDX-License-Identifier: MIT
// What an event read, wrote or returned, in a few letters: "0 → 1", "failed", "wakes T2".
#pragma once

#include <string>

#include "engine/search/execution.hpp"

namespace mcheck {

[[nodiscard]] std::string value_text(const Execution& execution, const Event& event);

}  // namespace mcheck
