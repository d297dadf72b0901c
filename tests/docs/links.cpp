// SPDX-License-Identifier: MIT
#include "tests/docs/links.hpp"

#include <cctype>
#include <regex>

#include "tests/docs/page.hpp"

namespace mcheck::docs {
namespace {

namespace fs = std::filesystem;

using Matches = std::sregex_iterator;

bool is_external(const std::string& target) {
  return target.find("://") != std::string::npos || target.starts_with("mailto:");
}

bool is_well_formed(const std::string& address) {
  static const std::regex form(
      R"(https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:[0-9]+)?(/[A-Za-z0-9_.~%+/#?=&@-]*)?)");
  return std::regex_match(address, form) && !address.ends_with(".");
}

std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ') anchor += '-';
    if (std::isalnum(byte) != 0 || c == '-' || c == '_' || byte >= 0x80u) {
      anchor += static_cast<char>(std::tolower(byte));
    }
  }
  return anchor;
}

// A heading as readers see it: for `[words](target)` the words.
std::string heading_text(const std::string& heading) {
  return std::regex_replace(heading, std::regex(R"(\[([^\]]*)\]\([^)]*\))"), "$1");
}

}  // namespace

std::vector<std::string> targets_of(const std::string& page) {
  static const std::regex link(R"(\]\(([^)\s]*)[^)]*\)|<([a-z]+://[^>\s]*)>)");
  const std::string prose = prose_of(page);
  std::vector<std::string> targets;
  for (Matches it(prose.begin(), prose.end(), link), end; it != end; ++it) {
    targets.push_back((*it)[1].matched ? it->str(1) : it->str(2));
  }
  return targets;
}

std::set<std::string> anchors_of(const std::string& page) {
  static const std::regex heading("#{1,6} (.*)");
  std::set<std::string> anchors;
  std::smatch match;
  bool in_block = false;
  for (const std::string& line : lines_of(page)) {
    if (line.starts_with("```")) in_block = !in_block;
    if (in_block || !std::regex_match(line, match, heading)) continue;
    const std::string anchor = anchor_of(heading_text(match[1]));
    std::string unique = anchor;
    for (int n = 1; !anchors.insert(unique).second; ++n) unique = anchor + "-" + std::to_string(n);
  }
  return anchors;
}

std::string link_error(const std::string& target, const fs::path& page) {
  if (target.empty()) return "points at nothing";
  if (is_external(target)) return is_well_formed(target) ? "" : "is no address";
  const std::size_t hash = target.find('#');
  const std::string file = target.substr(0, hash);
  const fs::path path = file.empty() ? page : (page.parent_path() / file).lexically_normal();
  if (path.string().find(MCHECK_SOURCE_DIRECTORY) != 0) return "leads out of the repository";
  if (!fs::exists(path)) return "is not there";
  if (hash == std::string::npos) return "";
  const std::string anchor = target.substr(hash + 1);
  return anchors_of(text_of(path)).contains(anchor) ? "" : "has no such heading";
}

std::set<std::string> files_named_in(const std::string& text) {
  static const std::regex path(
      R"((^|[^A-Za-z0-9_/.-])((docs|engine|dpor|programs|tests|visualize)/[A-Za-z0-9_/-]+)"
      R"(\.(md|png|svg|sh|cpp|hpp|h|c|tsv|table|cmake|js|toml))(?![A-Za-z0-9_]))");
  std::set<std::string> files;
  for (Matches it(text.begin(), text.end(), path), end; it != end; ++it) files.insert(it->str(2));
  return files;
}

}  // namespace mcheck::docs
