// SPDX-License-Identifier: MIT
// Reports for other tools, for every kind of failure: the runs of kinds_test.cpp write them; they
// are compared with the results, with each other and with schemas.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/base/json.hpp"

namespace mcheck::expected {

// Owns a temporary folder.
class KindsReports {
 public:
  KindsReports();
  ~KindsReports();
  KindsReports(const KindsReports&) = delete;
  KindsReports& operator=(const KindsReports&) = delete;

  // Options of `mcheck explore`: one file of each format.
  [[nodiscard]] std::string options(const std::string& id) const;

  // The files contain the result's failures and warnings, step by step.
  void judge(const std::string& id, const Json& result);
  // A second run without minimisation has the same fingerprints in SARIF.
  void judge_again(const std::string& id, const std::string& words);
  // All files that were written are valid by their schemas.
  void judge_by_schemas() const;

 private:
  [[nodiscard]] std::string path(const std::string& name) const;

  std::filesystem::path folder_;
  std::map<std::string, std::vector<std::string>> fingerprints_;  // by id of the kind
};

}  // namespace mcheck::expected
