// SPDX-License-Identifier: MIT
#include "visualize/told_paths.hpp"

#include <filesystem>
#include <utility>

#include "visualize/source_texts.hpp"

namespace mcheck {
namespace {

namespace fs = std::filesystem;

std::string path_from(const std::string& file, const std::string& folder) {
  const std::string inside = fs::path(file)
                                 .lexically_normal()
                                 .lexically_relative(fs::path(folder).lexically_normal())
                                 .string();
  return inside.empty() || inside.starts_with("..") ? file : inside;
}

}  // namespace

ToldPaths::ToldPaths(std::string root, std::string program)
    : root_(std::move(root)), program_(std::move(program)) {}

const std::string& ToldPaths::told(const std::string& file) {
  const auto [known, first] = told_.try_emplace(file);
  if (first) known->second = path_from(found_source(file, program_), root_);
  return known->second;
}

}  // namespace mcheck
