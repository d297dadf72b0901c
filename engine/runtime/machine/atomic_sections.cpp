// SPDX-License-Identifier: MIT
#include "engine/runtime/machine/atomic_sections.hpp"

#include "engine/base/host_state.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/perform_address.hpp"
#include "engine/search/execution/sections.hpp"

namespace mcheck {
namespace {

MCHECK_PROGRAM_STATE int sections = 0;  // the object by which sections exclude each other,
                                        // identified by its address

ObjectId section_object() {
  return identify_address(&sections, ObjectKind::kSection, {}, "atomic section");
}

}  // namespace

void begin_section() {
  const ObjectId object = section_object();
  perform({.kind = Kind::kBeginSection, .object = object});
}

void end_section() {
  Machine& machine = *Machine::current();
  const auto in_section = [&] {
    machine.mark_step_uncacheable();
    return machine.execution().thread(current_thread()).sections;
  };
  if (in_section() == 0) fail(FailureKind::kMisuse, "ends an atomic section that it is not in");
  while (in_section() == 1) {
    const ObjectId taken = taken_by_section(machine.execution(), current_thread());
    if (taken == kNoObject) break;
    perform({.kind = Kind::kSectionRelease, .object = taken});
  }
  const ObjectId object = section_object();
  perform({.kind = Kind::kEndSection, .object = object});
}

bool is_in_section() {
  Machine& machine = *Machine::current();
  return machine.execution().thread(current_thread()).sections > 0;
}

void leave_sections() {
  while (is_in_section()) end_section();
}

}  // namespace mcheck
