// SPDX-License-Identifier: MIT
#include "visualize/model/source_texts.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <system_error>

#include "engine/base/utf8.hpp"

namespace mcheck {
namespace {

namespace fs = std::filesystem;
using NamedLines = std::map<std::string, std::set<int>>;  // for each file, the named lines

constexpr std::size_t kMaxFiles = 100;
constexpr std::uintmax_t kMaxBytes = 8'000'000;
constexpr std::size_t kMaxWholeFileLines = 600;  // lines; longer files are shown in parts
constexpr int kContextLines = 40;
constexpr std::size_t kMaxSourceColumns = 400;

void add(NamedLines& lines, const std::string& file, int line) {
  if (!file.empty() && line > 0) lines[file].insert(line);
}

void add(NamedLines& lines, const std::vector<TraceStep>& steps) {
  for (const TraceStep& step : steps) {
    add(lines, step.file, step.line);
    for (const StackFrame& frame : step.frames) add(lines, frame.file, frame.line);
  }
}

NamedLines lines_of(const std::vector<Result>& results) {
  NamedLines lines;
  for (const Result& result : results) {
    for (const FailureReport& failure : result.failures) {
      add(lines, failure.trace);
      if (failure.decisive_step) add(lines, failure.decisive_step->passing);
      for (const ThreadEnd& end : failure.threads) add(lines, end.file, end.line);
      for (const ReportedStack& stack : failure.stacks) {
        for (const StackFrame& frame : stack.frames) add(lines, frame.file, frame.line);
      }
    }
    for (const Warning& warning : result.warnings) {
      for (const WarningPlace& place : warning.places) add(lines, place.file, place.line);
    }
  }
  return lines;
}

bool readable(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && fs::file_size(path, error) <= kMaxBytes && !error;
}

// Directories in which relative names may start: the current one, and those above the program.
std::vector<fs::path> search_folders(const std::string& program) {
  std::error_code error;
  std::vector<fs::path> folders = {fs::current_path(error)};
  if (program.empty()) return folders;
  const fs::path real = fs::canonical(program, error);
  if (error) return folders;
  for (fs::path folder = real.parent_path(); folder != folder.root_path();
       folder = folder.parent_path()) {
    folders.push_back(folder);
  }
  return folders;
}

// "../../src/a.cpp" is relative to the compiler's directory; the rest of the path is the same
// everywhere.
fs::path without_dots(const fs::path& path) {
  fs::path rest;
  for (const fs::path& part : path) {
    if (part != "." && part != "..") rest /= part;
  }
  return rest;
}

std::optional<fs::path> locate_file(const std::string& file, const std::vector<fs::path>& folders) {
  const fs::path path(file);
  if (path.is_absolute()) return readable(path) ? std::optional(path) : std::nullopt;
  for (const fs::path& name : {path, without_dots(path)}) {
    for (const fs::path& base : folders) {
      if (readable(base / name)) return base / name;
    }
  }
  return std::nullopt;
}

std::vector<std::string> read_lines(const fs::path& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(shortened(valid_utf8(line), kMaxSourceColumns));
  }
  return lines;
}

std::vector<SourcePart> parts_of(const std::vector<std::string>& lines,
                                 const std::set<int>& named) {
  if (lines.size() <= kMaxWholeFileLines) return {{.first = 1, .lines = lines}};
  std::vector<SourcePart> parts;
  const int count = static_cast<int>(lines.size());
  int shown = 0;  // lines up to this one are in a part or omitted
  for (const int line : named) {
    const int last = std::min(line + kContextLines, count);
    const int first = std::max({line - kContextLines, 1, shown + 1});
    if (line > count || last <= shown) continue;
    if (parts.empty() || first > shown + 1) parts.push_back({.first = first, .lines = {}});
    parts.back().lines.insert(parts.back().lines.end(), lines.begin() + first - 1,
                              lines.begin() + last);
    shown = last;
  }
  return parts;
}

bool is_newer(const fs::path& file, const std::string& program) {
  std::error_code error;
  const auto built = fs::last_write_time(program, error);
  if (program.empty() || error) return false;
  const auto written = fs::last_write_time(file, error);
  return !error && written > built;
}

}  // namespace

std::vector<SourceText> source_texts(const std::vector<Result>& results,
                                     const std::string& program) {
  std::vector<SourceText> texts;
  const std::vector<fs::path> folders = search_folders(program);
  for (const auto& [file, named] : lines_of(results)) {
    if (texts.size() == kMaxFiles) break;
    const std::optional<fs::path> path = locate_file(file, folders);
    if (!path) continue;
    texts.push_back({.file = file,
                     .newer = is_newer(*path, program),
                     .parts = parts_of(read_lines(*path), named)});
  }
  return texts;
}

std::string locate_source(const std::string& file, const std::string& program) {
  if (file.empty() || file.front() == '/') return file;
  const std::optional<fs::path> path = locate_file(file, search_folders(program));
  return path ? path->lexically_normal().string() : file;
}

}  // namespace mcheck
