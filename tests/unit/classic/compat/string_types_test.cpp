// omniORB's types of strings that are inout arguments (<omniORB4/stringtypes.h>).

#include <gtest/gtest.h>
#include <omniORB4/CORBA.h>

namespace {

void replace(char*& text) {
  CORBA::string_free(text);
  text = CORBA::string_dup("after");
}

TEST(InoutString, ReplacesTheStringOfItsOwner) {
  CORBA::String_var var = CORBA::string_dup("before");
  CORBA::String_INOUT_arg argument(var);
  EXPECT_STREQ(argument, "before");
  replace(argument);
  EXPECT_STREQ(var, "after");
  EXPECT_STREQ(argument, "after");
}

TEST(InoutString, RefersToAPointerOrAnElement) {
  char* text = CORBA::string_dup("before");
  CORBA::String_INOUT_arg of_pointer(text);
  replace(of_pointer);
  EXPECT_STREQ(text, "after");
  CORBA::string_free(text);
  CORBA::StringSeq texts(1);
  texts.length(1);
  CORBA::String_INOUT_arg of_element(texts[0]);
  replace(of_element);
  EXPECT_STREQ(texts[0], "after");
}

}  // namespace
