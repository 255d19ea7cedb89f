// Contexts, whose properties dynamic calls send.

#include "fixture.hpp"

#include <map>

namespace {

using dynamic_test::text_in;

class ContextTest : public dynamic_test::DynamicTest {
 protected:
  ContextTest() {
    CORBA::Context_var base;
    client->get_default_context(base.out());
    base->create_child("outer", outer.out());
    outer->create_child("inner", inner.out());
    set(outer, "user", "outside");
    set(outer, "host", "here");
    set(inner, "user", "inside");
  }

  static void set(CORBA::Context_ptr context, const char* name, const char* value) {
    CORBA::Any any;
    any <<= value;
    context->set_one_value(name, any);
  }
  static std::map<std::string, std::string> values(CORBA::Context_ptr context, const char* scope, CORBA::Flags flags,
                                                   const char* pattern) {
    std::map<std::string, std::string> found;
    CORBA::NVList_var list;
    context->get_values(scope, flags, pattern, list.out());
    for (CORBA::ULong i = 0; !CORBA::is_nil(list) && i != list->count(); ++i) {
      found[list->item(i)->name()] = text_in(*list->item(i)->value());
    }
    return found;
  }

  CORBA::Context_var outer;
  CORBA::Context_var inner;
};

using Values = std::map<std::string, std::string>;

TEST_F(ContextTest, IsFoundByItsParents) {
  EXPECT_STREQ(inner->context_name(), "inner");
  EXPECT_EQ(inner->parent(), outer.in());
  CORBA::Context_var base;
  server->get_default_context(base.out());
  EXPECT_EQ(outer->parent(), base.in());
  EXPECT_TRUE(CORBA::is_nil(base->parent()));
}

TEST_F(ContextTest, FindsPropertiesInAncestors) {
  EXPECT_EQ(values(inner, "", 0, "user"), (Values{{"user", "inside"}}));
  EXPECT_EQ(values(inner, nullptr, 0, "*"), (Values{{"user", "inside"}, {"host", "here"}}));
  EXPECT_EQ(values(inner, "outer", 0, "us*"), (Values{{"user", "outside"}}));
  EXPECT_EQ(values(inner, nullptr, CORBA::CTX_RESTRICT_SCOPE, "*"), (Values{{"user", "inside"}}));
  EXPECT_EQ(values(inner, nullptr, 0, "none"), Values());
  EXPECT_THROW(values(inner, "elsewhere", 0, "*"), CORBA::BAD_CONTEXT);
}

TEST_F(ContextTest, DeletesPropertiesOfItsOwn) {
  inner->delete_values("u*");
  EXPECT_EQ(values(inner, "", 0, "user"), (Values{{"user", "outside"}}));
  EXPECT_THROW(inner->delete_values("user"), CORBA::BAD_CONTEXT);
}

TEST_F(ContextTest, SetsTheValuesOfAList) {
  CORBA::NVList_var list = new CORBA::NVList;
  *list->add_item("one", 0)->value() <<= "1";
  *list->add_item("two", 0)->value() <<= "2";
  inner->set_values(list);
  EXPECT_EQ(values(inner, "", 0, "t*"), (Values{{"two", "2"}}));
}

TEST_F(ContextTest, RefusesWhatIsNoProperty) {
  CORBA::Any number;
  number <<= CORBA::Long(1);
  EXPECT_THROW(inner->set_one_value("number", number), CORBA::BAD_PARAM);
  EXPECT_THROW(set(inner, "", "text"), CORBA::BAD_PARAM);
  EXPECT_THROW(set(inner, "a*", "text"), CORBA::BAD_PARAM);
  EXPECT_THROW(inner->set_values(CORBA::NVList::_nil()), CORBA::BAD_PARAM);
}

}  // namespace
