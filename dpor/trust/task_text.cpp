// SPDX-License-Identifier: MIT
#include "dpor/trust/task_text.hpp"

#include <array>
#include <charconv>

namespace mcheck::trust {
namespace {

template <class Number>
std::string to_text(Number parse_number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), parse_number).ptr;
  return {text.data(), end};
}

std::string to_text(const Slot& slot, const Identities& names) {
  return names.path_text(slot.thread) + "#" + to_text(slot.index);
}

std::string to_text(const TaskStep& step, const Identities& names) {
  std::string text = names.path_text(step.thread);
  if (step.names_thread) {
    text += "=" + names.path_text(ThreadId(step.label));
  } else if (step.label != 0) {
    text += "=" + to_text(step.label);
  }
  text += "@" + to_text(step.read) + "/" + to_text(step.write);
  return step.is_revisit_source ? text + "!" : text;
}

// Parses the text from the left and remembers whether an error occurred.
class Reader {
 public:
  Reader(std::string_view text, Identities& names) : rest_(text), names_(names) {}

  [[nodiscard]] bool is_valid() const { return is_valid_; }
  [[nodiscard]] bool at_end() {
    skip_spaces();
    return rest_.empty();
  }

  // The next word.
  std::string_view word() {
    skip_spaces();
    return take_until(' ');
  }
  // The text before the character, which is removed, too; the rest if it does not occur.
  std::string_view take_until(char end) {
    const std::size_t length = std::min(rest_.find(end), rest_.size());
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(std::min(length + 1, rest_.size()));
    return taken;
  }

  template <class Number>
  Number parse_number(std::string_view text) {
    Number value{};
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    is_valid_ = is_valid_ && error == std::errc{} && rest == text.data() + text.size();
    return value;
  }
  ThreadId thread(std::string_view text) {
    const std::optional<ThreadId> found = names_.thread_of(text);
    is_valid_ = is_valid_ && found.has_value();
    return found.value_or(kMainThread);
  }
  Slot slot(std::string_view text) {
    Reader parts(text, names_);
    const ThreadId of = thread(parts.take_until('#'));
    return {of, parse_number<std::uint32_t>(parts.rest_)};
  }
  Pin pin(std::string_view text) {
    Pin pin;
    pin.allows_new_versions = text.ends_with('+');
    if (pin.allows_new_versions) text.remove_suffix(1);
    Reader parts(text, names_);
    pin.stamp = parse_number<Stamp>(parts.take_until(':'));
    pin.slot = slot(parts.take_until('>'));
    pin.version = slot(parts.rest_);
    return pin;
  }
  TaskStep step(std::string_view text) {
    TaskStep step;
    step.is_revisit_source = text.ends_with('!');
    if (step.is_revisit_source) text.remove_suffix(1);
    Reader parts(text, names_);
    Reader transition(parts.take_until('@'), names_);
    step.thread = thread(transition.take_until('='));
    step.names_thread =
        !transition.rest_.empty() && (transition.rest_[0] == 'T' || transition.rest_ == "main");
    if (step.names_thread) {
      step.label = index(thread(transition.rest_));
    } else if (!transition.rest_.empty()) {
      step.label = parse_number<std::uint32_t>(transition.rest_);
    }
    step.read = parse_number<Stamp>(parts.take_until('/'));
    step.write = parse_number<Stamp>(parts.rest_);
    return step;
  }

 private:
  void skip_spaces() {
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
  }

  std::string_view rest_;
  Identities& names_;
  bool is_valid_ = true;
};

}  // namespace

std::string to_text(const Task& task, double share, const Identities& names) {
  std::string text = to_text(share) + " " + to_text(task.threads) + " ";
  text += task.new_write == kNone ? "-" : to_text(task.new_write);
  for (const Pin& pin : task.pins) {
    text += " " + to_text(pin.stamp) + ":" + to_text(pin.slot, names) + ">" +
            to_text(pin.version, names) + (pin.allows_new_versions ? "+" : "");
  }
  for (const TaskStep& step : task.steps) text += " " + to_text(step, names);
  return text;
}

std::optional<Task> parse_task(std::string_view text, Identities& names) {
  Reader reader(text, names);
  Task task;
  task.share = reader.parse_number<double>(reader.word());
  task.threads = reader.parse_number<std::uint32_t>(reader.word());
  const std::string_view new_write = reader.word();
  if (new_write != "-") task.new_write = reader.parse_number<std::uint32_t>(new_write);
  while (reader.is_valid() && !reader.at_end()) {
    const std::string_view word = reader.word();
    if (word.find('@') == std::string_view::npos) {
      task.pins.push_back(reader.pin(word));
    } else {
      task.steps.push_back(reader.step(word));
    }
  }
  if (!reader.is_valid()) return std::nullopt;
  return task;
}

}  // namespace mcheck::trust
