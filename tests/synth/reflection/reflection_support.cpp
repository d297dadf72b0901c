// SPDX-License-Identifier: MIT
#include "tests/synth/reflection/reflection_support.hpp"

#include <catch2/catch.hpp>

namespace mcheck::command::reflection {

std::string sample(const std::string& name) {
  return std::string(MCHECK_SOURCE_DIRECTORY) + "/tests/synth/reflection/samples/" + name;
}

ClassModel model_of(const std::string& header, const std::string& class_name,
                    const std::vector<std::string>& flags) {
  auto read = read_class(header, class_name, flags);
  const auto* message = std::get_if<std::string>(&read);
  INFO((message == nullptr ? "" : *message));
  REQUIRE(message == nullptr);
  return std::get<ClassModel>(std::move(read));
}

std::string message_of(const std::string& header, const std::string& class_name,
                       const std::vector<std::string>& flags) {
  const auto read = read_class(sample(header), class_name, flags);
  const auto* message = std::get_if<std::string>(&read);
  std::string text = message == nullptr ? "" : *message;
  const std::string folder = sample("");
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder)) {
    text.erase(at, folder.size());
  }
  return text;
}

}  // namespace mcheck::command::reflection
