// Listings and their iterators.

#include "service_fixture.hpp"

#include <dimma/minor.hpp>

#include <chrono>
#include <set>
#include <thread>

using namespace naming_service;

namespace {

using dimma::minor::object_not_exist_iterator;

class IteratorTest : public ServiceTest {
 protected:
  void fill(const ContextRef& context, int count) {
    for (int i = 0; i < count; ++i) context->bind(name({{std::to_string(i), ""}}), object());
  }
  static CosNaming::BindingList list(const ContextRef& context, std::uint32_t how_many, Iterator& iterator) {
    CosNaming::BindingList list;
    context->list(how_many, list, iterator);
    return list;
  }
};

TEST_F(IteratorTest, ListsWithoutOneWhatFits) {
  Iterator iterator;
  EXPECT_TRUE(list(root(), 0, iterator).empty());
  EXPECT_FALSE(iterator);
  fill(root(), 3);
  root()->bind_new_context(name({{"c", "k"}}));
  const auto found = list(root(), 4, iterator);
  EXPECT_FALSE(iterator);
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].binding_type(), CosNaming::BindingType::nobject);
  EXPECT_EQ(text(found[3].binding_name()), (Text{{"c", "k"}}));
  EXPECT_EQ(found[3].binding_type(), CosNaming::BindingType::ncontext);
  EXPECT_EQ(served().service().iterators().count(), 0U);
}

TEST_F(IteratorTest, GivesTheRestOneByOneAndInParts) {
  fill(root(), 10);
  Iterator iterator;
  std::set<std::string> names;
  for (const auto& binding : list(root(), 2, iterator)) names.insert(binding.binding_name()[0].id());
  ASSERT_TRUE(iterator);
  CosNaming::Binding one;
  EXPECT_TRUE(iterator->next_one(one));
  names.insert(one.binding_name()[0].id());
  CosNaming::BindingList some;
  EXPECT_TRUE(iterator->next_n(3, some));
  EXPECT_EQ(some.size(), 3U);
  for (const auto& binding : some) names.insert(binding.binding_name()[0].id());
  EXPECT_TRUE(iterator->next_n(100, some));
  EXPECT_EQ(some.size(), 4U);
  for (const auto& binding : some) names.insert(binding.binding_name()[0].id());
  EXPECT_EQ(names.size(), 10U);
  EXPECT_FALSE(iterator->next_n(1, some));
  EXPECT_TRUE(some.empty());
  EXPECT_FALSE(iterator->next_one(one));
  EXPECT_EQ(minor_of<CORBA::BAD_PARAM>([&] { iterator->next_n(0, some); }), dimma::minor::bad_param_how_many);
  iterator->destroy();
  EXPECT_EQ(minor_of<CORBA::OBJECT_NOT_EXIST>([&] { iterator->next_one(one); }), object_not_exist_iterator);
  EXPECT_EQ(minor_of<CORBA::OBJECT_NOT_EXIST>([&] { iterator->destroy(); }), object_not_exist_iterator);
}

TEST_F(IteratorTest, BeginsAtTheFirstWhereNoneWasAskedFor) {
  fill(root(), 2);
  Iterator iterator;
  EXPECT_TRUE(list(root(), 0, iterator).empty());
  ASSERT_TRUE(iterator);
  CosNaming::BindingList all;
  EXPECT_TRUE(iterator->next_n(10, all));
  EXPECT_EQ(all.size(), 2U);
}

TEST_F(IteratorTest, SeesWhatIsBoundMeanwhile) {
  fill(root(), 4);
  Iterator iterator;
  list(root(), 1, iterator);
  root()->unbind(name({{"1", ""}}));
  root()->bind(name({{"9", ""}}), object());
  CosNaming::BindingList rest;
  EXPECT_TRUE(iterator->next_n(10, rest));
  ASSERT_EQ(rest.size(), 3U);
  EXPECT_EQ(rest[0].binding_name()[0].id(), "2");
  EXPECT_EQ(rest[2].binding_name()[0].id(), "9");
}

TEST_F(IteratorTest, IsClosedForANewerOneAndWhenUnused) {
  Limits limits;
  limits.iterators_max = 3;
  limits.iterator_unused_max = std::chrono::milliseconds(300);
  Served small(limits);
  const auto context = root_of(small);
  fill(context, 2);
  std::vector<Iterator> iterators(4);
  CosNaming::Binding one;
  for (std::size_t i = 0; i < 3; ++i) list(context, 1, iterators[i]);
  EXPECT_TRUE(iterators[0]->next_one(one));  // so the second one has been unused for longest
  list(context, 1, iterators[3]);
  EXPECT_EQ(minor_of<CORBA::OBJECT_NOT_EXIST>([&] { iterators[1]->next_one(one); }), object_not_exist_iterator);
  EXPECT_EQ(small.service().iterators().count(), 3U);
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  EXPECT_EQ(minor_of<CORBA::OBJECT_NOT_EXIST>([&] { iterators[3]->next_one(one); }), object_not_exist_iterator);
  EXPECT_EQ(small.service().iterators().count(), 0U);
}

TEST_F(IteratorTest, GivesNoMoreThanTheLimitAtOnce) {
  Limits limits;
  limits.list_max = 5;
  Served small(limits);
  const auto context = root_of(small);
  fill(context, 12);
  Iterator iterator;
  EXPECT_EQ(list(context, 0xffffffff, iterator).size(), 5U);
  CosNaming::BindingList some;
  EXPECT_TRUE(iterator->next_n(0xffffffff, some));
  EXPECT_EQ(some.size(), 5U);
  EXPECT_TRUE(iterator->next_n(0xffffffff, some));
  EXPECT_EQ(some.size(), 2U);
}

}  // namespace
