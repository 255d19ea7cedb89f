#include <gtest/gtest.h>

#include "idl/text/fixed_number.hpp"
#include "idl/tree/arithmetic.hpp"
#include "unit/idl/checked.hpp"

namespace dimma::idl::test {
namespace {

template <class Value>
Value constant(const std::string& declaration) {
  const Checked checked("enum E { a, b };\n" + declaration + ";");
  EXPECT_FALSE(checked.diagnostics.has_errors()) << checked.diagnostics.render_all();
  return std::get<Value>(checked.get<Constant>("X").value);
}

std::int64_t integer(const std::string& expression) {
  return constant<std::int64_t>("const long long X = " + expression);
}

TEST(Constants, OperatorsBindAsInC) {
  EXPECT_EQ(integer("1 + 2 * 3"), 7);
  EXPECT_EQ(integer("(1 + 2) * 3"), 9);
  EXPECT_EQ(integer("10 - 4 - 3"), 3);
  EXPECT_EQ(integer("1 | 2 ^ 3 & 6"), 1 | (2 ^ (3 & 6)));
  EXPECT_EQ(integer("1 << 2 + 1"), 8);
  EXPECT_EQ(integer("256 >> 2 >> 1"), 32);
  EXPECT_EQ(integer("-7 / 2"), -3);
  EXPECT_EQ(integer("-7 % 3"), -1);
  EXPECT_EQ(integer("2 * -3"), -6);
  EXPECT_EQ(integer("~5 & 0xF"), 10);
}

TEST(Constants, ReachTheLimitsOfTheirTypes) {
  EXPECT_EQ(constant<std::int64_t>("const short X = -32768"), -32768);
  EXPECT_EQ(constant<std::int64_t>("const long X = -2147483648"), -2147483648LL);
  EXPECT_EQ(constant<std::int64_t>("const long long X = -9223372036854775808"), INT64_MIN);
  EXPECT_EQ(constant<std::uint64_t>("const unsigned long long X = 0xFFFFFFFFFFFFFFFF"), UINT64_MAX);
  EXPECT_EQ(constant<std::uint64_t>("const octet X = 255"), 255U);
  EXPECT_EQ(constant<std::int64_t>("const int8 X = -128"), -128);
}

TEST(Constants, ComplementGoesByTheTypesWidth) {
  EXPECT_EQ(constant<std::uint64_t>("const octet X = ~0"), 0xFFU);
  EXPECT_EQ(constant<std::uint64_t>("const unsigned short X = ~1"), 0xFFFEU);
  EXPECT_EQ(constant<std::uint64_t>("const unsigned long X = ~0"), 0xFFFFFFFFU);
  EXPECT_EQ(constant<std::uint64_t>("const unsigned long long X = ~0"), UINT64_MAX);
  EXPECT_EQ(constant<std::int64_t>("const long X = ~0"), -1);
}

TEST(Constants, FloatsAreRoundedToTheirType) {
  EXPECT_EQ(constant<long double>("const float X = 0.1"), static_cast<long double>(0.1F));
  EXPECT_EQ(constant<long double>("const double X = 0.1"), static_cast<long double>(0.1));
  EXPECT_EQ(constant<long double>("const double X = (1.5 + .5) / -4.0"), -0.5L);
}

TEST(Constants, OtherKinds) {
  EXPECT_TRUE(constant<bool>("const boolean X = TRUE"));
  EXPECT_EQ(constant<CharValue>("const char X = '\\377'").code, 255);
  EXPECT_EQ(constant<WideCharValue>("const wchar X = L'\\u20ac'").code, 0x20AC);
  EXPECT_EQ(constant<std::string>("const string X = \"a\\x41\" \"B\""), "aAB");
  EXPECT_EQ(constant<std::u16string>("const wstring X = L\"a\" L\"\\u20ac\""), u"a\u20ac");
  const Checked checked("enum E { a, b }; const E X = b;");
  EXPECT_EQ(std::get<const Enumerator*>(checked.get<Constant>("X").value)->ordinal, 1U);
  EXPECT_EQ(constant<FixedValue>("const fixed X = 0123.450d"), (FixedValue{false, "12345", 2}));
}

TEST(Constants, MayNameOtherConstants) {
  EXPECT_EQ(constant<std::int64_t>("const octet O = 7; module M { const long L = O * 2; }; const short X = M::L + O"),
            21);
}

TEST(Constants, ClosingAnglesAreNoShift) {
  const Checked checked("typedef sequence<sequence<long, 4>> A; typedef sequence<long, (8>>1)> B;");
  ASSERT_FALSE(checked.diagnostics.has_errors()) << checked.diagnostics.render_all();
  EXPECT_EQ(as<SequenceType>(*checked.get<Typedef>("B").type).bound, 4U);
  const Type& inner = *as<SequenceType>(*checked.get<Typedef>("A").type).element;
  EXPECT_EQ(as<SequenceType>(inner).bound, 4U);
}

TEST(Fixed, Arithmetic) {
  const auto number = [](const char* text) { return *fixed_from_literal(text); };
  EXPECT_EQ(*fixed_add(number("1.50d"), number("2.5d")), (FixedValue{false, "4", 0}));
  EXPECT_EQ(*fixed_subtract(number("1d"), number("2.25d")), (FixedValue{true, "125", 2}));
  EXPECT_EQ(*fixed_multiply(number("0.5d"), number("0.05d")), (FixedValue{false, "025", 3}));
  EXPECT_EQ(*fixed_divide(number("1d"), number("8d")), (FixedValue{false, "125", 3}));
  EXPECT_EQ(fixed_divide(number("1d"), number("3d"))->digits, std::string(31, '3'));
  EXPECT_FALSE(fixed_divide(number("1d"), number("0d")));
  EXPECT_FALSE(fixed_multiply(number("9999999999999999999999d"), number("9999999999999999999999d")));
  EXPECT_FALSE(fixed_from_literal("12345678901234567890123456789012d"));
  EXPECT_EQ(fixed_negate(number("0.0d")), (FixedValue{false, "0", 0}));
}

TEST(Arithmetic, WritesWideIntegers) {
  EXPECT_EQ(to_string(Integer{0}), "0");
  EXPECT_EQ(to_string(static_cast<Integer>(UINT64_MAX) + 1), "18446744073709551616");
  EXPECT_EQ(to_string(-static_cast<Integer>(UINT64_MAX)), "-18446744073709551615");
}

}  // namespace
}  // namespace dimma::idl::test
