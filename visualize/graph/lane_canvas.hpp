// SPDX-License-Identifier: MIT
// Lanes side by side and rows below each other, in Graphviz's language. Every node has a fixed
// position, so lanes are straight and rows are evenly spaced. Several canvases may share a picture:
// each has a prefix for the names of its nodes, and a left edge.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "visualize/graph/dot_text.hpp"

namespace mcheck {

inline constexpr int kRowPoints = 58;
inline constexpr int kMarginPoints = 34;  // for step numbers

class LaneCanvas {
 public:
  struct Frame {
    std::string prefix;
    int left = 0;
    int top = 0;
  };
  LaneCanvas(Frame frame, const std::vector<int>& lane_widths, std::vector<std::string> colours);

  // Adds a node to the current row, connected to the previous node of its lane.
  void node(const std::string& id, std::size_t lane, const std::string& label,
            std::vector<DotAttribute> attributes);
  // Adds text at the left of the current row.
  void number(const std::string& id, const std::string& text);
  // Adds a line across all lanes, with text in its middle.
  void line(const std::string& id, const std::string& text, const std::string& colour);
  // Adds a box across all lanes, in the current row.
  void band(const std::string& id, const std::string& label, std::vector<DotAttribute> attributes);
  // Moves down by a whole row or a part of one.
  void advance(int points = kRowPoints) { y_ -= points; }

  void edge(const std::string& from, const std::string& to,
            const std::vector<DotAttribute>& attributes);

  [[nodiscard]] int right() const { return right_; }
  [[nodiscard]] std::string text() const { return out_ + lines_; }

 private:
  void place(const std::string& id, int x, const std::string& label,
             std::vector<DotAttribute> attributes);
  [[nodiscard]] std::string edge_text(const std::string& from, const std::string& to,
                                      const std::vector<DotAttribute>& attributes) const;

  Frame frame_;
  std::vector<std::string> colours_;
  std::vector<int> centre_;                  // of each lane, in points
  std::map<std::size_t, std::string> last_;  // the last node of each lane
  int right_ = 0;
  int y_ = 0;
  std::string out_;
  std::string lines_;  // drawn above all other edges
};

}  // namespace mcheck
