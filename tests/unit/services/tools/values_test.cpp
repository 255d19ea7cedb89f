#include "services/tools/values/values.hpp"

#include <boost/json.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace {

using dimma::tools::values::Converter;
using dimma::tools::values::json_text;
using dimma::tools::values::parse_json;
using dimma::tools::values::type_text;
using dimma::tools::values::ValueError;

class Values : public testing::Test {
 protected:
  Values()
      : converter_(
            orb_, [this](const std::string& name) { return named(name); }, false) {}
  ~Values() override { orb_->destroy(); }

  CORBA::typecode_reference named(const std::string& name) {
    if (name == "Point" || name == "IDL:Point:1.0") {
      return orb_->create_struct_tc(
          "IDL:Point:1.0", "Point",
          {CORBA::StructMember("x", CORBA::_tc_long), CORBA::StructMember("y", CORBA::_tc_long)});
    }
    if (name == "Colour") return orb_->create_enum_tc("IDL:Colour:1.0", "Colour", {"red", "green"});
    if (name == "ByEnum") {
      const auto colour = named("Colour");
      return orb_->create_union_tc("IDL:ByEnum:1.0", "ByEnum", colour,
                                   {CORBA::UnionMember("number", CORBA::Any::_enumerator(colour, 0), CORBA::_tc_long)});
    }
    if (name == "Node") {
      return orb_->create_value_tc(
          "IDL:Node:1.0", "Node", CORBA::VM_NONE, nullptr,
          {CORBA::ValueMember("number", CORBA::_tc_long, CORBA::PUBLIC_MEMBER),
           CORBA::ValueMember("next", orb_->create_recursive_tc("IDL:Node:1.0"), CORBA::PUBLIC_MEMBER)});
    }
    if (name == "Box") return orb_->create_value_box_tc("IDL:Box:1.0", "Box", CORBA::_tc_string);
    return {};
  }

  // The JSON after a conversion to a value of the type and back.
  std::string back(const std::string& type, const std::string& json) {
    const auto value = converter_.from_json(parse_json(json, "it"), converter_.type_named(type), "it");
    return json_text(converter_.to_json(value, "it"));
  }
  std::string refusal(const std::string& type, const std::string& json) {
    try {
      return "taken as " + back(type, json);
    } catch (const ValueError& refused) {
      return refused.what();
    }
  }

  CORBA::object_reference<CORBA::ORB> orb_ = CORBA::ORB_init();
  Converter converter_;
};

TEST_F(Values, ComeBack) {
  const std::pair<const char*, const char*> same[] = {
      {"boolean", "true"},
      {"octet", "255"},
      {"char", "\"\xc3\xbc\""},
      {"wchar", "\"\xe2\x82\xac\""},
      {"short", "-32768"},
      {"unsigned long", "4294967295"},
      {"long long", "9007199254740992"},
      {"long long", "\"-9223372036854775808\""},
      {"unsigned long long", "\"18446744073709551615\""},
      {"float", "0.1"},
      {"float", "\"NaN\""},
      {"double", "-1.5e-07"},
      {"double", "3.0"},
      {"double", "\"-Infinity\""},
      {"long double", "0.5"},
      {"fixed<5, 2>", "\"-12.50\""},
      {"string", "\"a \\\"quoted\\\" text\\n\""},
      {"wstring<2>", "\"\xf0\x9f\x98\x80\""},
      {"sequence<long>", "[]"},
      {"sequence<octet>", "\"AQIDBA==\""},
      {"octet[3]", "\"AQID\""},
      {"long[2][2]", "[[1,2],[3,4]]"},
      {"Point", "{\"x\":1,\"y\":-2}"},
      {"sequence<Point, 2>", "[{\"x\":1,\"y\":2}]"},
      {"Colour", "\"green\""},
      {"ByEnum", "{\"discriminator\":\"red\",\"member\":7}"},
      {"ByEnum", "{\"discriminator\":\"green\"}"},
      {"Node", "{\"number\":1,\"next\":{\"number\":2,\"next\":null}}"},
      {"Node", "null"},
      {"Box", "{\"value\":\"boxed\"}"},
      {"Box", "null"},
      {"Object", "null"},
      {"TypeCode", "\"sequence<string<3>, 4>\""},
      {"any", "{\"type\":\"IDL:Point:1.0\",\"value\":{\"x\":1,\"y\":2}}"},
      {"any", "{\"type\":\"any\",\"value\":{\"type\":\"null\",\"value\":null}}"}};
  for (const auto& [type, json] : same) EXPECT_EQ(refusal(type, json), std::string("taken as ") + json) << type;
}

TEST_F(Values, AreTakenInOtherForms) {
  EXPECT_EQ(back("sequence<octet>", "[1, 2, 255]"), "\"AQL/\"");
  EXPECT_EQ(back("long", "\"12\""), "12");
  EXPECT_EQ(back("long", "1e3"), "1000");
  EXPECT_EQ(back("double", "7"), "7.0");
  EXPECT_EQ(back("fixed<5, 2>", "12.5"), "\"12.50\"");
  EXPECT_EQ(back("float", "\"0.25\""), "0.25");
  EXPECT_EQ(back("any", "null"), "{\"type\":\"null\",\"value\":null}");
  EXPECT_EQ(back("Object", "\"corbaloc::h:1/Key\"").substr(0, 5), "\"IOR:");
}

