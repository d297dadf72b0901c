// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <ostream>
#include <string>

namespace odd {

enum class colour { red, green, blue };

struct config {
  int width = 0;
  bool deep = false;
};

class paper {
 public:
  explicit paper(int lines) : lines_(lines) {}
  paper(const paper&) = delete;
  int lines_;
};

class unknown;

class base {
 public:
  int inherited(int value) { return value; }
};

class kitchen_sink final : public base {
 public:
  static std::unique_ptr<kitchen_sink> create(colour start);
  void paint(colour to = colour::red, int times = 1);
  void configure(const config& how);
  void write(paper& to);
  void meet(unknown& other);
  int fill(const int* data, std::size_t count);
  int count_if(bool (*counts)(int)) const;
  void apply(const std::function<int(int)>& change);
  int print(const char* format, ...);
  int gone() = delete;
  [[deprecated]] int old() const;
  void swap(kitchen_sink& other);
  kitchen_sink& operator+=(int amount);
  int operator[](std::size_t index) const;
  explicit operator bool() const;
  friend std::ostream& operator<<(std::ostream& to, const kitchen_sink& self);

 protected:
  void hidden();

 private:
  kitchen_sink() = default;
  struct secret {};
  kitchen_sink(secret, int);
};

void polish(kitchen_sink* what, int times);
int unrelated(int value);

}  // namespace odd
