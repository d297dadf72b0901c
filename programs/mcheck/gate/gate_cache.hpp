// SPDX-License-Identifier: MIT
// The results of earlier runs of `mcheck gate`: unchanged kernels do not run again, and those that
// failed run first. A cache that cannot be read counts as empty.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "programs/mcheck/gate/file_fingerprints.hpp"
#include "programs/mcheck/gate/kernel_run.hpp"
#include "programs/mcheck/gate/library_paths.hpp"

namespace mcheck::command {

struct CachedRun {
  std::string key;             // of everything that determines the results; "": unknown
  double granted_seconds = 0;  // time limit
  double seconds = 0;          // time taken
  bool failed = false;
  KernelOutcome outcome;
};

class GateCache {
 public:
  // With an empty path nothing is read or written.
  explicit GateCache(std::string path);

  // Hashes what the results depend on: the program and its libraries, its command line and the
  // files that it names, mcheck itself, and mcheck's environment variables.
  [[nodiscard]] std::string key_of(const std::string& program,
                                   const std::vector<std::string>& words,
                                   const std::string& folder);

  [[nodiscard]] const CachedRun* find(const std::string& kernel) const;
  void store(const std::string& kernel, CachedRun cached_run);
  // Empty on success, otherwise the reason.
  [[nodiscard]] std::string write() const;

 private:
  std::string path_;
  std::map<std::string, CachedRun> kernels_;
  FileFingerprints files_;
  LibraryPaths libraries_;
};

// Whether the cached results would be the same with this key and this time limit.
[[nodiscard]] bool is_valid(const CachedRun& cached_run, const std::string& key, double seconds);

}  // namespace mcheck::command
