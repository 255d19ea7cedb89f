#include "cdr/stream/exceptions.hpp"

#include "unit/octets.hpp"

#include <dimma/minor.hpp>

#include <gtest/gtest.h>

using namespace dimma;
using namespace dimma::cdr;
using test::hexadecimal;
using test::normal;
using test::octets;

namespace {

class Bad final : public CORBA::UserException {
 public:
  explicit Bad(std::string why) : why_(std::move(why)) {}
  void _raise() const override { throw *this; }
  const char* _name() const noexcept override { return "Bad"; }
  const char* _rep_id() const noexcept override { return "IDL:Bad:1.0"; }
  void _encode(Encoder& out) const override { out.put_string(why_); }

 private:
  std::string why_;
};

TEST(ExceptionBody, GoldenOctets) {
  Buffer buffer;
  Encoder out(buffer, std::endian::big);
  write_exception(out, CORBA::UNKNOWN(7, CORBA::COMPLETED_MAYBE, "not sent"));
  EXPECT_EQ(hexadecimal(out.octets()), normal("0000001e 'IDL:omg.org/CORBA/UNKNOWN:1.0' 00 0000 00000007 00000002"));
  out.reset();
  write_exception(out, Bad("so"));
  EXPECT_EQ(hexadecimal(out.octets()), normal("0000000c 'IDL:Bad:1.0' 00 00000003 'so' 00"));
}

TEST(ExceptionBody, EveryStandardExceptionComesBackAsItself){
#define DIMMA_COMES_BACK(NAME)                                    \
  {                                                               \
    Buffer buffer;                                                \
    Encoder out(buffer, std::endian::little);                     \
    write_exception(out, CORBA::NAME(5, CORBA::COMPLETED_YES));   \
    Decoder in(out.octets(), std::endian::little);                \
    try {                                                         \
      cdr::raise_system_exception(in, "peer");                    \
    } catch (const CORBA::NAME& raised) {                         \
      EXPECT_EQ(raised.minor(), 5U);                              \
      EXPECT_EQ(raised.completed(), CORBA::COMPLETED_YES);        \
      EXPECT_EQ(raised._detail(), "peer");                        \
    } catch (const CORBA::Exception& other) {                     \
      ADD_FAILURE() << #NAME " came back as " << other._rep_id(); \
    }                                                             \
  }
    DIMMA_FOR_EACH_SYSTEM_EXCEPTION(DIMMA_COMES_BACK)
#undef DIMMA_COMES_BACK
}

TEST(ExceptionBody, OthersBecomeUnknown) {
  for (const std::string id :
       {"", "IDL:omg.org/CORBA/NOSUCH:1.0", "IDL:omg.org/CORBA/:1.0", "IDL:omg.org/CORBA/UNKNOWN:1.1", "IDL:Bad:1.0"}) {
    try {
      dimma::raise_system_exception(id, 9, CORBA::COMPLETED_MAYBE);
    } catch (const CORBA::UNKNOWN& unknown) {
      EXPECT_EQ(unknown.minor(), minor::unknown_system_exception);
      EXPECT_EQ(unknown.completed(), CORBA::COMPLETED_MAYBE);
      EXPECT_NE(unknown._detail().find(id), std::string::npos);
    }
  }
  EXPECT_THROW(dimma::raise_system_exception("IDL:omg.org/CORBA/:1.0", 0, CORBA::COMPLETED_NO), CORBA::UNKNOWN);
}

TEST(ExceptionBody, MalformedOnes) {
  for (const std::string text : {"", "00000002 'a' 00", "00000002 'a' 00 0000 00000007", "ffffffff 'a' 00",
                                 "00000002 'a' 00 0000 00000007 00000003"}) {
    const auto data = octets(text);
    Decoder in(data, std::endian::big, CORBA::COMPLETED_MAYBE);
    EXPECT_THROW(read_system_exception(in), CORBA::MARSHAL) << text;
  }
}

}  // namespace
