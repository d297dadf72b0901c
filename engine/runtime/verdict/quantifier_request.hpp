// SPDX-License-Identifier: MIT
// The quantifier that a program requests in its code (mcheck::set_quantifier, MCHECK_SCHEDULE). The
// search learns it in its first execution, and restarts with it.
#pragma once

#include <optional>
#include <string_view>

#include <mcheck/detail/quantifier.hpp>

namespace mcheck {

enum class QuantifierRequests : unsigned char {
  kIgnored,  // a replay
  kNoted,
  kRefused,  // other processes run the executions, so the search would not learn of a request
};

// Before a search, with the quantifier that is in force without a request.
void accept_quantifier_requests(QuantifierRequests how, quantifier in_force);

// That of the last request, or what was in force before.
[[nodiscard]] quantifier requested_quantifier();

// "for_some".
[[nodiscard]] const char* name_of(quantifier each);
[[nodiscard]] std::optional<quantifier> parse_quantifier(std::string_view name);

// Of the running thread. Ends the execution if the request is refused.
void request_quantifier(quantifier wanted);

}  // namespace mcheck
