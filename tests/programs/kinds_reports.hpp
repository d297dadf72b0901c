// SPDX-License-Identifier: MIT
// The reports that other tools read, of every kind of failure: written by the runs that the test of
// the kinds makes anyhow, and judged by what they say, by each other and by schemas.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/base/json.hpp"

namespace mcheck::expected {

// In a folder of its own, which ends with it.
class KindsReports {
 public:
  KindsReports();
  ~KindsReports();
  KindsReports(const KindsReports&) = delete;
  KindsReports& operator=(const KindsReports&) = delete;

  // For `mcheck explore`: a file of each kind.
  [[nodiscard]] std::string options(const std::string& id) const;

  // They tell the result's failures and warnings, step by step.
  void judge(const std::string& id, const Json& result);
  // Another run of it, that looks for no plainer schedule, has the same fingerprints in SARIF.
  void judge_again(const std::string& id, const std::string& words);
  // All that were written are what their formats allow.
  void judge_by_schemas() const;

 private:
  [[nodiscard]] std::string path(const std::string& name) const;

  std::filesystem::path folder_;
  std::map<std::string, std::vector<std::string>> fingerprints_;  // by the kind's id
};

}  // namespace mcheck::expected
