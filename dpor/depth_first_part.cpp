// SPDX-License-Identifier: MIT
#include "dpor/depth_first_part.hpp"

#include <charconv>

namespace mcheck {
namespace {

constexpr std::string_view kAll = "all";
constexpr std::uint32_t kMostSteps = 1u << 20;

// Removes a number from the front of the text.
bool take_number(std::string_view& text, std::uint32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool take_letter(std::string_view& text, char letter) {
  if (text.empty() || text.front() != letter) return false;
  text.remove_prefix(1);
  return true;
}

// "5", "0/2" or "1-2/4"
bool add_word(DepthFirstPart& part, std::string_view word) {
  DepthFirstChoice choice;
  if (!take_number(word, choice.taken)) return false;
  if (word.empty()) {
    if (choice.taken == 0 || choice.taken > kMostSteps - part.size()) return false;
    part.resize(part.size() + choice.taken);
    return true;
  }
  choice.last = choice.taken;
  if (take_letter(word, '-') && !take_number(word, choice.last)) return false;
  if (!take_letter(word, '/') || !take_number(word, choice.ways) || !word.empty()) return false;
  if (choice.taken > choice.last || choice.last >= choice.ways) return false;
  part.push_back(choice);
  return part.size() <= kMostSteps;
}

}  // namespace

std::string part_text(const DepthFirstPart& part) {
  std::string text;
  std::size_t forced = 0;
  const auto add = [&text](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
  const auto end_run = [&] {
    if (forced > 0) add(std::to_string(forced));
    forced = 0;
  };
  for (const DepthFirstChoice& choice : part) {
    if (choice.ways == 1) {
      ++forced;
      continue;
    }
    end_run();
    const std::string rest = choice.is_open() ? "-" + std::to_string(choice.last) : "";
    add(std::to_string(choice.taken) + rest + "/" + std::to_string(choice.ways));
  }
  end_run();
  return text.empty() ? std::string(kAll) : text;
}

std::optional<DepthFirstPart> parse_depth_first_part(std::string_view text) {
  DepthFirstPart part;
  if (text == kAll) return part;
  for (;;) {
    const std::size_t space = text.find(' ');
    if (!add_word(part, text.substr(0, space))) return std::nullopt;
    if (space == std::string_view::npos) return part;
    text.remove_prefix(space + 1);
  }
}

}  // namespace mcheck
