// SPDX-License-Identifier: MIT
// Compares the results of a kernel with what is expected, and with the baseline of known failures.
#pragma once

#include <set>
#include <string>
#include <variant>

#include "programs/mcheck/gate/gate_file.hpp"
#include "visualize/exchange/suite.hpp"

namespace mcheck::command {

// The known failures of a project, by kernel and identity.
class Baseline {
 public:
  // The baseline in the file, or an error. A missing file is an empty baseline.
  static std::variant<Baseline, std::string> read(const std::string& path);
  // The baseline of all failures in these cases.
  static Baseline of(const Suite& suite);

  [[nodiscard]] bool contains(const std::string& kernel, const std::string& identity) const;
  [[nodiscard]] bool contains(const std::string& kernel) const;
  // The entries whose kernel ran without that failure: "queue (MC002)".
  [[nodiscard]] std::vector<std::string> fixed_failures(const Suite& suite) const;
  [[nodiscard]] std::string text() const;

 private:
  struct Entry {
    std::string kernel;
    std::string identity;
    std::string id;  // for readers

    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  std::set<Entry> entries_;
};

// Sets the status and the reason of the case. REQUIRES: its results are set, if there are any.
void classify_case(SuiteCase& each, const Kernel& kernel, const GateFile& gate,
                   const Baseline& baseline);

}  // namespace mcheck::command
