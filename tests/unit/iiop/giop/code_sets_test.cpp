// Which code sets two ends agree on.
#include "iiop/giop/code_sets.hpp"

#include <gtest/gtest.h>

namespace {

using dimma::iiop::agree;
using dimma::iiop::AgreedCodeSets;
using dimma::iiop::CodeSets;
using dimma::iiop::encode_context;
using dimma::iiop::own_code_sets;
using dimma::iiop::text_form;

constexpr auto latin1 = dimma::iiop::code_set_latin1;
constexpr auto utf8 = dimma::iiop::code_set_utf8;
constexpr auto utf16 = dimma::iiop::code_set_utf16;
constexpr auto ucs2 = dimma::iiop::code_set_ucs2;
constexpr std::uint32_t latin9 = 0x0001000f;

AgreedCodeSets with_server(const CodeSets::Component& for_char, const CodeSets::Component& for_wchar) {
  return agree(own_code_sets(), {for_char, for_wchar});
}

TEST(CodeSets, NeedNoConversionBetweenTwoOfAKind) {
  EXPECT_EQ(agree(own_code_sets(), own_code_sets()), (AgreedCodeSets{utf8, utf16, true}));
  EXPECT_EQ(agree(own_code_sets(latin1), own_code_sets(latin1)), (AgreedCodeSets{latin1, utf16, true}));
}

// The steps of CORBA 3.3 part 2, 7.10.2.6, each with and without those after it.
TEST(CodeSets, AreChosenInTheOrderOfTheSpecification) {
  constexpr std::uint32_t ucs2_level2 = 0x00010101;
  struct Case {
    CodeSets::Component client;
    CodeSets::Component server;
    std::uint32_t agreed;
  };
  const Case cases[] = {
      {{latin1, {utf8}}, {latin1, {utf8}}, latin1},          // the native ones are the same
      {{latin1, {}}, {latin1, {}}, latin1},                  //
      {{latin1, {utf8}}, {utf8, {latin1}}, utf8},            // the client converts to the server's
      {{latin1, {utf8}}, {utf8, {}}, utf8},                  //
      {{latin1, {}}, {utf8, {latin1}}, latin1},              // the server converts from the client's
      {{latin1, {utf8}}, {latin9, {latin1, utf8}}, latin1},  //
      {{latin1, {utf8}}, {latin9, {utf8}}, utf8},            // both convert
      {{latin1, {utf8, 7, 8}}, {latin9, {8, 7, utf8}}, 8},   // the server's favourite
      {{latin1, {utf8}}, {latin9, {}}, 0},                   // nothing in common
      {{latin1, {utf8}}, {latin9, {7}}, 0},                  //
      {{utf8, {latin1}}, {latin1, {utf8}}, latin1},          // a native UTF-8
      {{utf8, {latin1}}, {utf8, {latin1}}, utf8},            //
  };
  for (const Case& each : cases) {
    EXPECT_EQ(agree({each.client, {}}, {each.server, {}}).for_char, each.agreed)
        << std::hex << each.client.native << ' ' << each.server.native;
  }
  // The fallback, between code sets of Unicode.
  EXPECT_EQ(with_server({utf8, {}}, {ucs2_level2, {}}).for_wchar, utf16);
  EXPECT_EQ(with_server({utf8, {}}, {ucs2, {utf16}}).for_wchar, ucs2);
  EXPECT_EQ(with_server({utf8, {}}, {ucs2_level2, {ucs2}}).for_wchar, ucs2);
}

TEST(CodeSets, ANativeUtf8IsConvertedWhereThePeerTakesLatin1) {
  using dimma::cdr::NarrowForm;
  EXPECT_EQ(text_form({utf8, utf16, true}, 2, utf8).narrow, NarrowForm::as_is);
  EXPECT_EQ(text_form({latin1, utf16, true}, 2, utf8).narrow, NarrowForm::latin1_from_utf8);
  EXPECT_EQ(text_form({latin9, utf16, true}, 2, utf8).narrow, NarrowForm::unsupported);
  EXPECT_EQ(text_form({utf8, utf16, true}, 2, latin1).narrow, NarrowForm::utf8);
  EXPECT_EQ(agree({dimma::iiop::code_sets(own_code_sets(latin1))}, utf8).for_char, latin1);
  EXPECT_EQ(agree(std::vector<dimma::channel::Tagged>{}, utf8).for_char, latin1);
  EXPECT_EQ(dimma::iiop::assumed_text_form(utf8).narrow, NarrowForm::latin1_from_utf8);
  EXPECT_EQ(dimma::iiop::assumed_text_form(latin1).narrow, NarrowForm::as_is);
}

TEST(CodeSets, MayHaveNothingInCommon) {
  const auto agreed = with_server({latin9, {}}, {0x00030001, {}});
  EXPECT_EQ(agreed, (AgreedCodeSets{0, 0, true}));
  const auto form = text_form(agreed, 2);
  EXPECT_EQ(form.narrow, dimma::cdr::NarrowForm::unsupported);
  EXPECT_EQ(form.wide, dimma::cdr::WideForm::unsupported);
}

TEST(CodeSets, MayLeaveWideCharactersOut) {
  const auto agreed = with_server({latin1, {}}, {0, {}});
  EXPECT_FALSE(agreed.wide_offered);
  EXPECT_EQ(text_form(agreed, 2).wide, dimma::cdr::WideForm::none);
}

TEST(CodeSets, AreAssumedWhereAReferenceSaysNothing) {
  EXPECT_EQ(agree(std::vector<dimma::channel::Tagged>{}), (AgreedCodeSets{latin1, utf16, true}));
  EXPECT_EQ(agree({dimma::iiop::code_sets({{utf8, {}}, {ucs2, {}}})}), (AgreedCodeSets{utf8, ucs2, true}));
}

AgreedCodeSets read_back(const dimma::channel::Octets& context) {
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer);
  const dimma::iiop::ServiceContext said{dimma::iiop::context_code_sets, context};
  dimma::iiop::write_service_contexts(out, {&said, 1});
  dimma::cdr::Decoder in(out.octets());
  return read_context(dimma::iiop::ServiceContexts(in));
}

TEST(CodeSetContexts, SayWhatWasAgreedOn) {
  EXPECT_EQ(read_back(encode_context({utf8, ucs2, true})), (AgreedCodeSets{utf8, ucs2, true}));
  EXPECT_EQ(read_back(encode_context({utf8, 0, false})), (AgreedCodeSets{utf8, utf16, true}));
}

TEST(CodeSetContexts, AreIgnoredWhenMalformed) {
  EXPECT_EQ(read_back({}), (AgreedCodeSets{latin1, utf16, true}));
  EXPECT_EQ(read_back({std::byte{1}, std::byte{0}}), (AgreedCodeSets{latin1, utf16, true}));
  EXPECT_EQ(read_back({std::byte{7}}), (AgreedCodeSets{latin1, utf16, true}));
}

}  // namespace
