// SPDX-License-Identifier: MIT
// The C++ source that describes a class to the run-time (<mcheck/classes.hpp>).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "programs/mcheck/reflection/class_model.hpp"

namespace mcheck::command::reflection {

// A complete source: compiled with the flags of the header, it is the harness.
[[nodiscard]] std::string harness_source(const ClassModel& model);

// The same in parts, so that an error in a line leads to what the line describes.
struct HarnessPart {
  enum class Kind { kOther, kConstructor, kOperation, kAuxiliaryConstructor, kAuxiliaryValues };
  Kind kind = Kind::kOther;
  std::size_t index = 0;      // in the model's list
  std::size_t sub_index = 0;  // of an auxiliary type's constructor
  std::string text;           // whole lines
};
// Whether operations say how a test that is written out calls them.
enum class CallCode { kOmitted, kWritten };
// `inclusions` are the lines that include the header and the run-time.
[[nodiscard]] std::vector<HarnessPart> harness_parts(const ClassModel& model,
                                                     const std::string& inclusions,
                                                     CallCode call_code);

}  // namespace mcheck::command::reflection
