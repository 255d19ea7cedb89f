#include <dimma/exception.hpp>

#include <dimma/cdr/encoder.hpp>
#include <dimma/minor.hpp>

#include <gtest/gtest.h>

#include <iomanip>
#include <sstream>

namespace {

class NotFound final : public CORBA::UserException {
 public:
  void _raise() const override { throw *this; }
  const char* _name() const noexcept override { return "NotFound"; }
  const char* _rep_id() const noexcept override { return "IDL:M/NotFound:1.0"; }
  void _encode(dimma::cdr::Encoder&) const override {}
};

template <class T>
std::string printed(const T& exception) {
  std::ostringstream out;
  out << exception;
  return out.str();
}

TEST(SystemException, Defaults) {
  const CORBA::TRANSIENT exception;
  EXPECT_EQ(exception.minor(), 0U);
  EXPECT_EQ(exception.completed(), CORBA::COMPLETED_NO);
  EXPECT_EQ(exception._detail(), "");
  EXPECT_STREQ(exception.what(), "CORBA::TRANSIENT");
  EXPECT_STREQ(exception._name(), "TRANSIENT");
  EXPECT_STREQ(exception._rep_id(), "IDL:omg.org/CORBA/TRANSIENT:1.0");
}

TEST(SystemException, BothSpellingsOfCompletion) {
  CORBA::UNKNOWN exception(1, CORBA::CompletionStatus::COMPLETED_YES);
  EXPECT_EQ(exception.completed(), CORBA::COMPLETED_YES);
  exception.completed(CORBA::COMPLETED_MAYBE);
  exception.minor(2);
  EXPECT_EQ(exception.completed(), CORBA::CompletionStatus::COMPLETED_MAYBE);
  EXPECT_EQ(exception.minor(), 2U);
}

TEST(SystemException, RaisesItsOwnType) {
  const CORBA::NO_MEMORY exception(3, CORBA::COMPLETED_NO, "detail");
  const CORBA::SystemException& base = exception;
  try {
    base._raise();
  } catch (const CORBA::NO_MEMORY& raised) {
    EXPECT_EQ(raised._detail(), "detail");
  }
  EXPECT_THROW(base._raise(), std::exception);
}

TEST(Exception, Printed) {
  EXPECT_EQ(printed(CORBA::COMM_FAILURE(0x444d0041, CORBA::COMPLETED_MAYBE, "connection reset")),
            "CORBA::COMM_FAILURE (minor 0x444d0041, COMPLETED_MAYBE): connection reset");
  EXPECT_EQ(printed(CORBA::UNKNOWN(1, CORBA::COMPLETED_YES)), "CORBA::UNKNOWN (minor 0x00000001, COMPLETED_YES)");
  EXPECT_EQ(printed(NotFound()), "NotFound (IDL:M/NotFound:1.0)");
  std::ostringstream out;
  out << CORBA::UNKNOWN() << ' ' << std::setw(4) << 10;
  EXPECT_EQ(out.str(), "CORBA::UNKNOWN (minor 0x00000000, COMPLETED_NO)   10") << "leaves the stream as it was";
}

TEST(UserException, NamesAndRaises) {
  const NotFound exception;
  EXPECT_STREQ(exception.what(), "NotFound");
  const CORBA::Exception& base = exception;
  EXPECT_THROW(base._raise(), NotFound);
}

TEST(MinorCodes, VendorsAreTold) {
  EXPECT_EQ(dimma::minor::bad_param_scheme, 0x4f4d0007U);
  EXPECT_EQ(dimma::minor::marshal_ends_early, 0x444d0001U);
}

}  // namespace
