// Naming contexts as clients see them.

#include "service_fixture.hpp"

#include <dimma/minor.hpp>

#include <functional>
#include <thread>

using namespace naming_service;

namespace {

TEST_F(ServiceTest, ServesContextsOfAllThreeInterfaces) {
  for (const char* type : {"IDL:DimmaNaming/NamingContext:1.0", "IDL:omg.org/CosNaming/NamingContextExt:1.0",
                           "IDL:omg.org/CosNaming/NamingContext:1.0", "IDL:omg.org/CORBA/Object:1.0"}) {
    EXPECT_TRUE(root()->_is_a(type)) << type;
  }
  EXPECT_FALSE(root()->_is_a("IDL:omg.org/CosNaming/BindingIterator:1.0"));
  EXPECT_FALSE(root()->_non_existent());
  EXPECT_TRUE(ours());
}

TEST_F(ServiceTest, BindsAndResolvesReferencesUnchanged) {
  const auto bound = object("a-key");
  root()->bind(name({{"a", "k"}}), bound);
  EXPECT_EQ(printed(root()->resolve(name({{"a", "k"}}))), printed(bound));
  EXPECT_THROW(root()->bind(name({{"a", "k"}}), bound), NamingContext::AlreadyBound);
  root()->rebind(name({{"a", "k"}}), object("other"));
  EXPECT_EQ(printed(root()->resolve(name({{"a", "k"}}))), printed(object("other")));
  root()->unbind(name({{"a", "k"}}));
  expect_not_found(Reason::missing_node, {{"a", "k"}}, [&] { root()->resolve(name({{"a", "k"}})); });
  EXPECT_THROW(root()->resolve({}), NamingContext::InvalidName);
}

TEST_F(ServiceTest, RefusesNilReferences) {
  const Name a = name({{"a", ""}});
  using dimma::minor::bad_param_nil_bound;
  EXPECT_EQ(minor_of<CORBA::BAD_PARAM>([&] { root()->bind(a, nullptr); }), bad_param_nil_bound);
  EXPECT_EQ(minor_of<CORBA::BAD_PARAM>([&] { root()->rebind(a, nullptr); }), bad_param_nil_bound);
  EXPECT_EQ(minor_of<CORBA::BAD_PARAM>([&] { root()->bind_context(a, nullptr); }), bad_param_nil_bound);
  EXPECT_EQ(minor_of<CORBA::BAD_PARAM>([&] { root()->rebind_context(a, nullptr); }), bad_param_nil_bound);
  EXPECT_THROW(root()->bind({}, nullptr), NamingContext::InvalidName);
}

TEST_F(ServiceTest, KeepsContextsOfItsTreeWithoutTheirAddresses) {
  const auto made = root()->new_context();
  root()->bind_context(name({{"a", ""}}), made);
  root()->bind(name({{"same", ""}}), made);
  const auto store = &served().service().tree().store();
  Served second({}, store);
  EXPECT_NE(second.ior(), served().ior());
  const auto there = root_of(second);
  // The references lead to the service that was asked.
  EXPECT_NE(printed(there->resolve(name({{"a", ""}}))), printed(made));
  there->bind(name({{"a", ""}, {"x", ""}}), object());
  EXPECT_EQ(printed(root()->resolve(name({{"a", ""}, {"x", ""}}))), printed(object()));
  // A context that one service has returned is known to the other.
  there->rebind_context(name({{"a", ""}}), made);
  EXPECT_EQ(printed(there->resolve(name({{"a", ""}, {"x", ""}}))), printed(object()));
  expect_not_found(Reason::not_context, {{"same", ""}, {"x", ""}}, [&] {
    there->resolve(name({{"same", ""}, {"x", ""}}));
  });
}

TEST_F(ServiceTest, TellsOfContextsThatAreGone) {
  const auto made = root()->bind_new_context(name({{"a", ""}}));
  made->bind(name({{"x", ""}}), object());
  EXPECT_THROW(made->destroy(), NamingContext::NotEmpty);
  made->unbind(name({{"x", ""}}));
  made->destroy();
  using dimma::minor::object_not_exist_context;
  EXPECT_TRUE(made->_non_existent());
  const auto gone = [](auto&& work) { return minor_of<CORBA::OBJECT_NOT_EXIST>(work); };
  EXPECT_EQ(gone([&] { made->destroy(); }), object_not_exist_context);
  EXPECT_EQ(gone([&] { made->resolve(name({{"x", ""}})); }), object_not_exist_context);
  EXPECT_EQ(gone([&] { made->bind(name({{"x", ""}}), object()); }), object_not_exist_context);
  EXPECT_EQ(gone([&] { made->new_context(); }), object_not_exist_context);
  EXPECT_EQ(gone([&] {
              CosNaming::BindingList list;
              Iterator iterator;
              made->list(1, list, iterator);
            }),
            object_not_exist_context);
  try {
    root()->resolve(name({{"a", ""}, {"b", ""}, {"c", ""}}));
    ADD_FAILURE();
  } catch (const NamingContext::CannotProceed& stopped) {
    EXPECT_EQ(text(stopped.rest_of_name()), (Text{{"b", ""}, {"c", ""}}));
    EXPECT_EQ(printed(stopped.cxt()), printed(made));
  }
  EXPECT_EQ(minor_of<CORBA::NO_PERMISSION>([&] { root()->destroy(); }), dimma::minor::no_permission_root_context);
}

TEST_F(ServiceTest, IsNoContextOfAnotherTree) {
  Served other;
  // The same id of a context, but of the other tree.
  std::string foreign = other.ior();
  const auto made = root()->new_context();
  root_of(other)->bind_context(name({{"there", ""}}), made);
  EXPECT_EQ(printed(root_of(other)->resolve(name({{"there", ""}}))), printed(made));
  root()->bind_context(name({{"other", ""}}), root_of(other));
  EXPECT_EQ(printed(root()->resolve(name({{"other", ""}}))), foreign);
}

TEST_F(ServiceTest, GoesOnInContextsOfOtherServices) {
  Served other;
  root()->bind_context(name({{"far", ""}}), root_of(other));
  root()->bind(name({{"far", ""}, {"x", ""}}), object());
  EXPECT_EQ(printed(root_of(other)->resolve(name({{"x", ""}}))), printed(object()));
  root()->bind_new_context(name({{"far", ""}, {"a", ""}}));
  root()->rebind(name({{"far", ""}, {"a", ""}, {"y", ""}}), object("y"));
  EXPECT_EQ(printed(root()->resolve(name({{"far", ""}, {"a", ""}, {"y", ""}}))), printed(object("y")));
  expect_not_found(Reason::missing_node, {{"z", ""}}, [&] {
    root()->resolve(name({{"far", ""}, {"a", ""}, {"z", ""}}));
  });
  EXPECT_THROW(root()->bind(name({{"far", ""}, {"x", ""}}), object()), NamingContext::AlreadyBound);
  // The name alternates between the trees to its end.
  root_of(other)->bind_context(name({{"back", ""}}), root());
  Text deep;
  for (int i = 0; i < 10; ++i) deep.insert(deep.end(), {{"far", ""}, {"back", ""}});
  deep.insert(deep.end(), {{"far", ""}, {"x", ""}});
  EXPECT_EQ(printed(root()->resolve(name(deep))), printed(object()));
  root()->unbind(name({{"far", ""}, {"x", ""}}));
  const std::string reference = other.ior();
  other.stop();
  for (const auto& work :
       std::vector<std::function<void()>>{[&] {
                                            root()->resolve(name({{"far", ""}, {"a", ""}, {"y", ""}}));
                                          },
                                          [&] {
                                            root()->bind(name({{"far", ""}, {"a", ""}, {"y", ""}}), object());
                                          }}) {
    try {
      work();
      ADD_FAILURE();
    } catch (const NamingContext::CannotProceed& stopped) {
      EXPECT_EQ(text(stopped.rest_of_name()), (Text{{"a", ""}, {"y", ""}}));
      EXPECT_EQ(printed(stopped.cxt()), reference);
    } catch (const CORBA::Exception& wrong) {
      ADD_FAILURE() << wrong;
    }
  }
}

TEST_F(ServiceTest, ReadsAndWritesNamesAsText) {
  const auto context = IDL::traits<CosNaming::NamingContextExt>::narrow(root());
  const Name odd = name({{"a/b", "c.d"}, {"", "kind"}, {"", ""}, {"x\\", ""}});
  EXPECT_EQ(context->to_string(odd), "a\\/b.c\\.d/.kind/./x\\\\");
  EXPECT_EQ(text(context->to_name(context->to_string(odd))), text(odd));
  for (const char* wrong : {"", "/", "a//b", "a.", "a.b.c", "a\\"}) {
    EXPECT_THROW(context->to_name(wrong), NamingContext::InvalidName) << wrong;
    EXPECT_THROW(context->resolve_str(wrong), NamingContext::InvalidName) << wrong;
  }
  EXPECT_THROW(context->to_string({}), NamingContext::InvalidName);
  EXPECT_EQ(context->to_url(":host:2809", "a.b/x y"), "corbaname::host:2809#a.b/x%20y");
  EXPECT_THROW(context->to_url("", "a"), CosNaming::NamingContextExt::InvalidAddress);
  EXPECT_THROW(context->to_url(":host", "a.b.c"), NamingContext::InvalidName);
  context->bind_new_context(name({{"a", ""}}));
  context->bind(name({{"a", ""}, {"x", "k"}}), object());
  EXPECT_EQ(printed(context->resolve_str("a/x.k")), printed(object()));
  expect_not_found(Reason::missing_node, {{"y", ""}}, [&] { context->resolve_str("a/y"); });
}

TEST_F(ServiceTest, ServesClientsAtOnce) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this, t] {
      const auto context = root();
      for (int i = 0; i < 100; ++i) {
        const Name mine = name({{std::to_string(t) + '-' + std::to_string(i), ""}});
        context->bind(mine, object());
        EXPECT_TRUE(context->resolve(mine));
        if (i % 2 == 0) context->unbind(mine);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CosNaming::BindingList list;
  Iterator iterator;
  root()->list(1'000, list, iterator);
  EXPECT_EQ(list.size(), 200U);
  EXPECT_FALSE(iterator);
}

}  // namespace
