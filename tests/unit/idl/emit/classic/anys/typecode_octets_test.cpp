// The encoded TypeCodes, decoded by the runtime, are those that the modern back end generates for the same IDL.
#include "typecodes.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "idl/emit/classic/typecodes/typecode_octets.hpp"
#include "unit/idl/checked.hpp"

namespace {

using dimma::idl::Declaration;

CORBA::typecode_reference decoded(const std::string& octets) {
  const auto bytes = std::as_bytes(std::span(octets));
  EXPECT_EQ(bytes[0], std::byte{1});
  dimma::cdr::Decoder in(bytes, std::endian::little, CORBA::COMPLETED_MAYBE);
  in.skip(1);
  CORBA::typecode_reference type;
  dimma::cdr::read(in, type);
  EXPECT_EQ(in.remaining(), 0U);
  return type;
}

std::string text_of_idl() {
  std::ifstream file(TYPECODES_IDL);
  std::stringstream text;
  text << "#define TYPECODES ModernTypeCodes\n" << file.rdbuf();
  return text.str();
}

struct Row {
  const char* name;
  const CORBA::TypeCode& constant;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class TypeCodeOctets : public testing::TestWithParam<Row> {};

TEST_P(TypeCodeOctets, AreThoseOfTheModernConstant) {
  const dimma::idl::test::Checked checked(text_of_idl());
  const auto& declaration = checked.get<Declaration>(GetParam().name);
  const auto type = decoded(dimma::idl::classic::typecode_octets(declaration));
  EXPECT_TRUE(type->equal(GetParam().constant));
  EXPECT_EQ(type->id(), declaration.repository_id);
}

#define ROW(NAME) \
  Row { "ModernTypeCodes::" #NAME, ModernTypeCodes::_tc_##NAME }
#define NESTED(SCOPE, NAME) \
  Row { "ModernTypeCodes::" #SCOPE "::" #NAME, ModernTypeCodes::SCOPE::_tc_##NAME }

INSTANTIATE_TEST_SUITE_P(Simple, TypeCodeOctets,
                         testing::Values(ROW(Basic), ROW(ShortName), ROW(WideName), ROW(Names), ROW(Grid), ROW(Blobs),
                                         ROW(Cube), ROW(Octets), ROW(Colour), Row{"NodesOutside", _tc_NodesOutside}));
INSTANTIATE_TEST_SUITE_P(Unions, TypeCodeOctets,
                         testing::Values(ROW(ByLong), ROW(ByColour), ROW(ByOctet), ROW(ByChar), ROW(ByWideChar),
                                         ROW(ByBoolean), ROW(ByShort), ROW(ByUnsignedShort), ROW(ByUnsignedLong),
                                         ROW(ByLongLong), ROW(ByUnsignedLongLong), ROW(Renamed)));
INSTANTIATE_TEST_SUITE_P(Recursive, TypeCodeOctets,
                         testing::Values(ROW(Node), ROW(Nodes), ROW(Tree), ROW(Trees), NESTED(Node, Inner)));
INSTANTIATE_TEST_SUITE_P(ExceptionsAndInterfaces, TypeCodeOctets,
                         testing::Values(ROW(Bad), ROW(Empty), ROW(Echo), NESTED(Echo, Mode), NESTED(Echo, Pair),
                                         NESTED(Echo, Refused), NESTED(Echo, Echoes), ROW(Watcher),
                                         NESTED(Watcher, Held)));
INSTANTIATE_TEST_SUITE_P(Repeated, TypeCodeOctets, testing::Values(ROW(Twice0), ROW(Twice8)));

TEST(TypeCodeOctetsOfChain, GrowWithTheNumberOfTypesAndNotOfPaths) {
  const dimma::idl::test::Checked checked(text_of_idl());
  const auto octets = [&](const char* name) {
    return dimma::idl::classic::typecode_octets(checked.get<Declaration>(name)).size();
  };
  EXPECT_LT(octets("ModernTypeCodes::Twice8") - octets("ModernTypeCodes::Twice7"), 200U);
}

TEST(TypeCodeOctetsOfStruct, AreWrittenAsTheSpecificationSays) {
  const dimma::idl::test::Checked checked("struct P { octet a; };");
  const std::string expected =
      std::string("\001\0\0\0\017\0\0\0", 8) +                   // the byte order; tk_struct
      std::string("\054\0\0\0\001\0\0\0", 8) +                   // the length of the rest; its byte order
      std::string("\012\0\0\0IDL:P:1.0\0\0\0", 16) +             // the repository id, padded
      std::string("\002\0\0\0P\0\0\0", 8) +                      // the name
      std::string("\001\0\0\0\002\0\0\0a\0\0\0\012\0\0\0", 16);  // one member; its name; tk_octet
  EXPECT_EQ(dimma::idl::classic::typecode_octets(checked.get<Declaration>("P")), expected);
}

}  // namespace
