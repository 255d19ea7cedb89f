// Names as text, by omniORB's functions.

#include <gtest/gtest.h>
#include <omniORB4/omniURI.h>

#include <string>

namespace {

typedef omni::omniURI Uri;

// Returns the text of the name that a text stands for.
std::string there_and_back(const char* text) {
  CosNaming::Name_var name = Uri::stringToName(text);
  CORBA::String_var again = Uri::nameToString(name);
  return again.in();
}

TEST(OmniUri, ReadsTheComponentsOfAName) {
  CosNaming::Name_var name = Uri::stringToName("office.dir/clock");
  ASSERT_EQ(name->length(), 2u);
  EXPECT_STREQ(name[0u].id, "office");
  EXPECT_STREQ(name[0u].kind, "dir");
  EXPECT_STREQ(name[1u].id, "clock");
  EXPECT_STREQ(name[1u].kind, "");
}

TEST(OmniUri, ReadsEscapes) {
  CosNaming::Name_var name = Uri::stringToName("a\\.b\\/c.d\\\\e");
  ASSERT_EQ(name->length(), 1u);
  EXPECT_STREQ(name[0u].id, "a.b/c");
  EXPECT_STREQ(name[0u].kind, "d\\e");
}

TEST(OmniUri, WritesWhatItReads) {
  for (const char* const text : {"a", "a.b", ".b", ".", "a/./b", "a\\.b\\/c.d\\\\e/f"}) {
    EXPECT_EQ(there_and_back(text), text);
  }
}

TEST(OmniUri, RefusesTextThatIsNoName) {
  for (const char* const text : {"", "/", "a/", "/a", "a//b", "a.", "a.b.c", "..", "a\\b", "a\\"}) {
    EXPECT_THROW(delete Uri::stringToName(text), CosNaming::NamingContext::InvalidName) << text;
  }
  EXPECT_THROW(Uri::nameToString(CosNaming::Name()), CosNaming::NamingContext::InvalidName);
}

TEST(OmniUri, MakesAUrl) {
  CORBA::String_var url = Uri::addrAndNameToURI(":host:2809", "a b/c.d<\xc3\xa9>");
  EXPECT_STREQ(url, "corbaname::host:2809#a%20b/c.d%3c%c3%a9%3e");
  url = Uri::addrAndNameToURI("iiop:1.2@host", "");
  EXPECT_STREQ(url, "corbaname:iiop:1.2@host");
  EXPECT_THROW(Uri::addrAndNameToURI("", "a"), CosNaming::NamingContextExt::InvalidAddress);
  EXPECT_THROW(Uri::addrAndNameToURI(":host", "a."), CosNaming::NamingContext::InvalidName);
}

}  // namespace
