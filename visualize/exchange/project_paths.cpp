// SPDX-License-Identifier: MIT
#include "visualize/exchange/project_paths.hpp"

#include <filesystem>
#include <utility>

#include "visualize/model/source_texts.hpp"

namespace mcheck {
namespace {

namespace fs = std::filesystem;

std::string path_from_folder(const std::string& file, const std::string& folder) {
  const std::string inside = fs::path(file)
                                 .lexically_normal()
                                 .lexically_relative(fs::path(folder).lexically_normal())
                                 .string();
  return inside.empty() || inside.starts_with("..") ? file : inside;
}

}  // namespace

ProjectPaths::ProjectPaths(std::string root, std::string program)
    : root_(std::move(root)), program_(std::move(program)) {}

const std::string& ProjectPaths::from_root(const std::string& file) {
  const auto [entry, first] = from_root_.try_emplace(file);
  if (first) entry->second = path_from_folder(locate_source(file, program_), root_);
  return entry->second;
}

}  // namespace mcheck
