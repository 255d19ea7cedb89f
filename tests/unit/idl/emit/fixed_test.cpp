// Fixed-point decimals: IDL::Fixed, and what is generated for tests/idl/emit/fixed.idl.
#include "fixed.hpp"

#include "fixed_skel.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "loopback.hpp"
#include "round_trip.hpp"

namespace {

using Fixeds::Money;
using IDL::fixed_number;
using round_trip::through_cdr;

std::string text(const fixed_number& number) { return number.to_string(); }

TEST(FixedNumbers, AreReadFromText) {
  EXPECT_EQ(text(fixed_number("12.50")), "12.50");
  EXPECT_EQ(text(fixed_number("-0.05d")), "-0.05");
  EXPECT_EQ(text(fixed_number("+007D")), "7");
  EXPECT_EQ(text(fixed_number(".5")), "0.5");
  EXPECT_EQ(text(fixed_number("5.")), "5");
  EXPECT_EQ(text(fixed_number("0")), "0");
  EXPECT_EQ(text(fixed_number("9999999999999999999999999999999")), "9999999999999999999999999999999");
  for (const char* wrong : {"", "-", ".", "1.2.3", "1e5", "12a", " 1", "10000000000000000000000000000000"}) {
    EXPECT_THROW(fixed_number{std::string_view(wrong)}, CORBA::DATA_CONVERSION) << wrong;
  }
}

TEST(FixedNumbers, AreMadeOfNumbersAndBecomeSuch) {
  EXPECT_EQ(text(fixed_number(std::numeric_limits<std::int64_t>::min())), "-9223372036854775808");
  EXPECT_EQ(text(fixed_number(std::numeric_limits<std::uint64_t>::max())), "18446744073709551615");
  EXPECT_EQ(text(fixed_number(0.1)), "0.1");
  EXPECT_EQ(text(fixed_number(-1234.5)), "-1234.5");
  EXPECT_EQ(text(fixed_number(0.0)), "0");
  EXPECT_EQ(static_cast<std::int64_t>(fixed_number("-12.99")), -12);
  EXPECT_EQ(static_cast<double>(fixed_number("2.25")), 2.25);
  EXPECT_THROW(static_cast<void>(static_cast<std::int64_t>(fixed_number("9223372036854775808"))),
               CORBA::DATA_CONVERSION);
  EXPECT_THROW(static_cast<void>(fixed_number(1e31)), CORBA::DATA_CONVERSION);
  EXPECT_THROW(static_cast<void>(fixed_number(std::numeric_limits<double>::quiet_NaN())), CORBA::DATA_CONVERSION);
}

TEST(FixedNumbers, TakeEveryBuiltInNumber) {
  EXPECT_EQ(text(fixed_number(static_cast<short>(-3))), "-3");
  EXPECT_EQ(text(fixed_number(3U)), "3");
  EXPECT_EQ(text(fixed_number(-4LL)), "-4");
  EXPECT_EQ(text(fixed_number(std::numeric_limits<unsigned long long>::max())), "18446744073709551615");
  EXPECT_EQ(text(fixed_number(1.5F)), "1.5");
  EXPECT_EQ(text(fixed_number(123456789012345678.0L)), "123456789012345678");
  EXPECT_EQ(static_cast<long double>(fixed_number("-2.25")), -2.25L);
  static_assert(std::is_convertible_v<unsigned, Money> && !std::is_convertible_v<unsigned long long, Money>);
  static_assert(std::is_constructible_v<Money, unsigned long long> && !std::is_convertible_v<double, Money>);
}

TEST(FixedNumbers, AreCountedUpAndDown) {
  fixed_number number("1.5");
  EXPECT_EQ(text(number++), "1.5");
  EXPECT_EQ(text(++number), "3.5");
  EXPECT_EQ(text(number--), "3.5");
  EXPECT_EQ(text(--number), "1.5");
  Money most("9999999.5");
  EXPECT_EQ(text(--most), "9999998.50");
  EXPECT_EQ(text(most++), "9999998.50");
  EXPECT_THROW(++most, CORBA::DATA_CONVERSION);
  EXPECT_EQ(text(most), "9999999.50");
}

TEST(FixedNumbers, AreReadFromStreams) {
  std::istringstream in(" 1.25 -3d,+.5D 12345678 x");
  Money money;
  fixed_number number;
  char comma = 0;
  in >> money >> number >> comma;
  EXPECT_EQ(text(money), "1.25");
  EXPECT_EQ(text(number), "-3");
  EXPECT_EQ(comma, ',');
  EXPECT_TRUE(in >> number);
  EXPECT_EQ(text(number), "0.5");
  EXPECT_FALSE(in >> money);  // too long for it
  EXPECT_EQ(text(money), "1.25");
  in.clear();
  EXPECT_FALSE(in >> number);
  std::istringstream last("7.5");
  EXPECT_TRUE(last >> number);
  EXPECT_EQ(text(number), "7.5");
}

TEST(FixedNumbers, Compute) {
  EXPECT_EQ(text(fixed_number("1.5") + fixed_number("2.25")), "3.75");
  EXPECT_EQ(text(fixed_number("1.5") - fixed_number("2.25")), "-0.75");
  EXPECT_EQ(text(fixed_number("1.5") * fixed_number("-2.25")), "-3.375");
  EXPECT_EQ(text(fixed_number("1") / fixed_number("8")), "0.125");
  EXPECT_EQ(text(fixed_number("10") / fixed_number("5")), "2");
  EXPECT_EQ(text(fixed_number("1") / fixed_number("3")), "0." + std::string(31, '3'));
  EXPECT_EQ(text(fixed_number("2") / fixed_number("-3")), "-0." + std::string(31, '6'));
  EXPECT_THROW(fixed_number("1") / fixed_number("0.00"), CORBA::DATA_CONVERSION);
  const fixed_number most(std::string(31, '9'));
  EXPECT_THROW(most + fixed_number("1"), CORBA::DATA_CONVERSION);
  EXPECT_THROW(most * most, CORBA::DATA_CONVERSION);
  EXPECT_EQ(text(most + fixed_number("0.4")), std::string(31, '9'));
}

TEST(FixedNumbers, AreRoundedAndCutOff) {
  EXPECT_EQ(text(fixed_number("1.25").round(1)), "1.3");
  EXPECT_EQ(text(fixed_number("-1.25").round(1)), "-1.3");
  EXPECT_EQ(text(fixed_number("1.249").round(1)), "1.2");
  EXPECT_EQ(text(fixed_number("-1.29").truncate(1)), "-1.2");
  EXPECT_EQ(text(fixed_number("1.5").truncate(3)), "1.5");
}

TEST(FixedNumbers, AreCompared) {
  EXPECT_TRUE(fixed_number("1.5") == fixed_number("1.50"));
  EXPECT_TRUE(fixed_number("-1.5") < fixed_number("1.49"));
  EXPECT_TRUE(fixed_number("0") == -fixed_number("0.0"));
  EXPECT_TRUE(fixed_number("2") > 1);
}

TEST(Fixed, KeepsToItsDigits) {
  EXPECT_EQ(text(Money()), "0.00");
  Money money("1234567.899");
  EXPECT_EQ(text(money), "1234567.89");
  EXPECT_THROW(Money("12345678"), CORBA::DATA_CONVERSION);
  money = 5;
  money += fixed_number("0.019");
  EXPECT_EQ(text(money), "5.01");
  money *= 2;
  EXPECT_EQ(text(money), "10.02");
  EXPECT_EQ(text(Money(money / 3)), "3.34");
  static_assert(Money::fixed_digits() == 9 && Money::fixed_scale() == 2);
  static_assert(IDL::traits<Money>::digits::value == 9 && IDL::traits<Money>::scale::value == 2);
}

TEST(FixedConstants, HaveTheTypeThatTheirValueNeeds) {
  EXPECT_EQ(text(Fixeds::FACTOR), "1.5");
  EXPECT_EQ(text(Fixeds::DEBT), "-12345.678");
  EXPECT_EQ(text(Fixeds::SMALL), "0.005");
}

template <class T>
std::vector<int> octets_of(const T& value) {
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer);
  dimma::cdr::write(out, value);
  std::vector<int> octets;
  for (const std::byte octet : out.octets()) octets.push_back(std::to_integer<int>(octet));
  return octets;
}

