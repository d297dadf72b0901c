// SPDX-License-Identifier: MIT
// What `mcheck gate` remembers of its last runs: so that what has not changed is not run again, and
// what failed is run first. A cache that cannot be read is an empty one.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/trace/result.hpp"
#include "programs/mcheck/file_prints.hpp"

namespace mcheck::command {

struct Remembered {
  std::string key;     // of all that the results follow from
  double given = 0;    // seconds that it might take
  double seconds = 0;  // that it took
  bool failed = false;
  std::vector<Result> results;
};

class GateCache {
 public:
  // Nothing is read or written where the path is empty.
  explicit GateCache(std::string path);

  // Of the program with its libraries, the words it is run with and the files that they name,
  // mcheck itself and its variables in the environment: the results follow from these.
  [[nodiscard]] std::string key_of(const std::string& program,
                                   const std::vector<std::string>& words,
                                   const std::string& folder);

  [[nodiscard]] const Remembered* find(const std::string& kernel) const;
  void keep(const std::string& kernel, Remembered remembered);
  // Empty if all was written, otherwise why not.
  [[nodiscard]] std::string write() const;

 private:
  // The dynamic linker is asked once for each version of a program: it takes a new process.
  const std::vector<std::string>& libraries_of(const std::string& program,
                                               const Fingerprint& bytes);

  std::string path_;
  std::map<std::string, Remembered> kernels_;
  FilePrints files_;
  std::map<std::pair<std::string, Fingerprint>, std::vector<std::string>> libraries_;
};

// Whether they would come out the same with so many seconds.
[[nodiscard]] bool holds(const Remembered& remembered, const std::string& key, double seconds);

}  // namespace mcheck::command
