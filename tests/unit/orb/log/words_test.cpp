// The text of exceptions and values when they are printed.

#include "unit/orb/orb_fixture.hpp"

#include <dimma/any.hpp>
#include <dimma/policy.hpp>

#include <functional>
#include <sstream>

namespace dimma::test {
namespace {

using namespace PortableServer;

std::string words_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const CORBA::Exception& exception) {
    std::ostringstream printed;
    printed << exception;
    EXPECT_EQ(printed.str(), exception.what());
    return exception.what();
  }
  return "nothing was thrown";
}

void expect_in(const std::string& words, std::initializer_list<const char*> parts) {
  for (const char* const part : parts) EXPECT_NE(words.find(part), std::string::npos) << part << " is not in " << words;
}

using Words = OrbTest;

TEST_F(Words, InvalidNameSaysHowTheNameIsGiven) {
  expect_in(words_of([&] { server_->resolve_initial_references("Trader"); }),
            {"InvalidName", "'Trader'", "-ORBInitRef Trader="});
}

TEST_F(Words, InvalidPolicyNamesIndexAndPolicy) {
  const CORBA::PolicyList policies{root_->create_thread_policy(ThreadPolicyValue::ORB_CTRL_MODEL),
                                   root_->create_id_uniqueness_policy(IdUniquenessPolicyValue::UNIQUE_ID),
                                   root_->create_servant_retention_policy(ServantRetentionPolicyValue::NON_RETAIN)};
  expect_in(words_of([&] { root_->create_POA("wrong", nullptr, policies); }), {"InvalidPolicy", "policies["});
}

TEST_F(Words, PolicyErrorSaysWhatIsNotTaken) {
  CORBA::Any value;
  value <<= std::string("often");
  expect_in(words_of([&] { server_->create_policy(24, value); }), {"PolicyError", "SyncScope"});
}

TEST_F(Words, WrongPolicyAndServantNotActiveNameThePolicyThatIsMissing) {
  const auto other = root_->create_POA(
      "other", nullptr,
      {root_->create_implicit_activation_policy(ImplicitActivationPolicyValue::NO_IMPLICIT_ACTIVATION)});
  expect_in(words_of([&] { other->servant_to_id(servant_); }), {"ServantNotActive", "IMPLICIT_ACTIVATION"});
  expect_in(words_of([&] { root_->get_servant_manager(); }), {"WrongPolicy", "USE_SERVANT_MANAGER"});
}

TEST_F(Words, AnUncaughtExceptionSaysAll) {
  expect_in(words_of([&] { client_->string_to_object("nonsense:x"); }), {"CORBA::BAD_PARAM", "scheme"});
}

TEST_F(Words, APrintedAnyShowsItsValue) {
  CORBA::Any any;
  any <<= std::int32_t{7};
  std::ostringstream printed;
  printed << any;
  expect_in(printed.str(), {"7"});
  any <<= std::string("seven");
  printed << any;
  expect_in(printed.str(), {"seven"});
}

}  // namespace
}  // namespace dimma::test
