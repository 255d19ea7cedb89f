// Characters, strings and long double in the forms that two ends can agree on.
#include <dimma/generated/cdr/codec.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace {

using dimma::cdr::NarrowForm;
using dimma::cdr::TextForm;
using dimma::cdr::WideForm;

template <class T>
std::vector<int> octets_of(const T& value, TextForm form, std::endian order = std::endian::big) {
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer, order);
  out.text_form(form);
  dimma::cdr::write(out, value);
  std::vector<int> octets;
  for (const std::byte octet : out.octets()) octets.push_back(std::to_integer<int>(octet));
  return octets;
}

template <class T>
T value_of(const std::vector<int>& octets, TextForm form, std::endian order = std::endian::big) {
  std::vector<std::byte> raw;
  for (const int octet : octets) raw.push_back(static_cast<std::byte>(octet));
  dimma::cdr::Decoder in(raw, order);
  in.text_form(form);
  T value = dimma::cdr::read<T>(in);
  EXPECT_EQ(in.remaining(), 0U);
  return value;
}

template <class T>
void expect_round_trip(const T& value, TextForm form) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    EXPECT_EQ(value_of<T>(octets_of(value, form, order), form, order), value);
  }
}

constexpr TextForm giop_1_0{.giop_minor = 0};
constexpr TextForm giop_1_1{.giop_minor = 1};
constexpr TextForm giop_1_2{};
constexpr TextForm ucs2{.wide = WideForm::ucs2};
constexpr TextForm utf8{.narrow = NarrowForm::utf8};
constexpr TextForm latin1_from_utf8{.narrow = NarrowForm::latin1_from_utf8};
const std::wstring euro_and_clef = L"a\u20ac\U0001d11e";

TEST(WideText, IsBigEndianWithoutAMarkFromGiop1_2On) {
  const std::vector<int> text{0, 0, 0, 8, 0, 'a', 0x20, 0xac, 0xd8, 0x34, 0xdd, 0x1e};
  EXPECT_EQ(octets_of(euro_and_clef, giop_1_2), text);
  EXPECT_EQ(octets_of(std::wstring(L"a"), giop_1_2, std::endian::little), (std::vector<int>{2, 0, 0, 0, 0, 'a'}));
  EXPECT_EQ(octets_of(std::wstring(), giop_1_2), (std::vector<int>{0, 0, 0, 0}));
  EXPECT_EQ(octets_of(L'\u20ac', giop_1_2, std::endian::little), (std::vector<int>{2, 0x20, 0xac}));
}

TEST(WideText, IsInTheMessagesOrderAndEndedByAZeroInGiop1_1) {
  EXPECT_EQ(octets_of(std::wstring(L"a\u20ac"), giop_1_1), (std::vector<int>{0, 0, 0, 3, 0, 'a', 0x20, 0xac, 0, 0}));
  EXPECT_EQ(octets_of(L'\u20ac', giop_1_1, std::endian::little), (std::vector<int>{0xac, 0x20}));
}

TEST(WideText, ComesBackInEachForm) {
  for (const TextForm form : {giop_1_1, giop_1_2}) {
    expect_round_trip(euro_and_clef, form);
    expect_round_trip(std::wstring(), form);
    expect_round_trip(std::vector<std::wstring>{L"one", L"", L"\u0100"}, form);
    expect_round_trip(std::vector<wchar_t>{L'a', L'\u20ac'}, form);
    // A character that looks like a byte order mark is still a character.
    for (const wchar_t mark : {L'\ufeff', L'\ufffe'}) {
      expect_round_trip(mark, form);
      expect_round_trip(std::wstring(2, mark) + L'a', form);
    }
    expect_round_trip(std::array<wchar_t, 2>{L'a', L'\uffff'}, form);
    expect_round_trip(IDL::bounded_wstring<3>(L"abc"), form);
  }
}

TEST(WideText, IsReadAfterAMark) {
  EXPECT_EQ(value_of<std::wstring>({0, 0, 0, 4, 0xfe, 0xff, 0x20, 0xac}, giop_1_2), L"\u20ac");
  EXPECT_EQ(value_of<std::wstring>({0, 0, 0, 4, 0xff, 0xfe, 0xac, 0x20}, giop_1_2), L"\u20ac");
  EXPECT_EQ(value_of<wchar_t>({4, 0xff, 0xfe, 0xac, 0x20}, giop_1_2), L'\u20ac');
}

