// Arithmetic, conversions and text of fixed-point decimals.
#include <dimma/classic/corba.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <string>

namespace {

typedef dimma::classic::BoundedFixed<5, 2> Price;

template <class Number>
std::string text_of(const Number& number) {
  std::ostringstream out;
  out << number;
  const CORBA::String_var text = number.to_string();
  EXPECT_EQ(out.str(), text.in());
  return out.str();
}

TEST(Fixed, IsMadeOfEveryKindOfNumber) {
  EXPECT_EQ(text_of(CORBA::Fixed()), "0");
  EXPECT_EQ(text_of(CORBA::Fixed(-7)), "-7");
  EXPECT_EQ(text_of(CORBA::Fixed(7U)), "7");
  EXPECT_EQ(text_of(CORBA::Fixed(CORBA::Short(7))), "7");
  EXPECT_EQ(text_of(CORBA::Fixed(std::numeric_limits<CORBA::LongLong>::min())), "-9223372036854775808");
  EXPECT_EQ(text_of(CORBA::Fixed(std::numeric_limits<CORBA::ULongLong>::max())), "18446744073709551615");
  EXPECT_EQ(text_of(CORBA::Fixed(1.1)), "1.1");
  EXPECT_EQ(text_of(CORBA::Fixed(-0.5F)), "-0.5");
  EXPECT_EQ(text_of(CORBA::Fixed(1.1L)), "1.1");
  EXPECT_EQ(text_of(CORBA::Fixed("-12.50d")), "-12.5");
  EXPECT_EQ(text_of(CORBA::Fixed("1234567890123456789012345678.901D")), "1234567890123456789012345678.901");
}

TEST(Fixed, RefusesWhatIsNoFixedPointNumber) {
  EXPECT_THROW(CORBA::Fixed("1,5"), CORBA::DATA_CONVERSION);
  EXPECT_THROW(CORBA::Fixed(static_cast<const char*>(nullptr)), CORBA::DATA_CONVERSION);
  EXPECT_THROW(CORBA::Fixed(1e40), CORBA::DATA_CONVERSION);
  const double no_number = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(CORBA::Fixed{no_number}, CORBA::DATA_CONVERSION);
  EXPECT_THROW(CORBA::Fixed("12345678901234567890123456789012"), CORBA::DATA_CONVERSION);
}

TEST(Fixed, Calculates) {
  const CORBA::Fixed left("1.50");
  const CORBA::Fixed right("2.25");
  EXPECT_EQ(text_of(left + right), "3.75");
  EXPECT_EQ(text_of(left - right), "-0.75");
  EXPECT_EQ(text_of(left * right), "3.375");
  EXPECT_EQ(text_of(CORBA::Fixed(1) / CORBA::Fixed(3)), "0.3333333333333333333333333333333");
  EXPECT_EQ(text_of(-left), "-1.5");
  EXPECT_EQ(text_of(+left), "1.5");
  EXPECT_THROW(left / CORBA::Fixed(0), CORBA::DATA_CONVERSION);
  EXPECT_THROW(CORBA::Fixed("9999999999999999999999999999999") + CORBA::Fixed(1), CORBA::DATA_CONVERSION);
}

TEST(Fixed, CalculatesWithBuiltInNumbers) {
  const CORBA::Fixed number("1.5");
  EXPECT_EQ(text_of(number + 1), "2.5");
  EXPECT_EQ(text_of(3 - number), "1.5");
  EXPECT_EQ(text_of(number * 0.5), "0.75");
  EXPECT_EQ(text_of(3L / number), "2");
  EXPECT_TRUE(number == 1.5);
  EXPECT_TRUE(2 > number);
  EXPECT_TRUE(number != 1);
  EXPECT_TRUE(number <= 1.5F);
}

TEST(Fixed, ChangesInPlace) {
  CORBA::Fixed number("1.5");
  number += CORBA::Fixed("2.25");
  EXPECT_EQ(text_of(number), "3.75");
  number -= CORBA::Fixed("0.75");
  number *= CORBA::Fixed(4);
  number /= CORBA::Fixed(8);
  EXPECT_EQ(text_of(number), "1.5");
  EXPECT_EQ(text_of(number++), "1.5");
  EXPECT_EQ(text_of(++number), "3.5");
  EXPECT_EQ(text_of(number--), "3.5");
  EXPECT_EQ(text_of(--number), "1.5");
}

TEST(Fixed, ComparesNumerically) {
  const CORBA::Fixed number("1.50");
  EXPECT_TRUE(number == CORBA::Fixed("1.5"));
  EXPECT_TRUE(number < CORBA::Fixed("1.51"));
  EXPECT_TRUE(number > CORBA::Fixed("-1.51"));
  EXPECT_TRUE(number >= CORBA::Fixed("1.5"));
  EXPECT_FALSE(number != CORBA::Fixed("1.5"));
  EXPECT_TRUE(!CORBA::Fixed("0.00"));
  EXPECT_FALSE(!number);
}

TEST(Fixed, RoundsHalfAwayFromZero) {
  EXPECT_EQ(text_of(CORBA::Fixed("1.25").round(1)), "1.3");
  EXPECT_EQ(text_of(CORBA::Fixed("-1.25").round(1)), "-1.3");
  EXPECT_EQ(text_of(CORBA::Fixed("-1.29").truncate(1)), "-1.2");
  EXPECT_EQ(text_of(CORBA::Fixed("1.25").round(5)), "1.25");
}

TEST(Fixed, IsConvertedToBuiltInNumbers) {
  EXPECT_EQ(static_cast<CORBA::LongLong>(CORBA::Fixed("-7.9")), -7);
  EXPECT_EQ(static_cast<CORBA::LongDouble>(CORBA::Fixed("0.5")), 0.5L);
  EXPECT_THROW(static_cast<void>(static_cast<CORBA::LongLong>(CORBA::Fixed("10000000000000000000"))),
               CORBA::DATA_CONVERSION);
}

TEST(Fixed, CountsTheDigitsThatItNeeds) {
  EXPECT_EQ(CORBA::Fixed("1.50").fixed_digits(), 2);
  EXPECT_EQ(CORBA::Fixed("1.50").fixed_scale(), 1);
  EXPECT_EQ(CORBA::Fixed("100").fixed_digits(), 3);
  EXPECT_EQ(CORBA::Fixed("0.05").fixed_digits(), 2);
}

TEST(Fixed, IsReadFromAStream) {
  std::istringstream in(" 12.345 x");
  CORBA::Fixed number;
  ASSERT_TRUE(in >> number);
  EXPECT_EQ(text_of(number), "12.345");
  EXPECT_FALSE(in >> number);
  EXPECT_EQ(text_of(number), "12.345");
}

TEST(BoundedFixed, HasTheDigitsOfItsType) {
  EXPECT_EQ(text_of(Price()), "0.00");
  EXPECT_EQ(text_of(Price("1.5")), "1.50");
  EXPECT_EQ(text_of(Price("-123.456")), "-123.45");
  EXPECT_EQ(text_of(Price(12)), "12.00");
  EXPECT_EQ(text_of(Price(0.1)), "0.10");
  EXPECT_THROW(Price("1234.5"), CORBA::DATA_CONVERSION);
  EXPECT_THROW(Price(1000), CORBA::DATA_CONVERSION);
}

TEST(BoundedFixed, IsLimitedWhenItChanges) {
  Price price = 999;
  EXPECT_THROW(price += 1, CORBA::DATA_CONVERSION);
  EXPECT_EQ(text_of(price), "999.00");
  price -= 0.995;
  EXPECT_EQ(text_of(price), "998.00");
  price = price / 3;
  EXPECT_EQ(text_of(price), "332.66");
  EXPECT_EQ(text_of(price++), "332.66");
  EXPECT_EQ(text_of(--price), "332.66");
}

TEST(BoundedFixed, IsReadFromAStream) {
  std::istringstream in("1.239 1000");
  Price price;
  ASSERT_TRUE(in >> price);
  EXPECT_EQ(text_of(price), "1.23");
  EXPECT_FALSE(in >> price);
  EXPECT_EQ(text_of(price), "1.23");
}

TEST(FixedInAny, IsExtractedWithItsDigitsAndScale) {
  CORBA::Any any;
  any <<= CORBA::Any::from_fixed(CORBA::Fixed("1.5"), 5, 2);
  const CORBA::TypeCode_var type = any.type();
  EXPECT_EQ(type->kind(), CORBA::tk_fixed);
  EXPECT_EQ(type->fixed_digits(), 5);
  EXPECT_EQ(type->fixed_scale(), 2);
  Price price;
  ASSERT_TRUE(any >>= CORBA::Any::to_fixed(price, 5, 2));
  EXPECT_EQ(text_of(price), "1.50");
  EXPECT_FALSE(any >>= CORBA::Any::to_fixed(price, 6, 2));
  EXPECT_FALSE(any >>= CORBA::Any::to_fixed(price, 5, 1));
  any <<= CORBA::Long(1);
  EXPECT_FALSE(any >>= CORBA::Any::to_fixed(price, 5, 2));
}

TEST(FixedInAny, HasToFitIntoTheType) {
  CORBA::Any any;
  any <<= CORBA::Any::from_fixed(CORBA::Fixed("12.345"), 3, 1);
  CORBA::Fixed cut;
  ASSERT_TRUE(any >>= CORBA::Any::to_fixed(cut, 3, 1));
  EXPECT_EQ(text_of(cut), "12.3");
  EXPECT_THROW(any <<= CORBA::Any::from_fixed(CORBA::Fixed(12345), 3, 0), CORBA::DATA_CONVERSION);
  EXPECT_THROW(any <<= CORBA::Any::from_fixed(CORBA::Fixed(1), 32, 0), CORBA::BAD_PARAM);
}

}  // namespace
