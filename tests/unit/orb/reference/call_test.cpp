// Calls through a channel and within the process.

#include "unit/orb/orb_fixture.hpp"

#include <dimma/log.hpp>

namespace dimma::test {
namespace {

class Calls : public OrbTest, public testing::WithParamInterface<bool> {
 protected:
  CORBA::object_reference<Sample::Counter> counter() { return GetParam() ? local() : remote(); }
};
INSTANTIATE_TEST_SUITE_P(Ways, Calls, testing::Bool(),
                         [](const auto& way) { return way.param ? "Colocated" : "Remote"; });

TEST_P(Calls, ArgumentsAndResults) {
  const auto object = counter();
  ASSERT_TRUE(object);
  object->ping();
  EXPECT_EQ(servant_->pings, 1);
  EXPECT_EQ(object->add(3), 3);
  EXPECT_EQ(object->count(), 3);
  std::string b = "b";
  std::string c;
  EXPECT_EQ(object->join("a", b, c), "ab");
  EXPECT_EQ(b, "was b");
  EXPECT_EQ(c, "ba");
  object->note("hello");
  EXPECT_EQ(servant_->notes, 1);
  EXPECT_EQ(network_.calls > 0, !GetParam());
}

TEST_P(Calls, DeclaredExceptionsAreRaised) {
  const auto object = counter();
  try {
    object->add(-1);
    FAIL();
  } catch (const Sample::Bad& bad) {
    EXPECT_EQ(bad.why(), "negative");
  }
}

TEST_P(Calls, OtherExceptionsBecomeUnknown) {
  const auto object = counter();
  EXPECT_RAISES(object->act("other"), CORBA::UNKNOWN, minor::unknown_user_exception);
  EXPECT_RAISES(object->act("runtime"), CORBA::UNKNOWN, minor::unknown_foreign_exception);
  EXPECT_RAISES(object->act("number"), CORBA::UNKNOWN, minor::unknown_foreign_exception);
  EXPECT_RAISES(object->act("memory"), CORBA::NO_MEMORY, minor::no_memory_servant);
  EXPECT_RAISES(object->act("system"), CORBA::NO_PERMISSION, 7);
  try {
    object->act("runtime");
  } catch (const CORBA::UNKNOWN& unknown) {
    EXPECT_EQ(unknown.completed(), CORBA::COMPLETED_MAYBE);
  }
  object->note("throw");
}

TEST_P(Calls, AnUndeclaredExceptionIsExplainedAtTheServer) {
  log::set_levels("warning");  // no line is suppressed
  const auto object = counter();
  const auto said_of = [&](const std::string& what) {
    testing::internal::CaptureStderr();
    std::string detail;
    try {
      object->act(what);
    } catch (const CORBA::UNKNOWN& unknown) {
      detail = unknown._detail();
    } catch (const CORBA::SystemException&) {  // NOLINT: is a name of IDL's
    } catch (const CORBA::UserException&) {    // NOLINT: is declared
    }
    const std::string said = testing::internal::GetCapturedStderr();
    return GetParam() ? detail : said;
  };
  const auto expect_in = [](const std::string& text, std::initializer_list<const char*> parts) {
    for (const char* const part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << " is not in " << text;
  };
  expect_in(said_of("runtime"), {"trouble"});
  expect_in(said_of("other"), {"Other"});
  EXPECT_EQ(said_of("bad"), "");
  EXPECT_EQ(said_of("system"), "");
  if (GetParam()) return;
  const std::string said = said_of("runtime");
  expect_in(said, {"dimma: error: operation 'act' of object '",
                   "(IDL:Sample/Counter:1.0) in POA RootPOA threw "
                   "std::runtime_error: trouble; the client, ",
                   ", gets CORBA::UNKNOWN\n"});
  expect_in(said_of("other"), {"Sample::Other", ", which the operation does not declare"});
  expect_in(said_of("number"), {"threw int;"});
}

TEST_P(Calls, ReferencesAreArgumentsAndResults) {
  const auto object = counter();
  EXPECT_FALSE(object->pass(nullptr));
  const auto same = object->pass(object);
  ASSERT_TRUE(same);
  EXPECT_TRUE(same->_is_equivalent(object));
  EXPECT_EQ(same->count(), 1);
}

TEST_P(Calls, NestedCallbacks) {
  const auto object = counter();
  const auto mine = CORBA::make_reference<CounterServant>();
  const auto poa =
      IDL::traits<PortableServer::POA>::narrow((GetParam() ? server_ : client_)->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  const auto back = IDL::traits<Sample::Counter>::narrow(poa->servant_to_reference(mine));
  EXPECT_EQ(object->call_back(back, 20), 20);
}

TEST_P(Calls, PseudoOperations) {
  const auto object = counter();
  EXPECT_TRUE(object->_is_a("IDL:Sample/Base:1.0"));
  EXPECT_TRUE(object->_is_a("IDL:omg.org/CORBA/Object:1.0"));
  EXPECT_FALSE(object->_is_a("IDL:Sample/None:1.0"));
  EXPECT_FALSE(object->_non_existent());
  EXPECT_EQ(object->_repository_id(), "IDL:Sample/Counter:1.0");
  EXPECT_FALSE(object->_is_local());
  EXPECT_EQ(&*object->_get_orb(), GetParam() ? &*server_ : &*client_);
}

TEST_P(Calls, AnObjectThatIsGone) {
  const auto object = counter();
  object->ping();
  root_->deactivate_object(root_->servant_to_id(servant_));
  EXPECT_RAISES(object->ping(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_object);
  EXPECT_TRUE(object->_non_existent());
  // An object with the same id is activated again.
  root_->activate_object_with_id(root_->reference_to_id(server_->string_to_object(server_->object_to_string(object))),
                                 servant_);
  object->ping();
  EXPECT_EQ(servant_->pings, 2);
}

TEST_F(OrbTest, ANilReference) {
  const CORBA::object_reference<Sample::Counter> nil;
  EXPECT_RAISES(nil->ping(), CORBA::INV_OBJREF, minor::inv_objref_nil);
}

TEST_F(OrbTest, TheTextOfAReference) {
  const auto object = activated();
  const auto text = server_->object_to_string(object);
  EXPECT_EQ(text.substr(0, 4), "IOR:");
  EXPECT_EQ(server_->object_to_string(at_client(object)), text);
  EXPECT_FALSE(client_->string_to_object(client_->object_to_string(nullptr)));
  EXPECT_RAISES(server_->object_to_string(root_), CORBA::MARSHAL, minor::marshal_local_object);
}

TEST_F(OrbTest, AReferenceToOnesOwnObjectIsColocated) {
  const auto again =
      IDL::traits<Sample::Counter>::narrow(server_->string_to_object(server_->object_to_string(activated())));
  again->ping();
  EXPECT_EQ(servant_->pings, 1);
  EXPECT_EQ(network_.calls, 0);
}

TEST_F(OrbTest, AClientNeverListens) {
  remote()->ping();
  EXPECT_EQ(network_.listens, 1);
}

TEST_F(OrbTest, EquivalenceAndHash) {
  const auto object = activated();
  const auto other_servant = CORBA::make_reference<CounterServant>();
  const auto other = root_->id_to_reference(root_->activate_object(other_servant));
  const auto same = server_->string_to_object(server_->object_to_string(object));
  EXPECT_TRUE(object->_is_equivalent(same));
  EXPECT_TRUE(same->_is_equivalent(object));
  EXPECT_EQ(object->_hash(1000), same->_hash(1000));
  EXPECT_FALSE(object->_is_equivalent(other));
  EXPECT_FALSE(object->_is_equivalent(nullptr));
  EXPECT_FALSE(object->_is_equivalent(root_));
  EXPECT_EQ(object->_hash(0), 0U);
  EXPECT_LE(object->_hash(10), 10U);
  EXPECT_TRUE(at_client(object)->_is_equivalent(at_client(object)));
  EXPECT_EQ(at_client(object)->_hash(77), at_client(object)->_hash(77));
  EXPECT_FALSE(at_client(object)->_is_equivalent(at_client(other)));
}

TEST_F(OrbTest, NarrowingToWhatItIsNot) {
  const auto object = at_client(activated());
  EXPECT_TRUE(IDL::traits<Sample::Base>::narrow(object));
  EXPECT_FALSE(IDL::traits<PortableServer::POA>::narrow(object));
  const auto base = IDL::traits<Sample::Base>::narrow(object);
  EXPECT_TRUE(IDL::traits<Sample::Counter>::narrow(base));
  EXPECT_FALSE(IDL::traits<Sample::Counter>::narrow(nullptr));
}

}  // namespace
}  // namespace dimma::test
