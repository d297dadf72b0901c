// SPDX-License-Identifier: MIT
#include "programs/mcheck/cli/diagnostic.hpp"

#include "engine/base/utf8.hpp"

namespace mcheck::command {
std::string diagnostic(const std::string& what, const std::vector<Remark>& remarks) {
  constexpr std::size_t kLabel = 9;
  std::string message = "mcheck: " + one_line(what) + "\n";
  for (const Remark& remark : remarks) {
    message += "  " + padded(remark.label, kLabel) + one_line(remark.text) + "\n";
  }
  return message;
}

std::string listed(const std::vector<std::string>& words) {
  if (words.empty()) return "none";
  std::string text = one_line(words.front());
  for (std::size_t i = 1; i < words.size(); ++i) {
    text += (i + 1 == words.size() ? " and " : ", ") + one_line(words[i]);
  }
  return text;
}

}  // namespace mcheck::command