TEST(WideText, IsNotForGiop1_0) {
  EXPECT_THROW(octets_of(L'a', giop_1_0), CORBA::MARSHAL);
  EXPECT_THROW(octets_of(std::wstring(), giop_1_0), CORBA::MARSHAL);
  EXPECT_THROW(value_of<std::wstring>({0, 0, 0, 0}, giop_1_0), CORBA::MARSHAL);
}

TEST(WideText, RefusesWhatHasNoImage) {
  EXPECT_THROW(octets_of(std::wstring(L"\U0001d11e"), ucs2), CORBA::DATA_CONVERSION);
  EXPECT_THROW(octets_of(L'\U0001d11e', giop_1_2), CORBA::DATA_CONVERSION);
  EXPECT_THROW(octets_of(std::wstring(1, static_cast<wchar_t>(0xd800)), giop_1_2), CORBA::DATA_CONVERSION);
  EXPECT_THROW(octets_of(std::wstring(1, static_cast<wchar_t>(0x110000)), giop_1_2), CORBA::DATA_CONVERSION);
  EXPECT_THROW(value_of<std::wstring>({0, 0, 0, 2, 0xd8, 0x34}, giop_1_2), CORBA::DATA_CONVERSION);
  EXPECT_THROW(value_of<std::wstring>({0, 0, 0, 4, 0xd8, 0x34, 0xdd, 0x1e}, ucs2), CORBA::DATA_CONVERSION);
  EXPECT_THROW(octets_of(L'a', {.wide = WideForm::none}), CORBA::INV_OBJREF);
  EXPECT_THROW(octets_of(L'a', {.wide = WideForm::unsupported}), CORBA::CODESET_INCOMPATIBLE);
}

TEST(WideText, RefusesZerosAndMalformedLengths) {
  EXPECT_THROW(octets_of(std::wstring(1, L'\0'), giop_1_2), CORBA::BAD_PARAM);
  EXPECT_THROW(value_of<std::wstring>({0, 0, 0, 2, 0, 0}, giop_1_2), CORBA::MARSHAL);
  EXPECT_THROW(value_of<std::wstring>({0, 0, 0, 3, 0, 'a', 0}, giop_1_2), CORBA::MARSHAL);
  EXPECT_THROW(value_of<std::wstring>({0xff, 0xff, 0xff, 0xfe, 0, 'a'}, giop_1_2), CORBA::MARSHAL);
  EXPECT_THROW(value_of<std::wstring>({0, 0, 0, 1, 0, 'a'}, giop_1_1), CORBA::MARSHAL);
  EXPECT_THROW(value_of<std::wstring>({0xff, 0xff, 0xff, 0xff, 0, 'a'}, giop_1_1), CORBA::MARSHAL);
  EXPECT_THROW(value_of<wchar_t>({3, 0, 'a', 0}, giop_1_2), CORBA::MARSHAL);
  EXPECT_THROW(value_of<wchar_t>({0}, giop_1_2), CORBA::MARSHAL);
  EXPECT_THROW(octets_of(IDL::bounded_wstring<2>(L"abc"), giop_1_2), CORBA::BAD_PARAM);
  EXPECT_THROW(value_of<IDL::bounded_wstring<1>>({0, 0, 0, 4, 0, 'a', 0, 'b'}, giop_1_2), CORBA::MARSHAL);
}

TEST(NarrowText, IsHandedThroughUnchanged) {
  const std::string utf8_octets = "caf\xc3\xa9";
  expect_round_trip(utf8_octets, giop_1_2);
  EXPECT_EQ(octets_of('\xe9', giop_1_2), (std::vector<int>{0xe9}));
}

