// Exceptions of the classic mapping, and those that cross from the modern one.

#include "unit/classic/objects/fixture.hpp"

#include <dimma/classic/generated/call.hpp>
#include <dimma/classic/generated/output.hpp>

#include <sstream>
#include <string>

namespace dimma {
namespace test {
namespace {

typedef ClassicClient ClassicExceptions;

TEST_F(ClassicExceptions, OfTheOperationArriveWithTheirMembers) {
  const classic_echoes::Echo_var echo = this->echo();
  const auto bad = thrown_by<classic_echoes::Bad>([&] { echo->fail("user"); });
  EXPECT_STREQ(bad.why, "as asked");
  EXPECT_EQ(bad.code, 7);
  EXPECT_EQ(echo->fail("not at all"), 0);
}

TEST_F(ClassicExceptions, OfTheOperationLeaveOutArgumentsUnchanged) {
  const classic_echoes::Echo_var echo = this->echo();
  classic_echoes::Item one;
  classic_echoes::Item_var last;
  EXPECT_THROW(echo->repeat(one, 0, last.out()), classic_echoes::Bad);
  EXPECT_EQ(last._retn(), nullptr);
}

TEST_F(ClassicExceptions, OfTheSystemKeepWhatTheyTell) {
  const classic_echoes::Echo_var echo = this->echo();
  const auto refused = thrown_by<CORBA::NO_PERMISSION>([&] { echo->fail("system"); });
  EXPECT_EQ(refused.minor(), 42U);
  EXPECT_EQ(refused.completed(), CORBA::COMPLETED_YES);
  EXPECT_NE(std::string(refused._detail()).find("not you"), std::string::npos) << refused._detail();
  EXPECT_THROW(echo->fail("foreign"), CORBA::UNKNOWN);
}

TEST_F(ClassicExceptions, ThatTheOperationDoesNotDeclareAreUnknown) {
  const classic_echoes::Echo_var echo = this->echo();
  static const dimma::classic::Operation operation = {"fail", false, nullptr, 0, nullptr, false};
  const auto unknown = thrown_by<CORBA::UNKNOWN>([&] {
    dimma::classic::call(
        *echo.in(), operation, [](dimma::classic::Output& out) { out.put_string("user"); }, dimma::classic::no_values);
  });
  EXPECT_EQ(unknown.minor(), minor_of_undeclared());
  EXPECT_EQ(unknown.completed(), CORBA::COMPLETED_YES);
}

TEST_F(ClassicExceptions, TellThatAnObjectDoesNotExist) {
  const CORBA::Object_var object = this->object(server_.missing());
  const classic_echoes::Echo_var echo = classic_echoes::Echo::_unchecked_narrow(object.in());
  EXPECT_THROW(echo->ping(), CORBA::OBJECT_NOT_EXIST);
  EXPECT_TRUE(echo->_non_existent());
}

TEST(ClassicException, IsDowncastToItsClass) {
  CORBA::TRANSIENT transient(3, CORBA::COMPLETED_MAYBE);
  CORBA::Exception* const exception = &transient;
  EXPECT_EQ(CORBA::TRANSIENT::_downcast(exception), &transient);
  EXPECT_EQ(CORBA::SystemException::_downcast(exception), &transient);
  EXPECT_EQ(CORBA::SystemException::_narrow(exception), &transient);
  EXPECT_EQ(CORBA::TIMEOUT::_downcast(exception), nullptr);
  EXPECT_EQ(CORBA::UserException::_downcast(exception), nullptr);
  EXPECT_EQ(CORBA::UserException::_downcast(static_cast<CORBA::Exception*>(nullptr)), nullptr);
}

TEST(ClassicException, RaisesACopyOfItsClass) {
  classic_echoes::Bad bad("disk", 5);
  const CORBA::Exception& exception = bad;
  const auto raised = thrown_by<classic_echoes::Bad>([&] { exception._raise(); });
  EXPECT_STREQ(raised.why, "disk");
  EXPECT_EQ(raised.code, 5);
  EXPECT_THROW(CORBA::TIMEOUT()._raise(), CORBA::TIMEOUT);
}

TEST(ClassicException, HasNameIdAndText) {
  CORBA::TRANSIENT transient(0x10, CORBA::COMPLETED_NO);
  EXPECT_STREQ(transient._name(), "TRANSIENT");
  EXPECT_STREQ(transient._rep_id(), "IDL:omg.org/CORBA/TRANSIENT:1.0");
  EXPECT_STREQ(transient.what(), "CORBA::TRANSIENT (minor 0x00000010, COMPLETED_NO)");
  transient._detail("no route");
  std::ostringstream text;
  text << transient;
  EXPECT_EQ(text.str(), "CORBA::TRANSIENT (minor 0x00000010, COMPLETED_NO): no route");
  EXPECT_STREQ(classic_echoes::Bad().what(), "IDL:Echoes/Bad:1.0");
}

TEST(ClassicException, IsCopiedWithItsDetail) {
  CORBA::TRANSIENT transient(1, CORBA::COMPLETED_YES);
  transient._detail("no route");
  const CORBA::TRANSIENT copy(transient);
  transient = CORBA::TRANSIENT();
  EXPECT_STREQ(transient._detail(), "");
  EXPECT_STREQ(copy._detail(), "no route");
  EXPECT_EQ(copy.minor(), 1U);
  EXPECT_EQ(copy.completed(), CORBA::COMPLETED_YES);
}

TEST(ClassicException, NamesItsMinorCode) {
  EXPECT_STREQ(CORBA::TRANSIENT(0x444d0044, CORBA::COMPLETED_NO).NP_minorString(), "transient_connect_failed");
  const std::uint32_t first = CORBA::OMGVMCID | 1;  // a code of several exceptions
  EXPECT_STREQ(CORBA::TRANSIENT(first, CORBA::COMPLETED_NO).NP_minorString(), "transient_poa_discarding");
  EXPECT_STREQ(CORBA::MARSHAL(first, CORBA::COMPLETED_NO).NP_minorString(), "marshal_no_value_factory");
  EXPECT_EQ(CORBA::TIMEOUT(first, CORBA::COMPLETED_NO).NP_minorString(), nullptr);
  EXPECT_EQ(CORBA::TRANSIENT(0x41540001, CORBA::COMPLETED_NO).NP_minorString(), nullptr);  // omniORB's
}

}  // namespace
}  // namespace test
}  // namespace dimma
