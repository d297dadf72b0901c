// SPDX-License-Identifier: MIT
// The step that TruSt adds by default under a weak memory model.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "dpor/trust/task.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck::trust {

// As default_alternative(): the first step of a thread that acts on the newest versions, unless a
// pin forbids that version. No value: there is none.
[[nodiscard]] std::optional<std::uint32_t> default_step(const View& view,
                                                        std::span<const Pin> pins);

// Whether a step of the thread with this label would read an older version than the newest; and
// whether it is known that it would spin then.
[[nodiscard]] bool reads_older_version(const Execution& execution, const ThreadRecord& record,
                                       std::uint32_t label);
[[nodiscard]] bool spins_with(const Execution& execution, const ThreadRecord& record,
                              std::uint32_t label);

}  // namespace mcheck::trust
