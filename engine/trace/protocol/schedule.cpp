// SPDX-License-Identifier: MIT
#include "engine/trace/protocol/schedule.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

#include "engine/base/fingerprint.hpp"

namespace mcheck {
namespace {

constexpr std::string_view kFormat = "mc1";
constexpr std::size_t kMaxNameLength = 18;
constexpr std::size_t kNameHash = 6;
constexpr std::size_t kChecksum = 4;

// A hash in letters and digits that are not easily confused.
std::string letters(std::uint64_t hash, std::size_t count) {
  constexpr std::string_view kAlphabet = "abcdefghjkmnpqrstuvwxyz023456789";
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += kAlphabet[hash % kAlphabet.size()];
    hash /= kAlphabet.size();
  }
  return text;
}

bool is_plain(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain(c) || c == '-') {
      result += c;
    } else {
      result += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return result;
}

bool percent_decode(std::string_view text, std::string& result) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    unsigned byte = 0;
    if (i + 2 >= text.size()) return false;
    const auto [end, error] = std::from_chars(&text[i + 1], text.data() + i + 3, byte, 16);
    if (error != std::errc() || end != text.data() + i + 3) return false;
    result += static_cast<char>(byte);
    i += 2;
  }
  return true;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(at); end != std::string_view::npos; end = text.find(at)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

std::string number_text(std::uint64_t number, int base) {
  std::array<char, 24> digits;
  const auto [end, error] =
      std::to_chars(digits.data(), digits.data() + digits.size(), number, base);
  return {digits.data(), end};
}