TEST(NarrowText, IsConvertedFromAndToUtf8) {
  EXPECT_EQ(octets_of(std::string("\xe9"), utf8), (std::vector<int>{0, 0, 0, 3, 0xc3, 0xa9, 0}));
  expect_round_trip(std::string("caf\xe9"), utf8);
  expect_round_trip(std::vector<char>{'a', 'b'}, utf8);
  expect_round_trip(std::array<char, 2>{'a', 'b'}, utf8);
  expect_round_trip(IDL::bounded_string<4>("caf\xe9"), utf8);
}

TEST(NarrowText, RefusesWhatHasNoImage) {
  EXPECT_THROW(octets_of('\xe9', utf8), CORBA::DATA_CONVERSION);
  EXPECT_THROW(octets_of(std::vector<char>{'\xe9'}, utf8), CORBA::DATA_CONVERSION);
  EXPECT_THROW(value_of<char>({0xc3}, utf8), CORBA::DATA_CONVERSION);
  EXPECT_THROW((value_of<std::array<char, 1>>({0xc3}, utf8)), CORBA::DATA_CONVERSION);
  EXPECT_THROW(value_of<std::string>({0, 0, 0, 4, 0xe2, 0x82, 0xac, 0}, utf8), CORBA::DATA_CONVERSION);
  EXPECT_THROW(value_of<std::string>({0, 0, 0, 2, 0xc3, 0}, utf8), CORBA::DATA_CONVERSION);
  EXPECT_THROW(octets_of(std::string("a"), {.narrow = NarrowForm::unsupported}), CORBA::CODESET_INCOMPATIBLE);
}

TEST(TextForms, AreHandedOnToEncapsulations) {
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer);
  out.text_form(giop_1_1);
  const auto opened = out.open_encapsulation();
  out.put_wstring(L"abc");
  out.close_encapsulation(opened);
  dimma::cdr::Decoder in(out.octets());
  in.text_form(giop_1_1);
  auto inner = in.get_encapsulation();
  EXPECT_EQ(dimma::cdr::read<std::wstring>(inner), L"abc");
}

TEST(LongDouble, IsAnIeeeQuadruple) {
  std::vector<int> one(16, 0);
  one[0] = 0x3f;
  one[1] = 0xff;
  EXPECT_EQ(octets_of(1.0L, giop_1_2), one);
  one[0] = 0xbf;
  one[2] = 0x80;
  EXPECT_EQ(octets_of(-1.5L, giop_1_2), one);
  EXPECT_EQ(octets_of(1.0L, giop_1_2, std::endian::little).back(), 0x3f);
}

TEST(LongDouble, ComesBack) {
  using Limits = std::numeric_limits<long double>;
  for (const long double value : {0.0L, -0.0L, 1.0L / 3.0L, Limits::max(), Limits::lowest(), Limits::min(),
                                  Limits::denorm_min(), Limits::infinity(), -Limits::infinity()}) {
    expect_round_trip(value, giop_1_2);
  }
  EXPECT_TRUE(std::isnan(value_of<long double>(octets_of(Limits::quiet_NaN(), giop_1_2), giop_1_2)));
  expect_round_trip(std::vector<long double>{1.0L, -2.0L}, giop_1_2);
}

TEST(LongDouble, IsAlignedToEight) {
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer);
  out.put(std::uint8_t{1});
  out.put_long_double(1.0L);
  EXPECT_EQ(out.size(), 24U);
}

TEST(NarrowText, Utf8IsConvertedToLatin1) {
  const std::string text =
      "\xc3\xa9"
      "a";
  EXPECT_EQ(octets_of(text, latin1_from_utf8), (std::vector<int>{0, 0, 0, 3, 0xe9, 'a', 0}));
  expect_round_trip(text, latin1_from_utf8);
  expect_round_trip(std::string(200, 'x') + text, latin1_from_utf8);
  expect_round_trip('a', latin1_from_utf8);
  EXPECT_THROW(octets_of(std::string("\xe2\x82\xac"), latin1_from_utf8), CORBA::DATA_CONVERSION);
  EXPECT_THROW(octets_of(std::string("\xff"), latin1_from_utf8), CORBA::DATA_CONVERSION);
  EXPECT_THROW(octets_of('\xe9', latin1_from_utf8), CORBA::DATA_CONVERSION);
}

}  // namespace
