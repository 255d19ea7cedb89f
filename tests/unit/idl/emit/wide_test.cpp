// Code generated for wide characters and long double: tests/idl/emit/wide.idl.
#include "wide.hpp"

#include "wide_skel.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "loopback.hpp"
#include "round_trip.hpp"

namespace {

using round_trip::through_cdr;

TEST(WideConstants, HaveTheValuesOfTheIdl) {
  static_assert(Wide::LETTER == L'w' && Wide::ACCENTED == wchar_t{0xe9} && Wide::EURO == wchar_t{0x20ac});
  static_assert(Wide::QUOTE == L'\'');
  static_assert(Wide::THIRD == 1.0L / 3.0L);
  const std::wstring sign(1, wchar_t{0x20ac});
  EXPECT_EQ(Wide::GREETING, L"say \"" + sign + L"5\"\t" + std::wstring(1, wchar_t{0xe9}) + sign);
  EXPECT_EQ(Wide::NOTHING, L"");
}

TEST(WideTypes, AreThoseOfTheMapping) {
  static_assert(std::is_same_v<Wide::Label, IDL::bounded_wstring<4>>);
  static_assert(std::is_same_v<Wide::Names, std::vector<std::wstring>>);
  static_assert(std::is_same_v<decltype(std::declval<const Wide::All&>().letter()), wchar_t>);
  static_assert(IDL::traits<Wide::Label>::bound::value == 4);
}

TEST(WideTypes, KeepTheirValues) {
  const Wide::All all(L'x', L"text", L"tag", {L"one", L""}, {L'a', L'b'}, {L'1', L'2', L'3'}, 0.1L, {1.0L}, 7);
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    EXPECT_TRUE(through_cdr(all, order) == all);
  }
  Wide::Choice choice;
  EXPECT_EQ(choice._d(), L'\0');
  choice.number(0.5L, L'b');
  EXPECT_EQ(through_cdr(choice).number(), 0.5L);
}

class Echo : public virtual CORBA::servant_traits<Wide::Echo>::base_type {
 public:
  std::wstring text(const std::wstring& a, wchar_t& b, Wide::Label& c) override {
    if (a.empty()) throw Wide::Failed(L"empty", L'!', 0.25L);
    b = a.front();
    c = a.substr(0, 4);
    return a + a;
  }
  long double number() override { return number_; }
  void number(long double value) override { number_ = value; }
  Wide::All everything() override { return all_; }
  void everything(const Wide::All& value) override { all_ = value; }

 private:
  long double number_ = 0;
  Wide::All all_;
};

TEST(WideTypes, AreArgumentsAndResults) {
  const auto echo = loopback::activate<Wide::Echo>(CORBA::make_reference<Echo>());
  wchar_t letter = L'b';
  Wide::Label label;
  EXPECT_EQ(echo->text(L"abcdef", letter, label), L"abcdefabcdef");
  EXPECT_EQ(letter, L'a');
  EXPECT_EQ(label, L"abcd");
  echo->number(1.0L / 3.0L);
  EXPECT_EQ(echo->number(), 1.0L / 3.0L);
  try {
    echo->text(L"", letter, label);
    FAIL();
  } catch (const Wide::Failed& failed) {
    EXPECT_EQ(failed.why(), L"empty");
    std::ostringstream text;
    text << failed;
    EXPECT_EQ(text.str(), "Wide::Failed{why=L\"empty\",mark=L'!',at=0.25}");
  }
}

}  // namespace
