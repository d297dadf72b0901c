// SPDX-License-Identifier: MIT
// Rules about includes: which layer may include which, and where each package may be included.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "tests/house/rules.hpp"

namespace mcheck::house {
namespace {

using LayerSet = std::set<std::string_view>;

// The layers by their folders, narrower folders first.
constexpr std::pair<std::string_view, std::string_view> kLayers[] = {
    {"engine/include/", "public"},      {"engine/base/", "base"},
    {"engine/platform/", "platform"},   {"engine/trace/", "trace"},
    {"engine/search/", "search"},       {"engine/memory/", "memory"},
    {"engine/runtime/", "runtime"},     {"engine/model/", "model"},
    {"engine/intercept/", "intercept"}, {"engine/host/", "host"},
    {"engine/suite/", "suite"},         {"dpor/", "dpor"},
    {"visualize/", "visualize"},        {"programs/mcheck/", "command"},
    {"programs/", "checked"},           {"tests/", "tests"},
};

// The layers that each may include besides itself. Tests may include everything.
const std::map<std::string_view, LayerSet>& allowed() {
  static const std::map<std::string_view, LayerSet> table = {
      {"public", {}},
      {"base", {}},
      {"platform", {"base", "public"}},
      {"trace", {"base"}},
      {"search", {"base", "trace"}},
      {"memory", {"base", "platform", "trace", "search"}},
      {"runtime", {"base", "platform", "trace", "search", "memory", "public"}},
      {"model", {"base", "platform", "trace", "search", "runtime", "public"}},
      {"intercept",
       {"base", "platform", "trace", "search", "memory", "runtime", "model", "host", "public"}},
      {"host",
       {"base", "platform", "trace", "search", "memory", "runtime", "model", "dpor", "public"}},
      {"suite", {"base", "trace", "memory", "runtime", "model", "host", "visualize", "public"}},
      {"dpor", {"base", "trace", "search"}},
      {"visualize", {"base", "trace"}},
      {"command", {"base", "trace", "visualize", "public"}},
      {"checked", {"public"}},
  };
  return table;
}

std::string_view layer_of(std::string_view path) {
  for (const auto& [folder, layer] : kLayers) {
    if (path.starts_with(folder)) return layer;
  }
  return "";
}

struct Include {
  std::string name;
  bool angled = false;
};

std::optional<Include> include_of(std::string_view line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string_view::npos || line[hash] != '#') return std::nullopt;
  const std::size_t word = line.find_first_not_of(" \t", hash + 1);
  if (word == std::string_view::npos || !line.substr(word).starts_with("include")) return {};
  const std::size_t open = line.find_first_of("<\"", word);
  if (open == std::string_view::npos) return std::nullopt;
  const bool angled = line[open] == '<';
  const std::size_t close = line.find(angled ? '>' : '"', open + 1);
  if (close == std::string_view::npos) return std::nullopt;
  return Include{std::string(line.substr(open + 1, close - open - 1)), angled};
}

std::vector<Include> includes_of(const Source& source) {
  std::vector<Include> found;
  for (const std::string& line : source.lines) {
    if (auto include = include_of(line)) found.push_back(*include);
  }
  return found;
}

// Why an include is a breach; empty if it is none.
std::string breach_of(std::string_view layer, const Include& include) {
  const bool is_public = include.angled && include.name.starts_with("mcheck/");
  if (include.angled && !is_public) return "";  // the standard, or a package: package_breaches
  const bool in_same_folder = include.name.find('/') == std::string::npos;
  if (in_same_folder && layer == "checked") return "";  // a user program
  const std::string_view target = is_public ? "public" : layer_of(include.name);
  if (target.empty()) return "does not start at the root";
  if (layer == "public" && !is_public) return "is internal, and public headers are not";
  if (layer == target || layer == "tests") return "";
  const auto allowed_layers = allowed().find(layer);
  if (allowed_layers != allowed().end() && allowed_layers->second.contains(target)) return "";
  return std::string(layer) + " may not include " + std::string(target);
}

// A package: the prefix of its headers' names, and where they may be included: a file, a folder,
// or, with `one_file`, only one file of that folder. A package may have several entries.
struct PackageUser {
  std::string_view prefix;
  std::string_view place;
  bool one_file = false;
};

constexpr PackageUser kPackageUsers[] = {
    {"boost/", "engine/runtime/", true},
    {"boost/", "tests/benchmark/round_trip.hpp"},
    {"boost/", "tests/schedules/orders/lockfree.cpp"},
    {"bits/", "engine/intercept/mcheck_unmodified.hpp"},
    {"xxhash.h", "engine/base/fingerprint.cpp"},
    {"xxhash.h", "engine/base/fingerprint_avx2.cpp"},
    {"CLI/", "programs/mcheck/cli/options.cpp"},
    {"graphviz/", "visualize/graph/render.cpp"},
    {"gvc.h", "visualize/graph/render.cpp"},
    {"cgraph.h", "visualize/graph/render.cpp"},
    {"catch2/", "tests/"},
    {"catch2/", "engine/include/mcheck/catch2.hpp"},
    {"benchmark/", "tests/benchmark/"},
    {"asio/", "tests/real/clients/"},
    {"atomic_queue/", "tests/real/clients/"},
    {"concurrentqueue/", "tests/real/clients/"},
    {"readerwriterqueue/", "tests/real/clients/"},
    {"xenium/", "tests/real/clients/"},
    {"gtest/", "tests/"},
    {"gtest/", "engine/include/mcheck/gtest.hpp"},
};

// The system's own headers, and ours.
bool is_system_header(const Include& include) {
  const std::size_t slash = include.name.find('/');
  if (!include.angled || slash == std::string::npos) return true;
  const std::string folder = include.name.substr(0, slash);
  return folder == "mcheck" || folder == "sys" || folder == "linux" || folder == "asm" ||
         folder == "arpa" || folder == "sanitizer";
}

// The entry that allows this file, or else the package's first; null if the package has none.
const PackageUser* package_user_of(const Include& include, std::string_view path) {
  const PackageUser* first = nullptr;
  for (const PackageUser& package_user : kPackageUsers) {
    if (!include.name.starts_with(package_user.prefix)) continue;
    if (path.starts_with(package_user.place)) return &package_user;
    if (first == nullptr) first = &package_user;
  }
  return first;
}

}  // namespace

