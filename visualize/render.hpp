// SPDX-License-Identifier: MIT
// Pictures as files. The only file of mcheck that knows Graphviz is render.cpp.
#pragma once

#include <optional>
#include <string>
#include <variant>

namespace mcheck {

enum class PictureFormat { kSvg, kPng, kPdf, kDot };

// By the file's suffix; none if it is not .svg, .png, .pdf or .dot.
[[nodiscard]] std::optional<PictureFormat> picture_format(const std::string& file);

struct Picture {
  std::string bytes;
};

// The picture of a graph in Graphviz's language, or why it could not be drawn.
[[nodiscard]] std::variant<Picture, std::string> render(const std::string& dot,
                                                        PictureFormat format);

}  // namespace mcheck
