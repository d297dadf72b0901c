// SPDX-License-Identifier: MIT
#include "index.hpp"

#include "testing.hpp"

using namespace server;

SERVER_TEST(index_finds_words) {
  Index index;
  index.add(1, "the cat and the dog");
  index.add(2, "the bird");
  expect(index.find("the").size() == 2, "both hold it");
  expect(index.find("the").front().document == 1, "more often in the first");
  expect(index.find("the bird").size() == 1, "one holds both");
  expect(index.find("fish").empty(), "none holds it");
  expect(index.words_with("b").size() == 1, "by how they start");
}

SERVER_TEST(index_forgets) {
  Index index;
  index.add(1, "one two");
  index.add(1, "two three");
  expect(index.find("one").empty() && index.words() == 2, "the text before is gone");
  index.remove(1);
  expect(index.documents() == 0 && index.words() == 0, "nothing is left");
}

SERVER_TEST(index_is_searched_while_it_grows) {
  Index index;
  index.add(1, "one two");
  std::size_t found = 0;
  together({[&] { index.add(2, "two three"); }, [&] { found = index.find("two").size(); },
            [&] { (void)index.words_with("t"); }});
  expect(found >= 1 && index.find("two").size() == 2, "before or after");
}

SERVER_TEST(index_loses_a_document_while_it_is_searched) {
  Index index;
  index.add(1, "one two");
  index.add(2, "two three");
  together({[&] { index.remove(1); }, [&] { (void)index.find("one"); }});
  expect(index.documents() == 1, "one is left");
}

SERVER_TEST(index_drops_a_text) {
  Index index;
  index.add(1, "one");
  index.add(2, "two");
  std::string seen;
  together({[&] { index.drop_text(1); }, [&] { seen = index.text_of(2); }});
  expect(seen == "#2", "the other one is there");
}
