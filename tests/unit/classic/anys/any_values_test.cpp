// Values of types of IDL, by the functions that generated operators call.

#include "kinds.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace anys_test {
// Another class of the same sequence as Kinds::Items.
class OtherItems : public ::dimma::classic::UnboundedSequence<Kinds::Item> {};
}  // namespace anys_test

namespace dimma {
namespace classic {
template <>
struct codec< ::anys_test::OtherItems> : sequence_codec< ::anys_test::OtherItems> {};
}  // namespace classic
}  // namespace dimma

namespace {

using anys_test::OtherItems;

Kinds::Item item(const char* name) {
  Kinds::Item made;
  made.name = name;
  made.at.x = 4;
  made.at.y = 0.5;
  made.extra <<= CORBA::Long(9);
  return made;
}

// Makes an Any whose value is not in the C++ form of Items, as if it had been received.
CORBA::Any with_other_form(const OtherItems& items) {
  CORBA::Any any;
  ::dimma::classic::insert_copy(any, Kinds::_tc_Items, items);
  return any;
}

TEST(ClassicAnyValues, CopiesOrTakesAStruct) {
  CORBA::Any any;
  Kinds::Item original = item("copied");
  any <<= original;
  original.name = "changed";
  const Kinds::Item* held = nullptr;
  ASSERT_TRUE(any >>= held);
  EXPECT_STREQ(held->name, "copied");
  EXPECT_EQ(held->at.x, 4);

  Kinds::Item* const owned = new Kinds::Item(item("owned"));
  any <<= owned;
  ASSERT_TRUE(any >>= held);
  EXPECT_EQ(held, owned);
  const Kinds::Point* point = nullptr;
  EXPECT_FALSE(any >>= point);
  EXPECT_EQ(point, nullptr);
  EXPECT_THROW(any <<= static_cast<Kinds::Item*>(nullptr), CORBA::BAD_PARAM);
  ASSERT_TRUE(any >>= held);
}

TEST(ClassicAnyValues, HoldsEnumerators) {
  CORBA::Any any;
  any <<= Kinds::blue;
  Kinds::Colour colour = Kinds::red;
  ASSERT_TRUE(any >>= colour);
  EXPECT_EQ(colour, Kinds::blue);
  CORBA::ULong number = 5;
  EXPECT_FALSE(any >>= number);
  any <<= CORBA::ULong(1);
  EXPECT_FALSE(any >>= colour);
  EXPECT_EQ(colour, Kinds::blue);
}

TEST(ClassicAnyValues, CopiesOrTakesAnArray) {
  CORBA::Any any;
  Kinds::Row row = {1, 2, 3};
  any <<= Kinds::Row_forany(row);
  row[0] = 9;
  Kinds::Row_forany held;
  ASSERT_TRUE(any >>= held);
  EXPECT_EQ(held[0], 1);
  EXPECT_EQ(held[2], 3);
  Kinds::Row_slice* const owned = Kinds::Row_dup(row);
  any <<= Kinds::Row_forany(owned, true);
  ASSERT_TRUE(any >>= held);
  EXPECT_EQ(held.in(), owned);
  EXPECT_THROW(any <<= Kinds::Row_forany(), CORBA::BAD_PARAM);
}

TEST(ClassicAnyValues, DecodesAValueOfAnotherFormOnce) {
  OtherItems items;
  items.length(2);
  items[0] = item("first");
  items[1] = item("second");
  const CORBA::Any any = with_other_form(items);
  const Kinds::Items* decoded = nullptr;
  ASSERT_TRUE(any >>= decoded);
  ASSERT_EQ(decoded->length(), 2U);
  EXPECT_STREQ((*decoded)[1].name, "second");
  CORBA::Long extra = 0;
  ASSERT_TRUE((*decoded)[1].extra >>= extra);
  EXPECT_EQ(extra, 9);
  const Kinds::Items* again = nullptr;
  ASSERT_TRUE(any >>= again);
  EXPECT_EQ(again, decoded);

  CORBA::Any changed(any);
  const Kinds::Items* of_copy = nullptr;
  ASSERT_TRUE(changed >>= of_copy);
  changed <<= CORBA::Long(1);
  EXPECT_FALSE(changed >>= of_copy);
  EXPECT_STREQ((*decoded)[0].name, "first") << "a copy gave up the value of the original";
  CORBA::Any target;
  target = static_cast<CORBA::Any&&>(changed);
  CORBA::Long number = 0;
  EXPECT_TRUE(target >>= number);
}

TEST(ClassicAnyValues, GivesAllThreadsTheSameDecodedValue) {
  OtherItems items;
  items.length(1);
  items[0] = item("shared");
  const CORBA::Any any = with_other_form(items);
  std::vector<const Kinds::Items*> decoded(4);
  std::atomic<unsigned> ready(0);
  std::vector<std::thread> threads;
  for (const Kinds::Items*& mine : decoded) {
    threads.emplace_back([&] {
      for (++ready; ready != decoded.size();) std::this_thread::yield();
      any >>= mine;
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_NE(decoded[0], nullptr);
  EXPECT_STREQ((*decoded[0])[0].name, "shared");
  for (const Kinds::Items* each : decoded) EXPECT_EQ(each, decoded[0]);
}

TEST(ClassicAnyValues, HoldsTheSequencesOfModuleCorba) {
  CORBA::OctetSeq octets(3);
  octets.length(3);
  octets[2] = 7;
  CORBA::Any any;
  any <<= octets;
  const CORBA::OctetSeq* held = nullptr;
  ASSERT_TRUE(any >>= held);
  EXPECT_EQ((*held)[2], 7);
  const CORBA::CharSeq* characters = nullptr;
  EXPECT_FALSE(any >>= characters);

  CORBA::StringSeq_var texts = new CORBA::StringSeq(1);
  texts->length(1);
  texts[0] = CORBA::string_dup("text");
  any <<= texts._retn();
  const CORBA::StringSeq* strings = nullptr;
  ASSERT_TRUE(any >>= strings);
  EXPECT_STREQ((*strings)[0], "text");
  const CORBA::TypeCode_var type = any.type();
  EXPECT_STREQ(type->id(), "IDL:omg.org/CORBA/StringSeq:1.0");
}

}  // namespace
