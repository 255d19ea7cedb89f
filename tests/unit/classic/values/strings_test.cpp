#include <dimma/classic/values/strings.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <sstream>
#include <string>
#include <utility>

using dimma::classic::StringElement;
using dimma::classic::StringMember;

namespace {

struct Person {
  StringMember name;
  CORBA::Long age;
};

std::string seen_as_const(const char* text) { return text; }
std::size_t seen_as_pointer(char* text) { return std::strlen(text); }
void give(CORBA::String_out text) { text = CORBA::string_dup("given"); }
void change(char*& text) {
  CORBA::string_free(text);
  text = CORBA::string_dup("changed");
}
CORBA::String_var returned() { return CORBA::string_dup("returned"); }

TEST(Strings, AreAllocatedEmpty) {
  char* const text = CORBA::string_alloc(3);
  EXPECT_STREQ(text, "");
  std::memcpy(text, "abc", 4);
  char* const copy = CORBA::string_dup(text);
  EXPECT_NE(copy, text);
  EXPECT_STREQ(copy, "abc");
  CORBA::string_free(text);
  CORBA::string_free(copy);
  CORBA::string_free(nullptr);
  EXPECT_EQ(CORBA::string_dup(nullptr), nullptr);
}

TEST(StringVar, TakesPointersAndCopiesConstants) {
  char* const mine = CORBA::string_dup("mine");
  CORBA::String_var taken(mine);
  EXPECT_EQ(taken.in(), mine);
  CORBA::String_var copied = "constant";
  EXPECT_STREQ(copied, "constant");
  copied = static_cast<const char*>(taken);
  EXPECT_NE(copied.in(), taken.in());
  EXPECT_STREQ(copied, "mine");
  copied = CORBA::string_dup("other");
  EXPECT_STREQ(copied.in(), "other");
}

TEST(StringVar, CopiesOtherOwners) {
  CORBA::String_var first = "first";
  CORBA::String_var second(first);
  EXPECT_NE(first.in(), second.in());
  Person person = Person();
  person.name = first;
  CORBA::String_var third = person.name;
  CORBA::String_var fourth(person.name);
  second = person.name;
  EXPECT_STREQ(third, "first");
  EXPECT_STREQ(fourth, "first");
  EXPECT_NE(second.in(), person.name.in());
  CORBA::String_var none;
  second = none;
  EXPECT_TRUE(!second.in());
}

TEST(StringVar, SurvivesAssignmentOfItself) {
  CORBA::String_var text = "itself";
  const CORBA::String_var& same = text;
  text = same;
  EXPECT_STREQ(text, "itself");
  text = static_cast<char*>(text);
  EXPECT_STREQ(text, "itself");
  text = text.in() + 2;
  EXPECT_STREQ(text, "self");
}

TEST(StringVar, MovesWithoutCopying) {
  CORBA::String_var text = returned();
  const char* const before = text;
  CORBA::String_var moved(std::move(text));
  EXPECT_EQ(moved.in(), before);
  text = std::move(moved);
  EXPECT_EQ(text.in(), before);
}

TEST(StringVar, ConvertsToWhatProgramsPass) {
  CORBA::String_var text = "text";
  const CORBA::String_var constant = "constant";
  EXPECT_EQ(seen_as_const(text), "text");
  EXPECT_EQ(seen_as_const(constant), "constant");
  EXPECT_EQ(seen_as_pointer(text), 4U);
  EXPECT_EQ(std::strcmp(text, "text"), 0);
  EXPECT_EQ(std::string(text), "text");
  EXPECT_EQ(std::string(constant), "constant");
  std::string assigned;
  assigned = text;
  assigned += constant;
  EXPECT_EQ(assigned, "textconstant");
  std::ostringstream out;
  out << text << ' ' << constant << ' ' << text.in();
  EXPECT_EQ(out.str(), "text constant text");
  const char* const chosen = assigned.empty() ? "none" : text.in();
  EXPECT_STREQ(chosen, "text");
  EXPECT_TRUE(text != nullptr);
  EXPECT_FALSE(text == NULL);
  if (!text) FAIL() << "a String_var with a value is true";
}

TEST(StringVar, HasAnIndexOfAnyIntegerType) {
  CORBA::String_var text = "abc";
  const CORBA::String_var& constant = text;
  text[0] = 'A';
  text[1L] = 'B';
  text[std::size_t(2)] = 'C';
  text[CORBA::ULong(2)] = 'D';
  EXPECT_STREQ(text, "ABD");
  EXPECT_EQ(constant[1], 'B');
}

TEST(StringVar, IsPassedInEveryDirection) {
  CORBA::String_var text = "former";
  give(text);
  EXPECT_STREQ(text, "given");
  give(text.out());
  EXPECT_STREQ(text, "given");
  change(text);
  EXPECT_STREQ(text, "changed");
  change(text.inout());
  char* const mine = text._retn();
  EXPECT_STREQ(mine, "changed");
  EXPECT_EQ(text.in(), nullptr);
  CORBA::string_free(mine);
  char* pointer = nullptr;
  give(pointer);
  EXPECT_STREQ(pointer, "given");
  CORBA::string_free(pointer);
}

TEST(StringOut, IsEmptyAtFirstAndCopiesWhatItDoesNotOwn) {
  CORBA::String_var text = "former";
  CORBA::String_out out(text);
  EXPECT_EQ(out.ptr(), nullptr);
  out = "constant";
  EXPECT_STREQ(text, "constant");
  CORBA::string_free(text._retn());
  Person person = Person();
  person.name = "name";
  out = person.name;
  EXPECT_NE(text.in(), person.name.in());
  EXPECT_STREQ(text, "name");
}

TEST(StringMember, IsEmptyAtFirst) {
  Person person;
  EXPECT_STREQ(person.name, "");
  person.name = "name";
  Person copy = person;
  EXPECT_NE(copy.name.in(), person.name.in());
  EXPECT_STREQ(copy.name, "name");
  const Person aggregate = {"aggregate", 3};
  EXPECT_STREQ(aggregate.name, "aggregate");
  EXPECT_EQ(std::string(aggregate.name), "aggregate");
  copy = Person();
  EXPECT_STREQ(copy.name, "");
}

TEST(StringMember, MayBeFreedAndReplacedWhileItIsEmpty) {
  Person person;
  change(person.name.inout());
  EXPECT_STREQ(person.name, "changed");
  Person other;
  CORBA::string_free(other.name._retn());
  give(other.name.out());
  EXPECT_STREQ(other.name, "given");
  give(person.name);
  EXPECT_STREQ(person.name, "given");
}

TEST(StringElement, ReplacesTheStringThatItRefersTo) {
  char* text = CORBA::string_dup("former");
  StringElement element(text, true);
  element = "constant";
  EXPECT_STREQ(text, "constant");
  element = CORBA::string_dup("taken");
  EXPECT_STREQ(text, "taken");
  element = element.in();
  element = CORBA::String_var("var");
  EXPECT_STREQ(element, "var");
  Person person = Person();
  person.name = element;
  CORBA::String_var var = element;
  var = element;
  EXPECT_NE(var.in(), text);
  EXPECT_STREQ(var, "var");
  EXPECT_EQ(std::string(element), "var");
  CORBA::string_free(text);
}

TEST(StringElement, DoesNotFreeWhatTheSequenceDoesNotOwn) {
  char original[] = "original";
  char* text = original;
  StringElement element(text, false);
  char* const replacement = CORBA::string_dup("replacement");
  element = replacement;
  EXPECT_EQ(text, replacement);
  EXPECT_STREQ(original, "original");
  CORBA::string_free(replacement);
}

}  // namespace
