// SPDX-License-Identifier: MIT
// The dependency relation (engine/trace/order/dependency.hpp) with one wrong entry each, which a
// test has to notice.
#pragma once

#include "engine/trace/order/dependency.hpp"

namespace wrong_rules {

using mcheck::Footprint;
using mcheck::Mode;
using mcheck::Operation;

[[nodiscard]] Footprint stores_commute(const Operation& operation, Mode mode);
[[nodiscard]] Footprint locks_commute(const Operation& operation, Mode mode);
[[nodiscard]] Footprint notify_and_enqueue_commute(const Operation& operation, Mode mode);
[[nodiscard]] Footprint failed_exchanges_are_free(const Operation& operation, Mode mode);
[[nodiscard]] Footprint permits_commute(const Operation& operation, Mode mode);
[[nodiscard]] Footprint readers_and_writers_commute(const Operation& operation, Mode mode);

}  // namespace wrong_rules
