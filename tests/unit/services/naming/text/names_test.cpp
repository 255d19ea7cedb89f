#include "services/naming/text/names.hpp"
#include "base/text/utf8.hpp"

#include <gtest/gtest.h>

#include <random>

namespace {

using dimma::naming::format_name;
using dimma::naming::NameError;
using dimma::naming::parse_name;
using dimma::naming::parse_typed_name;
using dimma::naming::printable;

CosNaming::Name name_of(std::initializer_list<std::pair<std::string, std::string>> components) {
  CosNaming::Name name;
  for (const auto& [id, kind] : components) name.emplace_back(id, kind);
  return name;
}

bool same(const CosNaming::Name& left, const CosNaming::Name& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const auto& one, const auto& other) {
    return one.id() == other.id() && one.kind() == other.kind();
  });
}

TEST(NameText, ReadsAndWritesTheFormsOfTheSpecification) {
  const std::pair<const char*, CosNaming::Name> forms[] = {
      {"a", name_of({{"a", ""}})},
      {"a.b", name_of({{"a", "b"}})},
      {"a/b.c/d", name_of({{"a", ""}, {"b", "c"}, {"d", ""}})},
      {".", name_of({{"", ""}})},
      {"././.", name_of({{"", ""}, {"", ""}, {"", ""}})},
      {".kind", name_of({{"", "kind"}})},
      {R"(a\.b.c\.d)", name_of({{"a.b", "c.d"}})},
      {R"(a\/b)", name_of({{"a/b", ""}})},
      {R"(a\\.\\)", name_of({{"a\\", "\\"}})},
  };
  for (const auto& [text, name] : forms) {
    EXPECT_TRUE(same(parse_name(text), name)) << text;
    EXPECT_EQ(format_name(name), text);
  }
}

TEST(NameText, KeepsEveryOctetButZero) {
  for (int octet = 1; octet < 256; ++octet) {
    const std::string one(1, static_cast<char>(octet));
    for (const CosNaming::Name& name : {name_of({{one, one}}), name_of({{one, ""}}), name_of({{"", one}}),
                                        name_of({{"a" + one + "b", one + one}, {one, ""}})}) {
      EXPECT_TRUE(same(parse_name(format_name(name)), name)) << octet;
      EXPECT_TRUE(same(parse_typed_name(printable(format_name(name))), name)) << octet;
    }
  }
}

TEST(NameText, KeepsRandomNames) {
  std::mt19937 random(22);
  const std::string octets = "./\\ab%\x80\xff\n ";
  const auto word = [&] {
    std::string made(random() % 6, ' ');
    for (char& c : made) c = octets[random() % octets.size()];
    return made;
  };
  for (int round = 0; round < 20'000; ++round) {
    CosNaming::Name name;
    for (auto count = 1 + random() % 5; count > 0; --count) {
      const std::string id = word();
      name.emplace_back(id, word());
    }
    ASSERT_TRUE(same(parse_name(format_name(name)), name)) << format_name(name);
  }
}

// A name that has been parsed is written back unchanged.
TEST(NameText, HasOneFormOfEachName) {
  std::mt19937 random(23);
  const std::string octets = "./\\a";
  int taken = 0;
  for (int round = 0; round < 100'000; ++round) {
    std::string text(random() % 9, ' ');
    for (char& c : text) c = octets[random() % octets.size()];
    try {
      EXPECT_EQ(format_name(parse_name(text)), text);
      ++taken;
    } catch (const NameError& error) {
      EXPECT_LE(error.position(), text.size());
    }
  }
  EXPECT_GT(taken, 1000);
}

TEST(NameText, LongAndDeepNames) {
  const std::string id(1 << 20, 'x');
  EXPECT_EQ(parse_name(id).front().id(), id);
  std::string text = "c";
  for (int count = 1; count < 10'000; ++count) text += "/c.k";
  EXPECT_EQ(parse_name(text).size(), 10'000);
  EXPECT_EQ(format_name(parse_name(text)), text);
}

struct Refusal {
  std::string text;
  std::size_t position;
  const char* words;
};

TEST(NameText, SaysWhereANameIsMalformed) {
  const Refusal refusals[] = {
      {"", 0, "expected a component"},   {"/a", 0, "expected a component"},
      {"a/", 2, "expected a component"}, {"a//b", 2, "expected a component"},
      {"a.b.c", 3, "one '.'"},           {"a/..", 3, "one '.'"},
      {"b/a.", 3, "expected a kind"},    {"a./b", 1, "expected a kind"},
      {"a\\", 2, "after a backslash"},   {"a\\b", 2, "after a backslash"},
      {"\\x41", 1, "after a backslash"}, {std::string("a\0b", 3), 1, "any octet but 0"},
  };
  for (const Refusal& refusal : refusals) {
    try {
      parse_name(refusal.text);
      ADD_FAILURE() << refusal.text;
    } catch (const NameError& error) {
      EXPECT_EQ(error.position(), refusal.position) << error.what();
      EXPECT_NE(std::string(error.what()).find(refusal.words), std::string::npos) << error.what();
      const std::string place = "character " + std::to_string(refusal.position + 1);
      EXPECT_NE(std::string(error.what()).find(place), std::string::npos) << error.what();
    }
  }
}

TEST(NameText, RefusesWhatCanBeNoName) {
  EXPECT_THROW(format_name({}), NameError);
  EXPECT_THROW(format_name(name_of({{std::string("a\0b", 3), ""}})), NameError);
  EXPECT_THROW(format_name(name_of({{"a", std::string("\0", 1)}})), NameError);
  for (const char* typed : {"\\x", "\\x4", "\\xg1", "\\x00", "\\x+1"}) {
    EXPECT_THROW(parse_typed_name(typed), NameError) << typed;
  }
  EXPECT_EQ(parse_typed_name("a\\x2fb").front().id(), "a/b");
}

TEST(NameText, DoesNotRepeatAMegabyteInAnError) {
  try {
    parse_name(std::string(1 << 20, 'x') + '/');
    FAIL();
  } catch (const NameError& error) {
    EXPECT_LT(std::string(error.what()).size(), 500);
  }
}

TEST(Printable, LeavesNoOctetThatATerminalObeys) {
  EXPECT_EQ(printable("a\x1b[2Jb\x7f\r\n"), "a\\x1b[2Jb\\x7f\\x0d\\x0a");
  EXPECT_EQ(printable("Gr\xc3\xbc\xc3\x9f"
                      "e \xe2\x82\xac \xf0\x9f\x8e\xb5"),
            "Gr\xc3\xbc\xc3\x9f"
            "e \xe2\x82\xac \xf0\x9f\x8e\xb5");
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J"),
            "\\xc2\\x9b2J");  // CSI as one character
  EXPECT_EQ(printable("\xe2\x80\xae"
                      "exe"),
            "\\xe2\\x80\\xaeexe");                                            // right to left override
  EXPECT_EQ(printable("\xff\xc0\x80\xe2\x82"), "\\xff\\xc0\\x80\\xe2\\x82");  // not UTF-8
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");                    // a surrogate
}

TEST(Printable, IsAlwaysUtf8) {
  std::mt19937 random(24);
  for (int round = 0; round < 20'000; ++round) {
    std::string octets(random() % 12, ' ');
    for (char& c : octets) c = static_cast<char>(random());
    const std::string printed = printable(octets);
    ASSERT_TRUE(dimma::is_utf8(printed));
    for (const char c : printed) ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
  }
}

}  // namespace
