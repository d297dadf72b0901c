// SPDX-License-Identifier: MIT
#include "text.hpp"

#include "testing.hpp"

using namespace server;

SERVER_TEST(text_is_trimmed_and_split) {
  expect(trimmed("  a b \n") == "a b", "spaces around go");
  expect(trimmed("   ").empty(), "nothing is left of spaces");
  expect(split("a,b,,c", ',').size() == 4, "empty parts count");
  expect(split("", ',').size() == 1, "nothing is one empty part");
  expect(joined({"a", "b", "c"}, "-") == "a-b-c", "what is joined has separators");
}

SERVER_TEST(text_has_words) {
  const std::vector<std::string> words = words_of("The quick, brown FOX-trot 42!");
  expect(words.size() == 6, "six words");
  expect(words[3] == "fox", "in small letters");
  expect(words[5] == "42", "numbers are words");
}

SERVER_TEST(text_becomes_numbers) {
  expect(to_number("42") == 42, "a number");
  expect(to_number("-7") == -7, "below nothing");
  expect(!to_number("4x") && !to_number("") && !to_number("-"), "what is no number");
}

SERVER_TEST(text_is_replaced_and_decoded) {
  expect(replaced("a.b.c", ".", "::") == "a::b::c", "all places");
  expect(percent_decoded("%41b%2") == "Ab%2", "a broken code stays");
  expect(starts_with("header", "head") && !starts_with("he", "head"), "how it starts");
}

SERVER_TEST(text_is_used_by_two_threads) {
  const std::string shared = "one two three";
  std::size_t counts[2] = {};
  together({[&] { counts[0] = words_of(shared).size(); },
            [&] { counts[1] = split(shared, ' ').size(); }});
  expect(counts[0] == 3 && counts[1] == 3, "who only reads is in nobody's way");
}
