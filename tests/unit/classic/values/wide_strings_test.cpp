#include <dimma/classic/values/wide_strings.hpp>

#include <gtest/gtest.h>

#include <cwchar>
#include <string>

namespace {

struct Title {
  dimma::classic::WideStringMember text;
};

void give(CORBA::WString_out text) { text = CORBA::wstring_dup(L"given"); }

TEST(WideStrings, AreAllocatedCopiedAndFreed) {
  wchar_t* const text = CORBA::wstring_alloc(2);
  EXPECT_EQ(std::wcslen(text), 0U);
  std::wmemcpy(text, L"\u00e4b", 3);
  CORBA::WString_var owner(text);
  CORBA::WString_var copy = owner;
  EXPECT_NE(copy.in(), owner.in());
  EXPECT_EQ(std::wstring(copy), L"\u00e4b");
  CORBA::wstring_free(nullptr);
}

TEST(WideStrings, ArePassedAndHeldLikeStrings) {
  CORBA::WString_var text = L"former";
  give(text);
  EXPECT_EQ(std::wstring(text), L"given");
  text[0] = L'G';
  Title title;
  EXPECT_EQ(std::wcslen(title.text), 0U);
  title.text = text;
  const Title copy = title;
  EXPECT_EQ(std::wstring(copy.text), L"Given");
  wchar_t* const mine = title.text._retn();
  EXPECT_EQ(std::wcslen(title.text), 0U);
  CORBA::wstring_free(mine);
}

}  // namespace
