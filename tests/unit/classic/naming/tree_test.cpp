// The operations of CosNaming that only a whole service has: contexts within contexts, and NamingContextExt.

#include <dimma/classic/naming/CosNaming.hh>

#include <gtest/gtest.h>

#include <string>

#include "service.hpp"

namespace {

using naming_test::name_of;
using naming_test::service;

class Tree : public ::testing::Test {
 protected:
  void SetUp() override {
    CosNaming::NamingContext_var made = service()->new_context();
    context = CosNaming::NamingContextExt::_narrow(made);
    ASSERT_FALSE(CORBA::is_nil(context));
  }

  static CosNaming::Name path(const char* first, const char* second) {
    CosNaming::Name name = name_of(first);
    name.length(2);
    name[1].id = second;
    return name;
  }

  CosNaming::NamingContextExt_var context;
};

TEST_F(Tree, BindsContextsWithinContexts) {
  CosNaming::NamingContext_var inner = context->bind_new_context(name_of("inner"));
  context->bind(path("inner", "leaf"), service());
  CORBA::Object_var leaf = inner->resolve(name_of("leaf"));
  EXPECT_TRUE(leaf->_is_equivalent(service()));

  CosNaming::BindingList_var bindings;
  CosNaming::BindingIterator_var rest;
  context->list(10, bindings, rest);
  ASSERT_EQ(bindings->length(), 1u);
  EXPECT_EQ(bindings[0u].binding_type, CosNaming::ncontext);
}

TEST_F(Tree, BindsAContextThatExists) {
  CosNaming::NamingContext_var other = service()->new_context();
  context->bind_context(name_of("other"), other);
  EXPECT_THROW(context->bind_context(name_of("other"), other), CosNaming::NamingContext::AlreadyBound);
  context->rebind_context(name_of("other"), context);
  CORBA::Object_var found = context->resolve(path("other", "other"));
  EXPECT_TRUE(found->_is_equivalent(context));
}

TEST_F(Tree, SaysWhichPartIsNoContext) {
  context->bind(name_of("leaf"), service());
  try {
    CORBA::Object_var found = context->resolve(path("leaf", "deeper"));
    FAIL() << "found";
  } catch (const CosNaming::NamingContext::NotFound& missing) {
    EXPECT_EQ(missing.why, CosNaming::NamingContext::not_context);
    ASSERT_EQ(missing.rest_of_name.length(), 2u);
    EXPECT_STREQ(missing.rest_of_name[0].id, "leaf");
    EXPECT_STREQ(missing.rest_of_name[1].id, "deeper");
  }
}

TEST_F(Tree, ConvertsNamesAndText) {
  CosNaming::Name name = path("a.b", "c");
  name[1].kind = "d";
  CORBA::String_var text = context->to_string(name);
  EXPECT_STREQ(text, "a\\.b/c.d");
  CosNaming::Name_var parsed = context->to_name(text.in());
  ASSERT_EQ(parsed->length(), 2u);
  EXPECT_STREQ(parsed[0u].id, "a.b");
  EXPECT_STREQ(parsed[1u].kind, "d");
  EXPECT_THROW(context->to_name("a/"), CosNaming::NamingContext::InvalidName);
}

TEST_F(Tree, MakesUrls) {
  CORBA::String_var url = context->to_url(":host:2809", "a/b");
  EXPECT_STREQ(url, "corbaname::host:2809#a/b");
  EXPECT_THROW(context->to_url("", "a"), CosNaming::NamingContextExt::InvalidAddress);
}

TEST_F(Tree, ResolvesText) {
  context->bind(name_of("one", "kind"), service());
  CORBA::Object_var found = context->resolve_str("one.kind");
  EXPECT_TRUE(found->_is_equivalent(service()));
}

}  // namespace
