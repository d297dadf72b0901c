// SPDX-License-Identifier: MIT
#include "visualize/graph/dot_text.hpp"

#include "engine/base/utf8.hpp"
#include "visualize/model/markup.hpp"

namespace mcheck {

std::string escaped_label(std::string_view text) { return escaped_markup(one_line(text)); }

std::string with_font(const std::string& text, int points, const char* colour) {
  return "<FONT POINT-SIZE=\"" + std::to_string(points) + "\" COLOR=\"" + colour + "\">" + text +
         "</FONT>";
}

std::string dot_attributes(const std::vector<DotAttribute>& attributes) {
  std::string out = "[";
  for (const auto& [name, value] : attributes) {
    if (out.size() > 1) out += ", ";
    const bool label = value.starts_with('<') && value.ends_with('>');
    out += std::string(name) + "=" + (label ? value : '"' + value + '"');
  }
  return out + "]";
}

}  // namespace mcheck
