// corbaname URLs, resolved at a naming context that is made of idl/CosNaming.idl.
#include "unit/orb/orb_fixture.hpp"

#include "CosNaming_skel.hpp"
#include "orb/naming/corbaname.hpp"

#include <map>

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

// Knows objects by the ids of their names, and no context but itself.
class Context final : public virtual CORBA::servant_traits<CosNaming::NamingContext>::base_type {
 public:
  static std::string text_of(const CosNaming::Name& name) {
    std::string text;
    for (const auto& component : name) text += component.id() + "," + component.kind() + ";";
    return text;
  }
  void bind(const CosNaming::Name& name, CORBA::object_reference<CORBA::Object> object) override {
    if (!bound_.emplace(text_of(name), object).second) throw CosNaming::NamingContext::AlreadyBound();
  }
  void rebind(const CosNaming::Name& name, CORBA::object_reference<CORBA::Object> object) override {
    bound_[text_of(name)] = object;
  }
  CORBA::object_reference<CORBA::Object> resolve(const CosNaming::Name& name) override {
    const auto found = bound_.find(text_of(name));
    if (found != bound_.end()) return found->second;
    using CosNaming::NamingContext;
    throw NamingContext::NotFound(NamingContext::NotFoundReason::not_context, name);
  }
  void unbind(const CosNaming::Name& name) override { bound_.erase(text_of(name)); }
  void bind_context(const CosNaming::Name&, CORBA::object_reference<CosNaming::NamingContext>) override {}
  void rebind_context(const CosNaming::Name&, CORBA::object_reference<CosNaming::NamingContext>) override {}
  CORBA::object_reference<CosNaming::NamingContext> new_context() override { return {}; }
  CORBA::object_reference<CosNaming::NamingContext> bind_new_context(const CosNaming::Name&) override { return {}; }
  void destroy() override {}
  void list(std::uint32_t, CosNaming::BindingList& list,
            CORBA::object_reference<CosNaming::BindingIterator>&) override {
    for (const auto& [name, object] : bound_) {
      list.emplace_back(CosNaming::Name{CosNaming::NameComponent(name, "")}, CosNaming::BindingType::nobject);
    }
  }

 private:
  std::map<std::string, CORBA::object_reference<CORBA::Object>> bound_;
};

class NamingTest : public OrbTest {
 protected:
  NamingTest() {
    context_ = CORBA::make_reference<Context>();
    const auto reference = root_->id_to_reference(root_->activate_object(context_));
    publish(server_, "NameService", reference);
    location_ = "iiop:fake:" + std::to_string(network_.listens.load() + 49151);
    naming_ = IDL::traits<CosNaming::NamingContext>::narrow(
        client_->string_to_object("corbaloc:" + location_ + "/NameService"));
  }

  CORBA::servant_reference<Context> context_;
  std::string location_;
  CORBA::object_reference<CosNaming::NamingContext> naming_;
};

TEST_F(NamingTest, ACorbanameGivesWhatIsBound) {
  naming_->bind({CosNaming::NameComponent("a.b", "k"), CosNaming::NameComponent("c", "")}, at_client(activated()));
  EXPECT_EQ(naming_->_repository_id(), "IDL:omg.org/CosNaming/NamingContext:1.0");
  const auto object = client_->string_to_object("corbaname:" + location_ + "#a%5c.b.k/c");
  IDL::traits<Sample::Counter>::narrow(object)->ping();
  EXPECT_EQ(servant_->pings, 1);
  // The context itself, where no name is given.
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
    EXPECT_NE(refused._detail().find("#none: a part of the name is no context"), std::string::npos)
        << refused._detail();
  }
  EXPECT_RAISES(client_->string_to_object("corbaname:" + location_ + "#a//b"), CORBA::BAD_PARAM,
                minor::bad_param_scheme_specific);
  // Nobody is there, or it is no naming context.
  publish(server_, "Counter", activated());
  EXPECT_THROW(client_->string_to_object("corbaname:" + location_ + "/Counter#it"), CORBA::BAD_OPERATION);
}

}  // namespace
}  // namespace dimma::test
