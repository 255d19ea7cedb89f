// corbaname URLs, resolved at an implementation of idl/CosNaming.idl.
#include "unit/orb/naming/context_servant.hpp"
#include "unit/orb/orb_fixture.hpp"

#include "orb/naming/corbaname.hpp"

namespace dimma::test {
namespace {

using orb::NameComponent;
using orb::parse_name;

TEST(Names, AreTakenApart) {
  EXPECT_EQ(parse_name("a"), (std::vector<NameComponent>{{"a", ""}}));
  EXPECT_EQ(parse_name("a.k/b"), (std::vector<NameComponent>{{"a", "k"}, {"b", ""}}));
  EXPECT_EQ(parse_name("./.k"), (std::vector<NameComponent>{{"", ""}, {"", "k"}}));
  EXPECT_EQ(parse_name("a\\/b\\.c\\\\.d"), (std::vector<NameComponent>{{"a/b.c\\", "d"}}));
}

TEST(Names, AreRefused) {
  for (const char* const text : {"", "/a", "a/", "a//b", "a.", "a.b.c", "a\\", "a\\b"}) {
    EXPECT_RAISES(parse_name(text), CORBA::BAD_PARAM, minor::bad_param_scheme_specific);
  }
}

class NamingTest : public OrbTest {
 protected:
  NamingTest() {
    context_ = CORBA::make_reference<ContextServant>();
    const auto reference = root_->id_to_reference(root_->activate_object(context_));
    publish(server_, "NameService", reference);
    location_ = "iiop:fake:" + std::to_string(network_.listens.load() + 49151);
    naming_ = IDL::traits<CosNaming::NamingContext>::narrow(
        client_->string_to_object("corbaloc:" + location_ + "/NameService"));
  }

  CORBA::servant_reference<ContextServant> context_;
  std::string location_;
  CORBA::object_reference<CosNaming::NamingContext> naming_;
};

TEST_F(NamingTest, ACorbanameGivesWhatIsBound) {
  naming_->bind({CosNaming::NameComponent("a.b", "k"), CosNaming::NameComponent("c", "")}, at_client(activated()));
  EXPECT_EQ(naming_->_repository_id(), "IDL:omg.org/CosNaming/NamingContext:1.0");
  const auto object = client_->string_to_object("corbaname:" + location_ + "#a%5c.b.k/c");
  IDL::traits<Sample::Counter>::narrow(object)->ping();
  EXPECT_EQ(servant_->pings, 1);
  // The context itself, if no name is given.
  EXPECT_TRUE(client_->string_to_object("corbaname:" + location_)->_is_equivalent(naming_));
  CosNaming::BindingList list;
  CORBA::object_reference<CosNaming::BindingIterator> more;
  naming_->list(10, list, more);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_FALSE(more);
}

TEST_F(NamingTest, ACorbanameAtAnInitialReference) {
  client_->register_initial_reference("NameService", naming_);
  naming_->rebind({CosNaming::NameComponent("it", "")}, at_client(activated()));
  IDL::traits<Sample::Counter>::narrow(client_->string_to_object("corbaname:rir:#it"))->ping();
  EXPECT_EQ(servant_->pings, 1);
}

TEST_F(NamingTest, ANameThatIsNotBoundSaysSo) {
  EXPECT_THROW(naming_->resolve({CosNaming::NameComponent("none", "")}), CosNaming::NamingContext::NotFound);
  try {
    client_->string_to_object("corbaname:" + location_ + "#none");
    ADD_FAILURE() << "nothing was thrown";
  } catch (const CORBA::BAD_PARAM& refused) {
    EXPECT_EQ(refused.minor(), minor::bad_param_string_to_object);
    EXPECT_NE(refused._detail().find("#none: a part of the name is not a context, at 'none'"), std::string::npos)
        << refused._detail();
  }
  EXPECT_RAISES(client_->string_to_object("corbaname:" + location_ + "#a//b"), CORBA::BAD_PARAM,
                minor::bad_param_scheme_specific);
  // The object is not a naming context.
  publish(server_, "Counter", activated());
  EXPECT_THROW(client_->string_to_object("corbaname:" + location_ + "/Counter#it"), CORBA::BAD_OPERATION);
}

TEST_F(NamingTest, APublishedNameIsReplacedOnlyByPublish) {
  const auto one = activated();
  const auto other = root_->servant_to_reference(CORBA::make_reference<CounterServant>());
  EXPECT_TRUE(publish_if_new(server_, "Once", one));
  EXPECT_FALSE(publish_if_new(server_, "Once", other));
  EXPECT_TRUE(published(server_, "Once")->_is_equivalent(one));
  publish(server_, "Once", other);
  EXPECT_TRUE(published(server_, "Once")->_is_equivalent(other));
  EXPECT_TRUE(unpublish(server_, "Once"));
  EXPECT_FALSE(published(server_, "Once"));
  EXPECT_RAISES(publish_if_new(server_, "", one), CORBA::BAD_PARAM, minor::bad_param_local_object);
}

}  // namespace
}  // namespace dimma::test