bool parse_number(std::string_view text, int base, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

// The same entry that many times in a row is written once, and how often more.
constexpr std::size_t kShortestRun = 8;

std::string choices_text(const std::vector<std::uint16_t>& chosen) {
  std::string text;
  std::string last;
  std::size_t times = 0;  // that it comes in a row
  const auto add_run = [&] {
    const bool is_run = times >= kShortestRun;
    for (std::size_t i = 0; i < (is_run ? 1 : times); ++i) {
      if (!text.empty()) text += '-';
      text += last;
    }
    if (is_run) text += '+' + number_text(times - 1, 36);
  };
  std::size_t defaults = 0;
  for (const std::uint16_t choice : chosen) {
    if (choice == 0) {
      ++defaults;
      continue;
    }
    std::string entry = number_text(std::exchange(defaults, 0), 36);
    if (choice != 1) entry += '_' + number_text(choice, 36);
    if (entry != last) {
      add_run();
      last = std::move(entry);
      times = 0;
    }
    ++times;
  }
  add_run();
  return text;
}

bool parse_entry(std::string_view entry, std::vector<std::uint16_t>& chosen) {
  constexpr std::uint64_t kMost = 1u << 20;
  const std::size_t run = entry.find('+');
  const std::size_t separator = entry.find('_');
  std::uint64_t more = 0;
  std::uint64_t defaults = 0;
  std::uint64_t choice = 1;
  if (!parse_number(entry.substr(0, std::min(run, separator)), 36, defaults)) return false;
  if (run != std::string_view::npos && !parse_number(entry.substr(run + 1), 36, more)) return false;
  if (separator < run &&
      !parse_number(entry.substr(separator + 1, run - separator - 1), 36, choice))
    return false;
  if (choice == 0 || choice > 0xffff || more >= kMost || defaults >= kMost) return false;
  if (chosen.size() + (more + 1) * (defaults + 1) > kMost) return false;
  for (std::uint64_t i = 0; i <= more; ++i) {
    chosen.resize(chosen.size() + defaults, 0);
    chosen.push_back(static_cast<std::uint16_t>(choice));
  }
  return true;
}

bool parse_choices(std::string_view text, std::vector<std::uint16_t>& chosen) {
  return text.empty() || std::ranges::all_of(split(text, '-'), [&](std::string_view entry) {
           return parse_entry(entry, chosen);
         });
}

constexpr std::array<std::pair<char, ProgressProperty>, 4> kProgressLetters = {{
    {'g', ProgressProperty::kFairCycle},
    {'j', ProgressProperty::kStarvation},
    {'o', ProgressProperty::kObstructionFree},
    {'f', ProgressProperty::kLockFree},
}};

std::string reuse_text(std::uint64_t size_classes) {
  if (size_classes == 0) return "";
  return size_classes == kAllSizeClasses ? "u" : "u" + std::to_string(size_classes);
}

// Numbers 0, -1, 1, -2, … from 0.
std::uint64_t as_count(int number) {
  const std::int64_t twice = 2 * std::int64_t{number};
  return static_cast<std::uint64_t>(number < 0 ? -twice - 1 : twice);
}

std::string nondet_text(int from, int to) {
  if (from == 0 && to == 0) return "";
  return "v" + std::to_string(as_count(from)) + "w" + std::to_string(to - from + 1);
}

// Of a Schedule or a Token.
std::string options_text(const auto& from) {
  std::string text;
  if (from.spurious > 0) text += "s" + std::to_string(from.spurious);
  if (from.steps > 0) text += "k" + std::to_string(from.steps);
  if (!from.timeouts) text += 'n';
  if (from.any_exit_status) text += 'x';
  if (from.plain_points) text += 'p';
  if (from.ignore_races) text += 'r';
  if (from.ignore_leaks) text += 'l';
  if (from.strict_misuse) text += 'm';
  if (from.weak_memory) text += 'a';
  if (from.fail_at_steps) text += 'e';
  text += reuse_text(from.reuse_size_classes);
  text += nondet_text(from.nondet_from, from.nondet_to);
  for (const auto& [letter, by] : kProgressLetters) {
    if (from.progress_check.by == by) text += letter + std::to_string(from.progress_check.step);
  }
  if (from.conflict != 0) text += "c" + std::to_string(from.conflict);
  if (!from.schedule_file.empty()) text += "y" + percent_encoded(from.schedule_file) + "/";
  if (!from.orders.empty()) text += "h" + percent_encoded(from.orders);
  return text;
}

// Parses the number after that letter at the front of the text, and removes both.
bool parse_lettered_number(std::string_view& text, char letter, std::uint64_t& number) {
  if (!text.starts_with(letter)) return true;
  text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

// Removes that letter from the front of the text; whether it was there.
bool parse_letter(std::string_view& text, char letter) {
  const bool is_present = text.starts_with(letter);
  if (is_present) text.remove_prefix(1);
  return is_present;
}

// The letter without a number means all size classes.
bool parse_reuse(std::string_view& text, std::uint64_t& size_classes) {
  const bool is_present = text.starts_with('u');
  const bool has_number = is_present && text.size() > 1 && text[1] >= '0' && text[1] <= '9';
  if (has_number) return parse_lettered_number(text, 'u', size_classes);
  if (parse_letter(text, 'u')) size_classes = kAllSizeClasses;
  return true;
}

bool parse_nondet(std::string_view& text, Token& token) {
  constexpr std::uint64_t kMost = 1u << 17;
  if (!text.starts_with('v')) return true;
  std::uint64_t from = 0;
  std::uint64_t count = 0;
  if (!parse_lettered_number(text, 'v', from) || !parse_lettered_number(text, 'w', count))
    return false;
  if (from > kMost || count == 0 || count > kMost) return false;
  const int half = static_cast<int>(from / 2);
  token.nondet_from = from % 2 == 0 ? half : -half - 1;
  token.nondet_to = token.nondet_from + static_cast<int>(count) - 1;
  return true;
}

bool parse_schedule_file(std::string_view& text, std::string& file) {
  if (!parse_letter(text, 'y')) return true;
  const std::size_t end = text.find('/');
  if (end == std::string_view::npos || !percent_decode(text.substr(0, end), file)) return false;
  text.remove_prefix(end + 1);
  return true;
}

bool parse_options(std::string_view text, Token& token) {
  std::uint64_t spurious = 0;
  if (!parse_lettered_number(text, 's', spurious) || spurious > 65535) return false;
  if (!parse_lettered_number(text, 'k', token.steps)) return false;
  token.spurious = static_cast<unsigned>(spurious);
  token.timeouts = !parse_letter(text, 'n');
  token.any_exit_status = parse_letter(text, 'x');
  token.plain_points = parse_letter(text, 'p');
  token.ignore_races = parse_letter(text, 'r');
  token.ignore_leaks = parse_letter(text, 'l');
  token.strict_misuse = parse_letter(text, 'm');
  token.weak_memory = parse_letter(text, 'a');
  token.fail_at_steps = parse_letter(text, 'e');
  if (!parse_reuse(text, token.reuse_size_classes) || !parse_nondet(text, token)) return false;
  for (const auto& [letter, by] : kProgressLetters) {
    if (!text.starts_with(letter)) continue;
    token.progress_check.by = by;
    if (!parse_lettered_number(text, letter, token.progress_check.step)) return false;
  }
  std::uint64_t conflict = 0;
  if (!parse_lettered_number(text, 'c', conflict) || conflict > 0xffffffff) return false;
  token.conflict = static_cast<std::uint32_t>(conflict);
  if (!parse_schedule_file(text, token.schedule_file)) return false;
  return parse_letter(text, 'h') ? percent_decode(text, token.orders) : text.empty();
}

std::string checksum(std::string_view program, std::string_view test, std::string_view name,
                     std::string_view options, std::string_view choices) {
  std::string all;
  for (const std::string_view part : {program, test, name, options, choices}) {
    all += part;
    all += '\n';
  }
  return letters(fingerprint(all).low, kChecksum);
}

std::string name_with_arguments(std::string_view name, const std::vector<std::string>& arguments) {
  std::string text(name);
  for (const std::string& argument : arguments) text += "," + percent_encoded(argument);
  return text;
}

}  // namespace

std::string token_name(std::string_view program, std::string_view test) {
  std::string name(program);
  if (test != program) name += "/" + std::string(test);
  bool plain = true;
  for (const char c : name) plain = plain && (is_plain(c) || c == '/' || c == '-');
  if (plain && name.size() <= kMaxNameLength) return name;
  return "~" + letters(fingerprint(name).low, kNameHash);
}

std::string to_token(const Schedule& schedule) {
  const std::string name =
      name_with_arguments(token_name(schedule.program, schedule.test), schedule.arguments);
  const std::string options = options_text(schedule);
  const std::string choices = choices_text(schedule.chosen);
  return std::string(kFormat) + "." + name + "." + options + "." +
         checksum(schedule.program, schedule.test, name, options, choices) + "." + choices;
}

std::variant<Token, std::string> parse_token(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, '.');
  if (parts[0] != kFormat) {
    return "it does not start with '" + std::string(kFormat) + ".', so it is not a schedule" +
           (parts[0].starts_with("mc") ? " of a format that this version knows" : "");
  }
  if (parts.size() != 5) {
    return "it has " + std::to_string(parts.size()) +
           " parts between dots where a schedule has 5: a part may have been lost in copying";
  }
  Token token;
  const std::vector<std::string_view> names = split(parts[1], ',');
  token.name = names[0];
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (!percent_decode(names[i], token.arguments.emplace_back()))
      return "its arguments are malformed";
  }
  if (!parse_options(parts[2], token))
    return "its options '" + std::string(parts[2]) + "' are unknown";
  token.checksum = parts[3];
  if (!parse_choices(parts[4], token.chosen)) {
    return "its choices '" + std::string(parts[4]) + "' are malformed";
  }
  return token;
}

