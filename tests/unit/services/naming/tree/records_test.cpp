// Records that are invalid for the naming service, as a damaged store or a newer program leaves them.

#include "tree_fixture.hpp"

#include <random>

using namespace naming_tree;

namespace {

using dimma::naming::bound_in;
using dimma::naming::key_of_binding;
using dimma::naming::name_in_key;
using dimma::naming::value_of;
using dimma::store::Record;
using dimma::store::StoreError;

std::string refusal_of(const std::string& value) {
  try {
    bound_in({key_of_binding({}, {"ab", "k"}), value, 1, 1, 0});
  } catch (const StoreError& error) {
    EXPECT_EQ(error.kind(), StoreError::Kind::damaged);
    return error.what();
  }
  return "none";
}

TEST(NamingRecords, AreReadAsTheyWereWritten) {
  Bound leased = object("reference");
  leased.lease_ms = 0x01020304;
  for (const Bound& bound : {object("r"), foreign("r"), context(ContextId::random()), context({}), leased}) {
    EXPECT_EQ(bound_in({"b", value_of(bound), 1, 1, 0}), bound);
  }
  const CosNaming::NameComponent component("id", "kind");
  const auto read = name_in_key(key_of_binding(ContextId::random(), component));
  EXPECT_EQ(read.id(), "id");
  EXPECT_EQ(read.kind(), "kind");
}

TEST(NamingRecords, KeepTheirLayout) {
  EXPECT_EQ(value_of(object("R")), std::string("\x01or\0\0\0\0R", 8));
  EXPECT_EQ(value_of(context({})), std::string("\x01\x63i\0\0\0\0", 7) + std::string(16, '\0'));
  EXPECT_EQ(key_of_binding({}, {"i", "k"}), "b" + std::string(16, '\0') + "i" + std::string(1, '\0') + "k");
}

TEST(NamingRecords, AreRefusedByName) {
  const std::string where = "the binding 'ab' of kind 'k' in context root";
  const std::string good = value_of(object("r"));
  EXPECT_NE(refusal_of("").find(where + ": it is empty"), std::string::npos);
  EXPECT_NE(refusal_of("\x02" + good.substr(1)).find("it has format 2, but this program supports format 1"),
            std::string::npos);
  EXPECT_NE(refusal_of(good.substr(0, 5)).find("it has 5 octets"), std::string::npos);
  std::string wrong = good;
  wrong[1] = 'x';
  EXPECT_NE(refusal_of(wrong).find("not of an object or a context"), std::string::npos);
  wrong = good;
  wrong[2] = 'i';
  EXPECT_NE(refusal_of(wrong).find("does not have 16 octets"), std::string::npos);
}

TEST(NamingRecords, NeverCrashTheirReader) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int i = 0; i < 20'000; ++i) {
    std::string key = "b";
    std::string value;
    for (auto left = random() % 40; left > 0; --left) key += static_cast<char>(random() % 4 == 0 ? 0 : random());
    for (auto left = random() % 30; left > 0; --left) value += static_cast<char>(random() % 3 == 0 ? 1 : random());
    try {
      name_in_key(key);
      bound_in({key, value, 1, 1, 0});
    } catch (const StoreError& error) {
      EXPECT_EQ(error.kind(), StoreError::Kind::damaged);
    }
  }
}

TEST_F(TreeTest, GoesOnBesideADamagedRecord) {
  bind({{"good", ""}}, object("x"));
  store().put(key_of_binding({}, {"bad", ""}), "nonsense");
  EXPECT_THROW(resolve({{"bad", ""}}), StoreError);
  EXPECT_THROW(rebind({{"bad", ""}}, object("x")), StoreError);
  EXPECT_EQ(resolve({{"good", ""}}), object("x"));
  unbind({{"bad", ""}});
  rebind({{"bad", ""}}, object("x"));
  EXPECT_EQ(resolve({{"bad", ""}}), object("x"));
}

TEST(NamingRecords, ADamagedTreeIsRefused) {
  const auto store = store_in_memory();
  store->put("t", "\x02nonsense");
  EXPECT_THROW(Tree tree(*store), StoreError);
  const auto headless = store_in_memory();
  headless->put(key_of_binding({}, {"a", ""}), value_of(object("x")));
  EXPECT_THROW(Tree tree(*headless), StoreError);
}

}  // namespace
