// SPDX-License-Identifier: MIT
// Reads the sample headers of these tests.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/reflection/read_class.hpp"

namespace mcheck::command::reflection {

// The path of a sample header.
[[nodiscard]] std::string sample(const std::string& name);

// The model of a class; the test fails if there is none.
[[nodiscard]] ClassModel model_of(const std::string& header, const std::string& class_name,
                                  const std::vector<std::string>& flags = {});

// The message about a class of a sample, without the folder; "" if the class was read.
[[nodiscard]] std::string message_of(const std::string& header, const std::string& class_name,
                                     const std::vector<std::string>& flags = {});

}  // namespace mcheck::command::reflection
