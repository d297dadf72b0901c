// SPDX-License-Identifier: MIT
// Whether a kernel came out as it was wanted, and which failures the user knows already.
#pragma once

#include <set>
#include <string>
#include <variant>

#include "programs/mcheck/gate_file.hpp"
#include "visualize/suite.hpp"

namespace mcheck::command {

// The failures that a project has and means to mend later, by kernel and identity.
class Baseline {
 public:
  // What stands in the file, or why it cannot be read. A missing file is an empty baseline.
  static std::variant<Baseline, std::string> read(const std::string& path);
  // Of all failures of these cases.
  static Baseline of(const Suite& suite);

  [[nodiscard]] bool knows(const std::string& kernel, const std::string& identity) const;
  [[nodiscard]] bool knows(const std::string& kernel) const;
  // Those that no case has any more, though it was run: "queue (MC002)".
  [[nodiscard]] std::vector<std::string> mended(const Suite& suite) const;
  [[nodiscard]] std::string text() const;

 private:
  struct Entry {
    std::string kernel;
    std::string identity;
    std::string id;  // for people

    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  std::set<Entry> entries_;
};

// Fills in the case's standing and why. REQUIRES: its results are there, if there are any.
void judge(SuiteCase& each, const Kernel& kernel, const GateFile& gate, const Baseline& baseline);

}  // namespace mcheck::command
