// SPDX-License-Identifier: MIT
// Rows (library_rows.hpp) of the C++ library: functions compiled into it, and its templates.
#include "tests/intercept/programs/libraries/library_rows.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <list>
#include <locale>
#include <map>
#include <memory_resource>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

char text[64] = "hello world";
char to[64];
int number = 5;
long long_number = 5;
double double_number = 1.5;
std::string word = "hello world, and all that is in it";
std::string same = "hello world, and all that is in it";
std::string line_read = "a text that is longer than sixteen";
std::ostringstream out;
std::istringstream in("12 word rest of the line\n");
std::stringstream both;
std::ofstream file;
std::filesystem::path path = "a/b.c";
std::locale locale;
std::map<int, int> map;
std::set<int> set;
std::list<int> list;
std::vector<int> vector = {3, 2, 1};
std::unordered_map<int, int> hashed;
std::pmr::unsynchronized_pool_resource pool;
volatile long result;

void use(long value) { result = value; }

const rows::Row all[] = {
    STATEFUL("ostringstream << int", out << 1),
    STATEFUL("ostringstream << double", out << 1.5),
    STATEFUL("ostringstream << bool", out << true),
    STATEFUL("ostringstream << unsigned", out << 1u),
    STATEFUL("ostringstream << char", out << 'c'),
    STATEFUL("ostringstream << text", out << "text"),
    STATEFUL("ostringstream << string", out << std::string("word")),
    STATEFUL("ostringstream << string_view", out << std::string_view("word")),
    STATEFUL("ostringstream << setw", out << std::setw(5)),
    STATEFUL("ostringstream << hex", out << std::hex),
    STATEFUL("ostringstream << endl", out << std::endl),
    STATEFUL("ostringstream.put", out.put('c')),
    STATEFUL("ostringstream.write", out.write("abc", 3)),
    STATEFUL("ostringstream.str(text)", out.str("text")),
    STATEFUL("ostringstream.clear", out.clear()),
    STATEFUL("ostringstream.setstate", out.setstate(std::ios::badbit)),
    STATEFUL("ostringstream << and str", if (out.str().empty()) out << 1),
    STATEFUL("ostringstream << and good", if (out.good()) out << 1),
    STATEFUL("istringstream >> int", int own; in >> own),
    STATEFUL("istringstream >> string", std::string own; in >> own),
    STATEFUL("istringstream.get", use(in.get())),
    STATEFUL("istringstream.peek", use(in.peek())),
    STATEFUL("istringstream.getline", std::string own; std::getline(in, own)),
    STATEFUL("istringstream.ignore", in.ignore()),
    STATEFUL("stringstream << int", both << 1),
    STATEFUL("ofstream << int", file << 1),
    STATEFUL("ofstream.open", file.open("/dev/null")),
    READS("<<(const char*)", text + 1, std::ostringstream own; own << text),
    READS("<<(string)", word.data() + 1, std::ostringstream own; own << word),
    READS("<<(string itself)", &word, std::ostringstream own; own << word),
    READS("ostream.write(from)", text + 1, std::ostringstream own; own.write(text, 4)),
    READS("cout << text", text + 1, std::cout << text),
    WRITES(">>(int)", &number, in >> number),
    WRITES(">>(long)", &long_number, in >> long_number),
    WRITES(">>(double)", &double_number, in >> double_number),
    WRITES(">>(string)", &line_read, in >> line_read),
    WRITES("getline(string)", &line_read, std::getline(in, line_read)),
    WRITES("istream.read(to)", to + 1, in.read(to, 4)),
    WRITES("istream.getline(to)", to + 1, in.getline(to, 40)),
    WRITES("istream.get(char)", to, in.get(to[0])),

    READS("string(const char*)", text + 1, std::string own(text); use(own.size())),
    READS("string.assign(text)", text + 1, std::string own; own.assign(text)),
    READS("string.append(text)", text + 1, std::string own; own.append(text)),
    READS("string.compare(text)", text + 1, use(word.compare(text))),
    READS("string == text", text + 1, use(word == text)),
    READS("string == string", word.data() + 20, use(word == same)),
    READS("string < string", word.data() + 20, use(word < same)),
    READS("string.find(char)", word.data() + 5, use(static_cast<long>(word.find('w')))),
    READS("string.find(text)", word.data() + 5, use(static_cast<long>(word.find("that")))),
    READS("string_view(text)", text + 1, use(static_cast<long>(std::string_view(text).size()))),
    READS("string_view == text", text + 1, use(std::string_view(text) == "hello world")),
    READS("string copy", word.data() + 5, std::string own = word; use(own.size())),
    READS(
        "stoi", word.data(), try { use(std::stoi(word)); } catch (const std::exception&){}),
    WRITES("string = text", word.data() + 1, word = "other text of many letters"),
    WRITES("string += text", &word, word += "more of them"),
    WRITES("string.clear", reinterpret_cast<char*>(&word) + 8, word.clear()),
    WRITES("string.replace", word.data() + 1, word.replace(0, 4, "abcd")),
    STATEFUL("string.insert", word.insert(2, "abcd")),
    WRITES("string.erase", word.data() + 5, word.erase(2, 4)),
    WRITES("getline(string data)", line_read.data() + 1, std::getline(in, line_read)),

    WRITES("path = path", reinterpret_cast<char*>(&path) + 8, path = std::filesystem::path("x")),
    STATEFUL("path /= path", path /= std::filesystem::path("x")),
    STATEFUL("path += path", path += std::filesystem::path("x")),
    STATEFUL("path.replace_extension", path.replace_extension("x")),
    STATEFUL("path.remove_filename", path.remove_filename()),
    READS("path.compare", &path, use(path.compare(std::filesystem::path("x")))),
    READS("path.parent_path", &path, use(path.parent_path().empty())),
    WRITES("locale = locale", &locale, locale = std::locale::classic()),
    READS("locale copy", &locale, std::locale own(locale); use(own == std::locale::classic())),
    STATEFUL("map.insert", map[1] = 1),
    STATEFUL("set.insert", set.insert(1)),
    STATEFUL("list.push_back", list.push_back(1)),
    STATEFUL("unordered_map.insert", hashed[1] = 1),
    STATEFUL("vector.push_back", vector.push_back(1)),
    STATEFUL("sort", std::sort(vector.begin(), vector.end())),
    STATEFUL("unsynchronized_pool_resource", pool.deallocate(pool.allocate(64), 64)),
};

}  // namespace

int main(int count, char** words) { return rows::run_rows(all, count, words); }
