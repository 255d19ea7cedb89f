#include "iiop/giop/exception_text.hpp"

#include <dimma/generated/cdr/codec.hpp>

#include <gtest/gtest.h>

#include <string>

namespace dimma::iiop {
namespace {

// The text that a client reads from the context.
std::string arrived(const ServiceContext& context) {
  cdr::Buffer buffer(64);
  cdr::Encoder out(buffer);
  write_service_contexts(out, {&context, 1});
  cdr::Decoder in(out.octets());
  return read_exception_text(ServiceContexts(in));
}
std::string sent(std::string_view text) {
  const auto context = exception_text(text);
  return arrived(view_of(context));
}
std::string of_octets(std::string_view octets, std::uint32_t id = context_exception_text) {
  return arrived({id, std::as_bytes(std::span(octets))});
}

TEST(ExceptionText, ArrivesAsItWasSent) {
  EXPECT_EQ(sent("disk is full"), "disk is full");
  EXPECT_EQ(sent("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");
  EXPECT_EQ(sent(""), "");
  EXPECT_EQ(sent(std::string_view("a\0b", 3)), "a b");
  EXPECT_EQ(sent("\x1b[2Ja\nb\x7f"), " [2Ja b ");
}

TEST(ExceptionText, IsCutBetweenCharacters) {
  const std::string filler(exception_text_octets_max - 2, 'x');
  EXPECT_EQ(sent(filler + "ab"), filler + "ab");
  EXPECT_EQ(sent(filler + "abc"), filler + "ab");
  EXPECT_EQ(sent(filler + "\xe2\x82\xac"), filler) << "three octets of one character";
  EXPECT_EQ(sent(filler + "a\xf0\x9f\x98\x80"), filler + "a");
  EXPECT_EQ(sent(std::string(2000, '\x80')), std::string(exception_text_octets_max, '\x80')) << "no UTF-8 at all";
}

TEST(ExceptionText, IsEmptyIfItIsMalformed) {
  EXPECT_EQ(of_octets(""), "");
  EXPECT_EQ(of_octets("\x01"), "");
  EXPECT_EQ(of_octets("\x07xxxxxxxxxxxxx"), "");
  const auto little = [](std::string length, const std::string& text) {
    return std::string("\x01\0\0\0", 4) + length + text;
  };
  EXPECT_EQ(of_octets(little(std::string("\x03\0\0\0", 4), std::string("ab\0", 3))), "ab");
  EXPECT_EQ(of_octets(little(std::string("\x03\0\0\0", 4), std::string("ab\0", 3)), context_exception_text + 1), "");
  EXPECT_EQ(of_octets(little(std::string("\x03\0\0\0", 4), "abc")), "") << "no zero at its end";
  EXPECT_EQ(of_octets(little(std::string("\x04\0\0\0", 4), "ab")), "");
  EXPECT_EQ(of_octets(little("\xff\xff\xff\xff", "ab")), "");
  EXPECT_EQ(of_octets(little(std::string("\0\0\0\0", 4), "")), "");
  EXPECT_EQ(of_octets(little(std::string("\x02\x04\0\0", 4), std::string(1025, 'x') + std::string(1, '\0'))), "")
      << "longer than what is sent";
}

}  // namespace
}  // namespace dimma::iiop