TEST_F(Values, AreRefusedWithTheirPlace) {
  const std::tuple<const char*, const char*, const char*> wrong[] = {
      {"long", "2147483648", "it: expected a whole number from -2147483648 to 2147483647, not 2147483648"},
      {"long", "1.5", "it: expected a whole number"},
      {"long", "\"12x\"", "it: expected a whole number"},
      {"long", "1e30", "it: expected a whole number"},
      {"octet", "-1", "it: expected a whole number from 0 to 255"},
      {"float", "1e300", "it: the number 1e+300 is too large"},
      {"double", "true", "it: expected a number"},
      {"boolean", "1", "it: expected true or false"},
      {"char", "\"ab\"", "it: expected a text of one character"},
      {"char", "\"\"", "it: expected a text of one character"},
      {"char", "\"\xe2\x82\xac\"", "it: a character that is not in ISO 8859-1"},
      {"string<3>", "\"abcd\"", "it: the text is longer than its type string<3> allows"},
      {"string", "\"a\\u0000b\"", "it: an IDL string cannot contain"},
      {"fixed<3, 1>", "\"1234\"", "it: \"1234\" has more digits than fixed<3, 1>"},
      {"fixed<3, 1>", "\"x\"", "it: expected a decimal number"},
      {"sequence<long, 2>", "[1,2,3]", "it: expected at most 2 elements, not 3"},
      {"long[2]", "[1]", "it: expected 2 elements, not 1"},
      {"sequence<octet>", "\"AQI\"", "it: expected base64"},
      {"sequence<octet>", "\"A*==\"", "it: expected base64"},
      {"sequence<Point>", "[{\"x\":1,\"y\":2},{\"x\":1,\"y\":null}]", "it [1].y: expected a whole number"},
      {"Point", "{\"x\":1}", "it: the member y is missing"},
      {"Point", "{\"x\":1,\"y\":2,\"z\":3}", "it: there is no member z; there are x, y"},
      {"Colour", "\"blue\"", "it: expected an enumerator of IDL:Colour:1.0 (red, green), not \"blue\""},
      {"ByEnum", "{\"discriminator\":\"green\",\"member\":1}", "it: a union with this discriminator has no member"},
      {"ByEnum", "{\"discriminator\":\"red\"}", "it: the member member is missing"},
      {"any", "{\"type\":\"Nothing\",\"value\":1}", "it .type: the type \"Nothing\": unknown type Nothing"},
      {"any", "{\"type\":\"sequence<long\",\"value\":[]}", "it .type: the type \"sequence<long\": expected '>'"},
      {"any", "{\"type\":\"long\",\"value\":\"x\"}", "it .value: expected a whole number"},
      {"Object", "\"nonsense\"", "it: not a reference: "},
      {"Node", "{\"number\":1}", "it: the member next is missing"}};
  for (const auto& [type, json, words] : wrong) {
    const std::string said = refusal(type, json);
    EXPECT_EQ(said.substr(0, std::string_view(words).size()), words) << type << ' ' << json << ": " << said;
  }
}

TEST_F(Values, DoublesAreReadToTheLastBit) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const auto number = std::bit_cast<double>(random());
    if (!std::isfinite(number)) continue;
    EXPECT_EQ(parse_json(json_text(number), "it").as_double(), number);
    EXPECT_EQ(parse_json("[" + json_text(number) + ", 1]", "it").at(0).as_double(), number);
  }
  // 47 digits, found by fuzzing.
  const char* const far = "55556666566666666666555556666666555555555555555";
  EXPECT_EQ(parse_json(far, "it").as_double(), 55556666566666666666555556666666555555555555555.0);
  EXPECT_EQ(parse_json("-1.5", "it").as_double(), -1.5);
  EXPECT_EQ(parse_json("1e-400", "it").as_double(), 0.0);
  const std::string again = back("long double", far);
  EXPECT_EQ(back("long double", again), again);
}

TEST_F(Values, InvalidJsonIsRefused) {
  for (const char* text : {"", "{", "text", "1 2", "[1,]", "\"\xff\""})
    EXPECT_THROW(parse_json(text, "it"), ValueError) << text;
  EXPECT_THROW(parse_json(std::string(1000, '['), "it"), ValueError);
}

TEST_F(Values, RingsOfValuesEnd) {
  const auto value = [this](int depth) {
    std::string json = "null";
    for (int level = 0; level < depth; ++level) json = "{\"number\":1,\"next\":" + json + "}";
    return refusal("Node", json);
  };
  EXPECT_EQ(value(100).substr(0, 5), "taken");
  EXPECT_EQ(value(250).substr(0, 12), "it: not JSON");
}

TEST_F(Values, TypesAreNamedAsTheyAreRead) {
  for (const char* text : {"long", "unsigned long long", "sequence<sequence<wstring<2>>, 3>", "string[2][3]",
                           "fixed<31, 0>", "Object", "any", "IDL:Point:1.0"}) {
    EXPECT_EQ(type_text(converter_.type_named(text)), text);
  }
  for (const char* text :
       {"", "sequence", "sequence<>", "long[0]", "long[", "fixed<32, 1>", "long long long", "string<x>"}) {
    EXPECT_THROW(converter_.type_named(text), std::runtime_error) << text;
  }
}

}  // namespace
