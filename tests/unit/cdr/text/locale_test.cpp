// Numbers are the same in every locale of the program: C's, which Qt and GTK set, and C++'s.

#include <dimma/any.hpp>
#include <dimma/exception.hpp>
#include <dimma/fixed.hpp>
#include <dimma/print.hpp>

#include <clocale>
#include <iomanip>
#include <locale>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace dimma {
namespace {

// Loading the locale by name would leak a little memory in the C library.
class GermanNumbers final : public std::numpunct<char> {
 protected:
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

// With a decimal comma and groups of digits, in C and in C++.
class GermanLocale : public testing::Test {
 protected:
  void SetUp() override {
    before_ = std::setlocale(LC_ALL, nullptr);
    ASSERT_NE(std::setlocale(LC_ALL, "de_DE.UTF-8"), nullptr) << "LOCPATH has to name the folder that the build makes";
    classic_ = std::locale::global(std::locale(std::locale::classic(), new GermanNumbers));
    ASSERT_STREQ(std::localeconv()->decimal_point, ",");
    ASSERT_EQ((std::ostringstream() << 1234567).str(), "1.234.567");
  }
  void TearDown() override {
    std::locale::global(classic_);
    std::setlocale(LC_ALL, before_.c_str());
  }
  template <class T>
  static std::string printed(const T& value) {
    std::ostringstream out;
    write_on(out, value);
    return out.str();
  }

 private:
  std::string before_;
  std::locale classic_;
};

TEST_F(GermanLocale, FixedPointNumbersAreReadAndWritten) {
  using Price = IDL::Fixed<9, 2>;
  EXPECT_EQ(static_cast<double>(Price("12.50")), 12.5);
  EXPECT_EQ(static_cast<long double>(Price("12.50")), 12.5L);
  EXPECT_EQ(Price(12.5).to_string(), "12.50");
  EXPECT_EQ(Price(-1234567.25L).to_string(), "-1234567.25");
  EXPECT_EQ((std::ostringstream() << Price("1234567.25")).str(), "1234567.25");
  Price read;
  std::istringstream("1234.5") >> read;
  EXPECT_EQ(read, Price("1234.50"));
}

TEST_F(GermanLocale, NumbersArePrinted) {
  EXPECT_EQ(printed(1234.5), "1234.5");
  EXPECT_EQ(printed(0.5F), "0.5");
  EXPECT_EQ(printed(std::int32_t{-1234567}), "-1234567");
  EXPECT_EQ(printed(std::uint64_t{12345678901234}), "12345678901234");
  CORBA::Any any;
  any <<= std::int32_t{1234567};
  EXPECT_EQ(printed(any), "any(long 1234567)");
}

TEST_F(GermanLocale, TheSettingsOfAStreamCountForNumbers) {
  std::ostringstream out;
  out << std::hex << std::setw(8) << std::setfill('0');
  write_on(out, std::int32_t{0x1234567});
  out << ' ' << std::dec << std::fixed << std::setprecision(3);
  write_on(out, 1234.5);
  EXPECT_EQ(out.str(), "01234567 1234.500");
}

TEST_F(GermanLocale, MinorCodesArePrinted) {
  const CORBA::BAD_PARAM raised(0x4f4d0001, CORBA::COMPLETED_NO, "why");
  std::ostringstream out;
  out << raised;
  EXPECT_NE(out.str().find("minor 0x4f4d0001, COMPLETED_NO"), std::string::npos) << out.str();
  EXPECT_NE(std::string(raised.what()).find("minor 0x4f4d0001"), std::string::npos) << raised.what();
}

}  // namespace
}  // namespace dimma
