#include <dimma/exception.hpp>

#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/minor.hpp>

#include <gtest/gtest.h>

#include <iomanip>
#include <locale>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

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
  EXPECT_STREQ(exception.what(), "CORBA::TRANSIENT (minor 0x00000000, COMPLETED_NO)");
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

TEST(Exception, HasThePrintedTextAsWhat) {
  CORBA::COMM_FAILURE exception(0x444d0041, CORBA::COMPLETED_MAYBE, "connection reset");
  const std::exception& base = exception;
  const char* const first = base.what();
  EXPECT_EQ(first, printed(exception));
  EXPECT_EQ(base.what(), first) << "the text is made once";
  exception.completed(CORBA::COMPLETED_NO);
  EXPECT_STREQ(base.what(), "CORBA::COMM_FAILURE (minor 0x444d0041, COMPLETED_NO): connection reset");
  EXPECT_STREQ(first, "CORBA::COMM_FAILURE (minor 0x444d0041, COMPLETED_MAYBE): connection reset");

  auto copy = exception;
  EXPECT_NE(copy.what(), exception.what());
  EXPECT_STREQ(copy.what(), exception.what());
  copy = CORBA::COMM_FAILURE(1, CORBA::COMPLETED_YES);
  EXPECT_STREQ(copy.what(), "CORBA::COMM_FAILURE (minor 0x00000001, COMPLETED_YES)");
}

TEST(Exception, SeveralThreadsMayAskWhat) {
  for (int round = 0; round < 200; ++round) {
    const CORBA::TRANSIENT exception(1, CORBA::COMPLETED_NO, "detail");
    std::vector<std::string> said(4);
    std::vector<std::thread> threads;
    for (auto& words : said) threads.emplace_back([&exception, &words] { words = exception.what(); });
    for (auto& thread : threads) thread.join();
    for (const auto& words : said) EXPECT_EQ(words, printed(exception));
  }
}

TEST(Exception, HasATextThatDoesNotDependOnTheLocale) {
  struct Grouped : std::numpunct<char> {
    std::string do_grouping() const override { return "\1"; }
  };
  const auto before = std::locale::global(std::locale(std::locale::classic(), new Grouped));
  const CORBA::TRANSIENT exception(0x444d0041, CORBA::COMPLETED_NO);
  EXPECT_STREQ(exception.what(), "CORBA::TRANSIENT (minor 0x444d0041, COMPLETED_NO)");
  std::locale::global(before);
}

TEST(UserException, NamesAndRaises) {
  const NotFound exception;
  EXPECT_STREQ(exception.what(), "NotFound (IDL:M/NotFound:1.0)");
  const CORBA::Exception& base = exception;
  EXPECT_THROW(base._raise(), NotFound);
}

TEST(MinorCodes, VendorsAreTold) {
  EXPECT_EQ(dimma::minor::bad_param_scheme, 0x4f4d0007U);
  EXPECT_EQ(dimma::minor::marshal_ends_early, 0x444d0001U);
}

}  // namespace
