// SPDX-License-Identifier: MIT
// Writes results: text, JSON, pictures, HTML pages. If a file cannot be written, it prints a
// message on standard error; verdict and exit code stay the same.
#pragma once

#include <string>
#include <vector>

#include "engine/base/json.hpp"
#include "engine/trace/results/result.hpp"
#include "programs/mcheck/cli/invocation.hpp"
#include "visualize/page/drawing.hpp"

namespace mcheck::command {

class Report {
 public:
  explicit Report(const Invocation& invocation, std::size_t tests);

  // Prints one result; other tests of the program may follow.
  void add(Result result);
  // Prints the overall verdict, writes the files, and returns the exit code.
  [[nodiscard]] int finish();

 private:
  void print(const std::string& text) const;
  void write_json() const;
  void draw() const;
  void write_page() const;
  void draw_tree() const;
  void draw(const Result& result, DrawingStyle style, const std::string& path,
            const std::string& option) const;

  const Invocation& invocation_;
  std::size_t tests_;
  bool coloured_ = false;
  std::vector<Result> results_;
};

[[nodiscard]] bool wants_colour(const Invocation& invocation);

// Empty on success, otherwise the reason ("no space left on device").
[[nodiscard]] std::string write_json_file(const std::string& path, const Json& json);
[[nodiscard]] std::string write_file(const std::string& path, const std::string& bytes);

}  // namespace mcheck::command
