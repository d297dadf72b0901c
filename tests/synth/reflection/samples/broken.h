// SPDX-License-Identifier: MIT
#pragma once

class broken {
 public:
  missing_type get();
  other_missing set();
  third_missing x();
  fourth_missing y();
};
