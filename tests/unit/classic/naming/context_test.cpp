// The operations of CosNaming::NamingContext, called at the service that main() was given.

#include <dimma/classic/naming/CosNaming.hh>

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "service.hpp"

namespace {

using naming_test::name_of;
using naming_test::service;

class Context : public ::testing::Test {
 protected:
  void SetUp() override { context = service()->new_context(); }

  CosNaming::NamingContext_var context;
};

TEST_F(Context, ResolvesWhatIsBound) {
  context->bind(name_of("one"), service());
  CORBA::Object_var found = context->resolve(name_of("one"));
  EXPECT_TRUE(found->_is_equivalent(service()));
}

TEST_F(Context, ReplacesABinding) {
  context->bind(name_of("one"), service());
  EXPECT_THROW(context->bind(name_of("one"), context), CosNaming::NamingContext::AlreadyBound);
  context->rebind(name_of("one"), context);
  CORBA::Object_var found = context->resolve(name_of("one"));
  EXPECT_TRUE(found->_is_equivalent(context));
}

TEST_F(Context, DistinguishesKinds) {
  context->bind(name_of("one", "a"), service());
  EXPECT_THROW(context->resolve(name_of("one", "b")), CosNaming::NamingContext::NotFound);
}

TEST_F(Context, SaysWhatIsNotFound) {
  try {
    context->resolve(name_of("gone", "kind"));
    FAIL() << "found";
  } catch (const CosNaming::NamingContext::NotFound& missing) {
    EXPECT_EQ(missing.why, CosNaming::NamingContext::missing_node);
    ASSERT_EQ(missing.rest_of_name.length(), 1u);
    EXPECT_STREQ(missing.rest_of_name[0].id, "gone");
    EXPECT_STREQ(missing.rest_of_name[0].kind, "kind");
    EXPECT_STREQ(missing._rep_id(), "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0");
  }
}

TEST_F(Context, RefusesAnEmptyName) {
  EXPECT_THROW(context->resolve(CosNaming::Name()), CosNaming::NamingContext::InvalidName);
}

TEST_F(Context, ForgetsWhatIsUnbound) {
  context->bind(name_of("one"), service());
  context->unbind(name_of("one"));
  EXPECT_THROW(context->unbind(name_of("one")), CosNaming::NamingContext::NotFound);
}

TEST_F(Context, ListsBindingsAndIteratesOverTheRest) {
  context->bind(name_of("one"), service());
  context->bind(name_of("two"), service());
  context->bind(name_of("three"), service());

  CosNaming::BindingList_var bindings;
  CosNaming::BindingIterator_var rest;
  context->list(1, bindings.out(), rest.out());
  ASSERT_EQ(bindings->length(), 1u);
  ASSERT_FALSE(CORBA::is_nil(rest));
  std::set<std::string> ids;
  ids.insert(bindings[0u].binding_name[0].id.in());

  CosNaming::Binding_var binding;
  ASSERT_TRUE(rest->next_one(binding.out()));
  EXPECT_EQ(binding->binding_type, CosNaming::nobject);
  ids.insert(binding->binding_name[0].id.in());

  CosNaming::BindingList_var more;
  ASSERT_TRUE(rest->next_n(5, more.out()));
  ASSERT_EQ(more->length(), 1u);
  ids.insert(more[0u].binding_name[0].id.in());
  EXPECT_EQ(ids, (std::set<std::string>{"one", "two", "three"}));
  EXPECT_FALSE(rest->next_one(binding.out()));
  rest->destroy();
}

TEST_F(Context, ListsEverythingWithoutAnIterator) {
  context->bind(name_of("one"), service());
  CosNaming::BindingList_var bindings;
  CosNaming::BindingIterator_var rest;
  context->list(10, bindings, rest);
  EXPECT_EQ(bindings->length(), 1u);
  EXPECT_TRUE(CORBA::is_nil(rest));
}

TEST_F(Context, IsDestroyedOnlyWhenItIsEmpty) {
  context->bind(name_of("one"), service());
  EXPECT_THROW(context->destroy(), CosNaming::NamingContext::NotEmpty);
  context->unbind(name_of("one"));
  context->destroy();
  EXPECT_TRUE(context->_non_existent());
}

}  // namespace
