// Fixed-point decimals have the octets of the modern mapping.
#include <dimma/fixed.hpp>

#include "unit/classic/values/encoded.hpp"

#include <gtest/gtest.h>

namespace dimma::classic::test {
namespace {

template <std::uint16_t Digits, std::uint16_t Scale>
void expect_same(const char* text) {
  for (const Form& form : all_forms()) {
    const BoundedFixed<Digits, Scale> number(text);
    const auto octets = encoded(number, form);
    EXPECT_EQ(octets, modern_encoded(IDL::Fixed<Digits, Scale>(text), form)) << text;
    cdr::Decoder decoder = decoder_of(octets, form);
    BoundedFixed<Digits, Scale> read;
    {
      Input in(decoder);
      codec<BoundedFixed<Digits, Scale>>::read(in, read);
    }
    EXPECT_EQ(read, number) << text;
    EXPECT_EQ(decoder.remaining(), 0U);
  }
}

TEST(FixedOctets, AreThoseOfTheModernMapping) {
  expect_same<5, 2>("1.5");
  expect_same<5, 2>("-999.99");
  expect_same<4, 0>("1200");
  expect_same<1, 1>("0");
  expect_same<31, 31>("0.0000000000000000000000000000001");
  expect_same<31, 0>("9999999999999999999999999999999");
}

TEST(FixedOctets, AreRefusedIfTheyAreMalformed) {
  const std::vector<std::byte> octets = {std::byte{0x12}, std::byte{0x34}, std::byte{0x5f}};
  cdr::Decoder decoder = decoder_of(octets);
  Input in(decoder);
  BoundedFixed<5, 2> read("1.5");
  EXPECT_THROW((codec<BoundedFixed<5, 2>>::read(in, read)), ::CORBA::MARSHAL);
  EXPECT_EQ(read, (BoundedFixed<5, 2>("1.5")));
}

}  // namespace
}  // namespace dimma::classic::test
