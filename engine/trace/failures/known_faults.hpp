// SPDX-License-Identifier: MIT
// Bugs of standard libraries that mcheck reports correctly and that no program can fix: what
// `--suppressions standard` suppresses, and what a report says about one. The same list is
// installed as a file for ThreadSanitizer (programs/suppressions/standard_library.supp).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mcheck {

struct KnownFault {
  std::string_view suppression;  // "race:^std::_Sp_atomic<"
  std::string_view library;      // and its versions
  std::string_view what;
  std::string_view reference;
};

[[nodiscard]] std::span<const KnownFault> known_faults();

// As the text of a suppression file.
[[nodiscard]] std::string known_faults_as_suppressions();

// What a report says of a race if one side has these functions and files; empty: no known fault.
[[nodiscard]] std::string known_fault_text(const std::vector<std::string>& frames);

// The library, if the suppression is in this list; otherwise empty.
[[nodiscard]] std::string_view library_at_fault(std::string_view suppression);

}  // namespace mcheck
