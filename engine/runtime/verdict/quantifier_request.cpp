// SPDX-License-Identifier: MIT
#include "engine/runtime/verdict/quantifier_request.hpp"

#include <string>

#include "engine/base/host_state.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck {
namespace {

struct QuantifierState {
  QuantifierRequests requests = QuantifierRequests::kIgnored;
  quantifier requested = quantifier::for_all;
};
MCHECK_HOST_STATE QuantifierState quantifier_state;

}  // namespace

void accept_quantifier_requests(QuantifierRequests how, quantifier in_force) {
  quantifier_state = {.requests = how, .requested = in_force};
}

quantifier requested_quantifier() { return quantifier_state.requested; }

const char* name_of(quantifier each) {
  switch (each) {
    case quantifier::for_all: return "for_all";
    case quantifier::for_some: return "for_some";
    case quantifier::exactly_one: return "exactly_one";
  }
  return "";
}

std::optional<quantifier> parse_quantifier(std::string_view name) {
  for (const quantifier each :
       {quantifier::for_all, quantifier::for_some, quantifier::exactly_one}) {
    if (name == name_of(each)) return each;
  }
  return std::nullopt;
}

void request_quantifier(quantifier wanted) {
  if (quantifier_state.requests == QuantifierRequests::kIgnored) return;
  if (wanted == quantifier_state.requested) return;
  const std::string text = std::string("the code requests ") + name_of(wanted);
  if (quantifier_state.requested != quantifier::for_all) {
    fail(FailureKind::kRequest,
         text + ", and " + name_of(quantifier_state.requested) + " is in force");
  }
  if (quantifier_state.requests == QuantifierRequests::kRefused) {
    fail(FailureKind::kRequest,
         text + ", but other processes run the executions\n  try      --quantifier " +
             name_of(wanted) + ", without --jobs and --checkpoint");
  }
  quantifier_state.requested = wanted;
}

}  // namespace mcheck