template <class T>
T value_of(std::initializer_list<int> octets) {
  std::vector<std::byte> raw;
  for (const int octet : octets) raw.push_back(static_cast<std::byte>(octet));
  dimma::cdr::Decoder in(raw);
  return dimma::cdr::read<T>(in);
}

TEST(FixedCodec, PacksTwoDigitsIntoAnOctet) {
  EXPECT_EQ(octets_of(Money("1234567.89")), (std::vector<int>{0x12, 0x34, 0x56, 0x78, 0x9c}));
  EXPECT_EQ(octets_of(Money("-0.01")), (std::vector<int>{0, 0, 0, 0, 0x1d}));
  EXPECT_EQ(octets_of(Money()), (std::vector<int>{0, 0, 0, 0, 0x0c}));
  // An even number of digits has a zero in front.
  EXPECT_EQ(octets_of(IDL::Fixed<4, 0>("1234")), (std::vector<int>{0x01, 0x23, 0x4c}));
  EXPECT_EQ(text(value_of<IDL::Fixed<4, 0>>({0x01, 0x23, 0x4d})), "-1234");
}

TEST(FixedCodec, RefusesWhatIsNoPackedDecimal) {
  EXPECT_THROW((value_of<IDL::Fixed<3, 0>>({0x1a, 0x2c})), CORBA::MARSHAL);
  EXPECT_THROW((value_of<IDL::Fixed<3, 0>>({0x12, 0x31})), CORBA::MARSHAL);
  EXPECT_THROW((value_of<IDL::Fixed<4, 0>>({0x11, 0x23, 0x4c})), CORBA::MARSHAL);
  EXPECT_THROW((value_of<IDL::Fixed<3, 0>>({0x12})), CORBA::MARSHAL);
}

