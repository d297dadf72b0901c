// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "tests/house/rules.hpp"

namespace mcheck::house {
namespace {

using Rooms = std::set<std::string_view>;

// The rooms by where they stand in the tree, the narrower first.
constexpr std::pair<std::string_view, std::string_view> kRooms[] = {
    {"engine/include/", "public"},      {"engine/base/", "base"},
    {"engine/platform/", "platform"},   {"engine/trace/", "trace"},
    {"engine/search/", "search"},       {"engine/world/", "world"},
    {"engine/runtime/", "runtime"},     {"engine/model/", "model"},
    {"engine/intercept/", "intercept"}, {"engine/host/", "host"},
    {"engine/suite/", "suite"},         {"dpor/", "dpor"},
    {"visualize/", "visualize"},        {"programs/mcheck/", "command"},
    {"programs/", "checked"},           {"tests/", "tests"},
};

// Which rooms each may include, besides itself. Tests may include everything.
const std::map<std::string_view, Rooms>& allowed() {
  static const std::map<std::string_view, Rooms> table = {
      {"public", {}},
      {"base", {}},
      {"platform", {"base", "public"}},
      {"trace", {"base"}},
      {"search", {"base", "trace"}},
      {"world", {"base", "platform", "trace", "search"}},
      {"runtime", {"base", "platform", "trace", "search", "world", "public"}},
      {"model", {"base", "platform", "trace", "search", "runtime", "public"}},
      {"intercept",
       {"base", "platform", "trace", "search", "world", "runtime", "model", "host", "public"}},
      {"host",
       {"base", "platform", "trace", "search", "world", "runtime", "model", "dpor", "public"}},
      {"suite", {"base", "trace", "world", "runtime", "model", "host", "visualize", "public"}},
      {"dpor", {"base", "trace", "search"}},
      {"visualize", {"base", "trace"}},
      {"command", {"base", "trace", "visualize", "public"}},
      {"checked", {"public"}},
  };
  return table;
}

std::string_view room_of(std::string_view path) {
  for (const auto& [folder, room] : kRooms) {
    if (path.starts_with(folder)) return room;
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

// What is wrong with one include, or nothing.
std::string breach_of(std::string_view room, const Include& include) {
  const bool is_public = include.angled && include.name.starts_with("mcheck/");
  if (include.angled && !is_public) return "";  // the standard, or a package: see doors
  const bool is_neighbour = include.name.find('/') == std::string::npos;
  if (is_neighbour && room == "checked") return "";  // sees neither the root nor what is below
  const std::string_view target = is_public ? "public" : room_of(include.name);
  if (target.empty()) return "does not start at the root";
  if (room == "public" && !is_public) return "is internal, and public headers are not";
  if (room == target || room == "tests") return "";
  const auto rooms = allowed().find(room);
  if (rooms != allowed().end() && rooms->second.contains(target)) return "";
  return std::string(room) + " may not see " + std::string(target);
}

// A package: how the names of its headers begin, and who may include them: a file, a folder, or,
// with one_file, only one file of that folder. It may have several doors.
struct Door {
  std::string_view prefix;
  std::string_view place;
  bool one_file = false;
};

constexpr Door kDoors[] = {
    {"boost/", "engine/runtime/", true},
    {"boost/", "tests/benchmark/trip.hpp"},
    {"bits/", "engine/intercept/mcheck_unmodified.hpp"},
    {"xxhash.h", "engine/base/fingerprint.cpp"},
    {"CLI/", "programs/mcheck/options.cpp"},
    {"graphviz/", "visualize/render.cpp"},
    {"gvc.h", "visualize/render.cpp"},
    {"cgraph.h", "visualize/render.cpp"},
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

// Folders of the system's own headers, and ours.
bool needs_no_door(const Include& include) {
  const std::size_t slash = include.name.find('/');
  if (!include.angled || slash == std::string::npos) return true;
  const std::string folder = include.name.substr(0, slash);
  return folder == "mcheck" || folder == "sys" || folder == "linux" || folder == "asm" ||
         folder == "arpa" || folder == "sanitizer";
}

// The door that the file stands at, or else the package's first; null if it has none.
const Door* door_of(const Include& include, std::string_view path) {
  const Door* first = nullptr;
  for (const Door& door : kDoors) {
    if (!include.name.starts_with(door.prefix)) continue;
    if (path.starts_with(door.place)) return &door;
    if (first == nullptr) first = &door;
  }
  return first;
}

}  // namespace

Breaches include_breaches(const Source& source) {
  Breaches breaches;
  const std::string_view room = room_of(source.path);
  if (room.empty()) return {source.path + ": stands in no room"};
  for (const Include& include : includes_of(source)) {
    const std::string breach = breach_of(room, include);
    if (!breach.empty()) {
      breaches.push_back(source.path + ": includes " + include.name + ", which " + breach);
    }
  }
  return breaches;
}

Breaches door_breaches(const std::vector<Source>& sources) {
  Breaches breaches;
  std::map<std::string_view, std::string> user;  // of each door that is one file
  for (const Source& source : sources) {
    if (source.path.starts_with("programs/unmodified/")) continue;  // other people's, so to speak
    for (const Include& include : includes_of(source)) {
      const std::string what = source.path + ": includes " + include.name;
      const Door* door = door_of(include, source.path);
      if (door == nullptr) {
        if (!needs_no_door(include)) breaches.push_back(what + ", a package without a door");
        continue;
      }
      if (!source.path.starts_with(door->place)) {
        breaches.push_back(what + ", whose door is " + std::string(door->place));
      } else if (door->one_file) {
        const std::string& first = user.try_emplace(door->prefix, source.path).first->second;
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
