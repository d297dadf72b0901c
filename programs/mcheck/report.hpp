// SPDX-License-Identifier: MIT
// Where results go: text for people, JSON, pictures, pages. A file that cannot be written costs a
// message on standard error and nothing else: the verdict is printed and the exit code is its own.
#pragma once

#include <string>
#include <vector>

#include "engine/base/json.hpp"
#include "engine/trace/result.hpp"
#include "programs/mcheck/invocation.hpp"
#include "visualize/drawing.hpp"

namespace mcheck::command {

class Report {
 public:
  explicit Report(const Invocation& invocation, std::size_t tests);

  // Prints one result; the program's other tests may follow.
  void add(Result result);
  // Prints what all of them say together, writes the files, and tells the exit code.
  [[nodiscard]] int finish();

 private:
  void say(const std::string& text) const;
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

// Empty if all was written, otherwise why not ("no space left on device").
[[nodiscard]] std::string write_json_file(const std::string& path, const Json& json);
[[nodiscard]] std::string write_file(const std::string& path, const std::string& bytes);

}  // namespace mcheck::command
