#include <dimma/classic/system_exceptions.hpp>
#include <dimma/classic/values/string_sequence.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <cwchar>
#include <sstream>
#include <string>

namespace {

typedef dimma::classic::UnboundedStringSequence Strings;
typedef dimma::classic::BoundedStringSequence<2> TwoStrings;
typedef dimma::classic::SequenceVar<Strings> Strings_var;

Strings two() {
  Strings strings(2);
  strings.length(2);
  strings[0] = "first";
  strings[1] = CORBA::string_dup("second");
  return strings;
}

TEST(StringSequence, HasEmptyStringsAtFirst) {
  Strings strings;
  strings.length(3);
  for (CORBA::ULong i = 0; i < 3; ++i) EXPECT_STREQ(strings[i], "");
  EXPECT_THROW(strings[3], CORBA::BAD_PARAM);
}

TEST(StringSequence, AssignsElementsOfAllKinds) {
  Strings strings = two();
  Strings others;
  others.length(4);
  const Strings& constant = strings;
  others[0] = strings[1];
  others[1] = constant[0];
  const CORBA::String_var var = "var";
  others[2] = var;
  others[3] = CORBA::string_dup("taken");
  strings[0] = strings[0];
  strings[1] = "changed";
  EXPECT_STREQ(others[0], "second");
  EXPECT_STREQ(others[1], "first");
  EXPECT_STREQ(others[2], "var");
  EXPECT_STREQ(others[3], "taken");
  EXPECT_STREQ(strings[0], "first");
}

TEST(StringSequence, CopiesElementsToOtherStrings) {
  Strings strings = two();
  CORBA::String_var text = strings[0];
  text = strings[1];
  dimma::classic::StringMember member;
  member = strings[1];
  const Strings& constant = strings;
  CORBA::String_var from_constant = constant[1];
  EXPECT_NE(from_constant.in(), constant[1]);
  EXPECT_STREQ(text, "second");
  EXPECT_STREQ(member, "second");
  EXPECT_EQ(std::strcmp(strings[0], "first"), 0);
  EXPECT_EQ(std::string(strings[0]), "first");
  std::ostringstream out;
  out << strings[0] << constant[1] << strings[1].in();
  EXPECT_EQ(out.str(), "firstsecondsecond");
  const char* const chosen = constant.length() > 1 ? static_cast<const char*>(strings[1]) : "none";
  EXPECT_STREQ(chosen, "second");
  EXPECT_EQ(strings[0][1], 'i');
}

TEST(StringSequence, FreesWhatItGivesUp) {
  Strings strings = two();
  strings.length(1);
  strings.length(2);
  EXPECT_STREQ(strings[0], "first");
  EXPECT_STREQ(strings[1], "");
  strings.length(100);
  EXPECT_STREQ(strings[0], "first");
  EXPECT_STREQ(strings[99], "");
}

TEST(StringSequence, CopiesItsStrings) {
  Strings strings = two();
  Strings copy(strings);
  strings[0] = "changed";
  EXPECT_STREQ(copy[0], "first");
  copy = strings;
  EXPECT_STREQ(copy[0], "changed");
  EXPECT_NE(copy[0].in(), strings[0].in());
  const Strings none;
  copy = none;
  EXPECT_EQ(copy.length(), 0U);
}

TEST(StringSequence, LeavesABufferThatItDoesNotOwnToItsOwner) {
  char first[] = "first";
  char second[] = "second";
  char* mine[] = {first, second};
  Strings strings(2, 2, mine);
  EXPECT_STREQ(strings[1], "second");
  char* const replacement = CORBA::string_dup("replacement");
  strings[0] = replacement;
  EXPECT_EQ(mine[0], replacement);
  strings.length(1);
  EXPECT_EQ(mine[1], second);
  strings.length(3);
  strings[0] = "its own";
  EXPECT_STREQ(mine[0], "replacement");
  CORBA::string_free(replacement);
}

TEST(StringSequence, OwnsAndGivesAwayBuffers) {
  char** const buffer = Strings::allocbuf(2);
  buffer[0] = CORBA::string_dup("first");
  Strings strings(2, 1, buffer, true);
  EXPECT_STREQ(strings[0], "first");
  char** const orphan = strings.get_buffer(true);
  EXPECT_EQ(orphan, buffer);
  EXPECT_STREQ(orphan[0], "first");
  Strings::freebuf(orphan);
  Strings::freebuf(nullptr);
  const char* const* const none = static_cast<const Strings&>(strings).get_buffer();
  EXPECT_EQ(none, nullptr);
}

TEST(StringSequence, HasABound) {
  TwoStrings strings;
  EXPECT_THROW(strings.length(3), CORBA::BAD_PARAM);
  strings.length(2);
  strings[1] = "text";
  const TwoStrings copy = strings;
  EXPECT_STREQ(copy[1], "text");
}

TEST(StringSequence, IsHeldByAVar) {
  Strings_var strings = new Strings(two());
  strings[0] = strings[1];
  const Strings_var& constant = strings;
  EXPECT_STREQ(constant[0], "second");
  EXPECT_STREQ(strings[0], "second");
}

TEST(WideStringSequence, BehavesLikeAStringSequence) {
  dimma::classic::UnboundedWideStringSequence strings;
  strings.length(2);
  EXPECT_EQ(std::wcslen(strings[1]), 0U);
  strings[0] = L"text";
  strings[1] = strings[0];
  const dimma::classic::UnboundedWideStringSequence copy = strings;
  EXPECT_EQ(std::wstring(copy[1]), L"text");
  dimma::classic::BoundedWideStringSequence<1> bounded;
  EXPECT_THROW(bounded.length(2), CORBA::BAD_PARAM);
}

}  // namespace