Breaches include_breaches(const Source& source) {
  Breaches breaches;
  const std::string_view layer = layer_of(source.path);
  if (layer.empty()) return {source.path + ": belongs to no layer"};
  for (const Include& include : includes_of(source)) {
    const std::string breach = breach_of(layer, include);
    if (!breach.empty()) {
      breaches.push_back(source.path + ": includes " + include.name + ", which " + breach);
    }
  }
  return breaches;
}

Breaches package_breaches(const std::vector<Source>& sources) {
  Breaches breaches;
  std::map<std::string_view, std::string> single_user;  // of each entry with `one_file`
  for (const Source& source : sources) {
    if (source.path.starts_with("programs/unmodified/")) continue;  // users' programs
    for (const Include& include : includes_of(source)) {
      const std::string what = source.path + ": includes " + include.name;
      const PackageUser* package_user = package_user_of(include, source.path);
      if (package_user == nullptr) {
        if (!is_system_header(include)) breaches.push_back(what + ", a package without a rule");
        continue;
      }
      if (!source.path.starts_with(package_user->place)) {
        breaches.push_back(what + ", which is allowed in " + std::string(package_user->place));
      } else if (package_user->one_file) {
        const std::string& first =
            single_user.try_emplace(package_user->prefix, source.path).first->second;
        if (first != source.path) breaches.push_back(what + ", and so does " + first);
      }
    }
  }
  return breaches;
}

Breaches own_header_breaches(const std::vector<Source>& sources) {
  std::set<std::string> paths;
  for (const Source& source : sources) paths.insert(source.path);
  Breaches breaches;
  for (const Source& source : sources) {
    if (!source.path.ends_with(".cpp")) continue;
    const std::string header = source.path.substr(0, source.path.size() - 3) + "hpp";
    if (!paths.contains(header)) continue;
    const std::vector<Include> includes = includes_of(source);
    const std::string neighbour = header.substr(header.rfind('/') + 1);
    if (includes.empty() || (includes[0].name != header && includes[0].name != neighbour)) {
      breaches.push_back(source.path + ": does not include " + header + " first");
    }
  }
  return breaches;
}

}  // namespace mcheck::house
