// SPDX-License-Identifier: MIT
#include "visualize/graph/lane_canvas.hpp"

#include <cstdio>
#include <utility>

namespace mcheck {
namespace {

std::string inches(int points) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", points / 72.0);
  return text;
}

}  // namespace

LaneCanvas::LaneCanvas(Frame frame, const std::vector<int>& lane_widths,
                       std::vector<std::string> colours)
    : frame_(std::move(frame)), colours_(std::move(colours)), y_(frame_.top) {
  int left = frame_.left + kMarginPoints;
  for (const int width : lane_widths) {
    centre_.push_back(left + width / 2);
    left += width;
  }
  right_ = left;
}

void LaneCanvas::place(const std::string& id, int x, const std::string& label,
                       std::vector<DotAttribute> attributes) {
  const std::string pos = std::to_string(x) + "," + std::to_string(y_) + "!";
  attributes.insert(attributes.begin(), {{"pos", pos}, {"label", label}});
  out_ += "  " + frame_.prefix + id + " " + dot_attributes(attributes) + "\n";
}

void LaneCanvas::node(const std::string& id, std::size_t lane, const std::string& label,
                      std::vector<DotAttribute> attributes) {
  place(id, centre_[lane], label, std::move(attributes));
  std::string& last = last_[lane];
  if (!last.empty()) {
    edge(last, id, {{"color", colours_[lane]}, {"penwidth", "2.2"}, {"arrowhead", "none"}});
  }
  last = id;
}

void LaneCanvas::number(const std::string& id, const std::string& text) {
  place(id, frame_.left + kMarginPoints / 2, "<" + with_font(text, 9, "#8a8a8a") + ">",
        {{"shape", "plaintext"}, {"style", "solid"}, {"width", "0"}, {"margin", "0"}});
}

// The text is an edge's label: a node would collide with others. Its background hides what is below
// it.
void LaneCanvas::line(const std::string& id, const std::string& text, const std::string& colour) {
  const auto end = [&](const char* side, int x) {
    place(id + side, x, "", {{"shape", "point"}, {"width", "0.01"}, {"color", colour}});
  };
  end("left", frame_.left + kMarginPoints);
  end("right", right_);
  const std::string words = with_font("<I>" + text + "</I>", 10, colour.c_str());
  lines_ += edge_text(
      id + "left", id + "right",
      {{"label", R"(<<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="1" BGCOLOR="white"><TR><TD>)" +
                     words + "</TD></TR></TABLE>>"},
       {"color", colour},
       {"style", "dashed"},
       {"arrowhead", "none"},
       {"penwidth", "1.4"}});
}

void LaneCanvas::band(const std::string& id, const std::string& label,
                      std::vector<DotAttribute> attributes) {
  const int left = frame_.left + kMarginPoints;
  attributes.push_back({"width", inches(right_ - left - 20)});
  place(id, (left + right_) / 2, label, attributes);
}

void LaneCanvas::edge(const std::string& from, const std::string& to,
                      const std::vector<DotAttribute>& attributes) {
  out_ += edge_text(from, to, attributes);
}

std::string LaneCanvas::edge_text(const std::string& from, const std::string& to,
                                  const std::vector<DotAttribute>& attributes) const {
  return "  " + frame_.prefix + from + " -> " + frame_.prefix + to + " " +
         dot_attributes(attributes) + "\n";
}

}  // namespace mcheck