std::variant<Schedule, std::string> resolve(const Token& token, std::string_view program,
                                            std::string_view test) {
  if (token.name != token_name(program, test)) {
    return "it belongs to '" + token.name + "', not to '" + token_name(program, test) + "'";
  }
  const std::string expected =
      checksum(program, test, name_with_arguments(token.name, token.arguments), options_text(token),
               choices_text(token.chosen));
  if (token.checksum != expected) {
    return "its checksum is wrong: a letter was changed, or it belongs to another program";
  }
  return Schedule{.program = std::string(program),
                  .test = std::string(test),
                  .arguments = token.arguments,
                  .spurious = token.spurious,
                  .timeouts = token.timeouts,
                  .steps = token.steps,
                  .any_exit_status = token.any_exit_status,
                  .plain_points = token.plain_points,
                  .ignore_races = token.ignore_races,
                  .ignore_leaks = token.ignore_leaks,
                  .strict_misuse = token.strict_misuse,
                  .weak_memory = token.weak_memory,
                  .schedule_file = token.schedule_file,
                  .orders = token.orders,
                  .fail_at_steps = token.fail_at_steps,
                  .reuse_size_classes = token.reuse_size_classes,
                  .nondet_from = token.nondet_from,
                  .nondet_to = token.nondet_to,
                  .progress_check = token.progress_check,
                  .conflict = token.conflict,
                  .chosen = token.chosen};
}

}  // namespace mcheck
