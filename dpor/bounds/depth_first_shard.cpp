// SPDX-License-Identifier: MIT
#include "dpor/bounds/depth_first_shard.hpp"

#include <charconv>

namespace mcheck {
namespace {

constexpr std::string_view kWholeSearch = "all";
constexpr std::uint32_t kMaxSteps = 1u << 20;

// Removes a number from the front of the text.
bool parse_number(std::string_view& text, std::uint32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool parse_character(std::string_view& text, char character) {
  if (text.empty() || text.front() != character) return false;
  text.remove_prefix(1);
  return true;
}

// "5", "0/2" or "1-2/4"
bool add_word(DepthFirstShard& shard, std::string_view word) {
  DepthFirstChoice choice;
  if (!parse_number(word, choice.taken)) return false;
  if (word.empty()) {
    if (choice.taken == 0 || choice.taken > kMaxSteps - shard.size()) return false;
    shard.resize(shard.size() + choice.taken);
    return true;
  }
  choice.last = choice.taken;
  if (parse_character(word, '-') && !parse_number(word, choice.last)) return false;
  if (!parse_character(word, '/') || !parse_number(word, choice.alternatives) || !word.empty())
    return false;
  if (choice.taken > choice.last || choice.last >= choice.alternatives) return false;
  shard.push_back(choice);
  return shard.size() <= kMaxSteps;
}

}  // namespace

std::string shard_text(const DepthFirstShard& shard) {
  std::string text;
  std::size_t forced = 0;
  const auto add = [&text](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
  const auto end_run = [&] {
    if (forced > 0) add(std::to_string(forced));
    forced = 0;
  };
  for (const DepthFirstChoice& choice : shard) {
    if (choice.alternatives == 1) {
      ++forced;
      continue;
    }
    end_run();
    const std::string range = choice.is_open() ? "-" + std::to_string(choice.last) : "";
    add(std::to_string(choice.taken) + range + "/" + std::to_string(choice.alternatives));
  }
  end_run();
  return text.empty() ? std::string(kWholeSearch) : text;
}

std::optional<DepthFirstShard> parse_depth_first_shard(std::string_view text) {
  DepthFirstShard shard;
  if (text == kWholeSearch) return shard;
  for (;;) {
    const std::size_t space = text.find(' ');
    if (!add_word(shard, text.substr(0, space))) return std::nullopt;
    if (space == std::string_view::npos) return shard;
    text.remove_prefix(space + 1);
  }
}

}  // namespace mcheck
