// SPDX-License-Identifier: MIT
// Faults of standard libraries that mcheck reports, rightly, and that no program can mend: what
// `--suppressions standard` leaves out, and what a report of one says of it. The same list is
// shipped as a file for ThreadSanitizer (programs/suppressions/standard_library.supp).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mcheck {

struct KnownFault {
  std::string_view suppression;  // "race:^std::_Sp_atomic<"
  std::string_view library;      // with its versions
  std::string_view what;
  std::string_view reference;
};

[[nodiscard]] std::span<const KnownFault> known_faults();

// As a file of suppressions.
[[nodiscard]] std::string known_faults_as_suppressions();

// What is to be said of a race of which one side has these functions and files; empty: it is none.
[[nodiscard]] std::string known_fault_text(const std::vector<std::string>& frames);

// The library, if the suppression is one of these; else empty.
[[nodiscard]] std::string_view library_at_fault(std::string_view suppression);

}  // namespace mcheck