class Bank : public virtual CORBA::servant_traits<Fixeds::Bank>::base_type {
 public:
  Money book(const Money& amount, Money& balance, Fixeds::Rate& interest) override {
    if (balance < amount) throw Fixeds::Overdrawn(Money(amount - balance));
    balance -= amount;
    interest = fixed_number("2.5");
    return amount;
  }
  Fixeds::Account main_account() override { return account_; }
  void main_account(const Fixeds::Account& value) override { account_ = value; }

 private:
  Fixeds::Account account_;
};

TEST(Fixed, IsPassedInCallsAndAnys) {
  const auto bank = loopback::activate<Fixeds::Bank>(CORBA::make_reference<Bank>());
  Money balance("100.00");
  Fixeds::Rate interest;
  EXPECT_EQ(text(bank->book(Money("30.25"), balance, interest)), "30.25");
  EXPECT_EQ(text(balance), "69.75");
  EXPECT_EQ(text(interest), "2.5");
  try {
    bank->book(Money("70"), balance, interest);
    FAIL();
  } catch (const Fixeds::Overdrawn& overdrawn) {
    std::ostringstream out;
    out << overdrawn;
    EXPECT_EQ(out.str(), "Fixeds::Overdrawn{by=0.25}");
  }
  const Fixeds::Account account("me", balance, 42, IDL::Fixed<31, 0>(std::string(31, '9')),
                                Fixeds::Fraction("-0.0000000000000000000000000000001"), {balance, Money(-1)});
  bank->main_account(account);
  EXPECT_TRUE(bank->main_account() == account);
  CORBA::Any any;
  any <<= account;
  Fixeds::Account copy;
  ASSERT_TRUE(through_cdr(any) >>= copy);
  EXPECT_TRUE(copy == account);
  any <<= balance;
  EXPECT_EQ(any.type()->fixed_digits(), 9);
  EXPECT_EQ(any.type()->fixed_scale(), 2);
  Money money;
  EXPECT_TRUE(through_cdr(any) >>= money);
  EXPECT_EQ(text(money), "69.75");
}

}  // namespace
