// The client library, with a directory and providers that are ORBs of this process.

#include "client/access.hpp"
#include "directory/directory_servant.hpp"
#include "provider/provider_servant.hpp"
#include "provider/test_source.hpp"

#include <dimma/poa.hpp>
#include <dimma/sqlite_store.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <thread>

namespace {

using namespace std::chrono_literals;

IDL::traits<CORBA::ORB>::ref_type orb_named(const std::string& name) {
  std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0"};
  return CORBA::ORB_init(arguments, name);
}

IDL::traits<PortableServer::POA>::ref_type active_root(const IDL::traits<CORBA::ORB>::ref_type& orb) {
  const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  return root;
}

std::unique_ptr<dimma::store::Store> store_in_memory() {
  dimma::store::SqliteOptions options;
  options.file = ":memory:";
  return dimma::store::open_sqlite(options);
}

// Has a datum whose value cannot be read.
class BrokenSource final : public aida::CannedSource {
 public:
  BrokenSource() {
    add("BROKEN//VALUE", aida::Type::double_type, "",
        []() -> aida::Datum { throw Aida::NotAvailable("BROKEN//VALUE", "the sensor is out"); });
  }
};

// A provider that ends with the object.
class Provider {
 public:
  Provider(Registry& registry, const std::string& name, std::unique_ptr<aida::Source> source)
      : orb_(orb_named(name + std::to_string(++made_))), source_(std::move(source)), watches_(orb_, *source_) {
    const auto servant = CORBA::make_reference<aida::ProviderServant>(*source_, watches_);
    const auto where = IDL::traits<Aida::Provider>::narrow(active_root(orb_)->servant_to_reference(servant));
    registry.enter(name, where, source_->data(), 1h, true);
  }
  ~Provider() { orb_->destroy(); }
  Provider(const Provider&) = delete;
  Provider& operator=(const Provider&) = delete;

 private:
  static inline int made_ = 0;
  const IDL::traits<CORBA::ORB>::ref_type orb_;
  const std::unique_ptr<aida::Source> source_;
  aida::Watches watches_;
};

class AidaClient : public testing::Test {
 protected:
  AidaClient()
      : directory_orb_(orb_named("directory")),
        client_orb_(orb_named("client")),
        registry_(directory_orb_, store_in_memory()) {
    const auto servant = CORBA::make_reference<DirectoryServant>(registry_);
    url_ = directory_orb_->object_to_string(active_root(directory_orb_)->servant_to_reference(servant));
    access_.emplace(client_orb_, url_);
  }
  ~AidaClient() override {
    access_.reset();
    client_orb_->destroy();
    directory_orb_->destroy();
  }

  std::unique_ptr<Provider> test_provider() {
    return std::make_unique<Provider>(registry_, "test", std::make_unique<aida::TestSource>());
  }
  // The Exception that the work throws, if it throws one.
  template <class Exception, class Work>
  static std::optional<Exception> thrown(Work&& work) {
    try {
      work();
    } catch (const Exception& exception) {
      return exception;
    }
    return std::nullopt;
  }

  const IDL::traits<CORBA::ORB>::ref_type directory_orb_;
  const IDL::traits<CORBA::ORB>::ref_type client_orb_;
  Registry registry_;
  std::string url_;
  std::optional<aida::Access> access_;
};

constexpr const char* a_double = "TEST:MAGNET1//BDES";

TEST_F(AidaClient, GetsByNameAndByReference) {
  const auto provider = test_provider();
  EXPECT_EQ(42.5, access_->get<double>(a_double));
  auto reference = access_->reference(a_double, dimma::EngineeringQoS::parse("processing=nullTask,messages=1"));
  EXPECT_EQ(42.5, reference.get<double>());
  EXPECT_EQ(aida::Type::double_type, reference.type());
  EXPECT_EQ("test", reference.provider_name());
  EXPECT_EQ("42.5", aida::to_string(reference.get_datum()));
  EXPECT_EQ(3U, access_->get<Aida::Longs>("TEST:LONGS//VALUES", aida::parameters_of({"count=3"})).size());
}

TEST_F(AidaClient, SaysWhatIsWrongByType) {
  const auto provider = test_provider();
  const Provider broken(registry_, "broken", std::make_unique<BrokenSource>());

  const auto none = thrown<aida::NoSuchDatum>([&] { access_->get<double>("NOTHING"); });
  ASSERT_TRUE(none);
  EXPECT_EQ("NOTHING", none->datum());

  const auto wrong = thrown<aida::WrongType>([&] { access_->get<std::int32_t>(a_double); });
  ASSERT_TRUE(wrong);
  EXPECT_EQ(a_double, wrong->datum());
  EXPECT_EQ(aida::Type::long_type, wrong->asked());
  EXPECT_EQ(aida::Type::double_type, wrong->present());

  const auto bad = thrown<aida::BadParameter>(
      [&] { access_->get<Aida::Longs>("TEST:LONGS//VALUES", aida::parameters_of({"count=-1"})); });
  ASSERT_TRUE(bad);
  EXPECT_EQ("count", bad->parameter());
  EXPECT_EQ("-1", bad->text());

  const auto out = thrown<aida::NotAvailable>([&] { access_->get<double>("BROKEN//VALUE"); });
  ASSERT_TRUE(out);
  EXPECT_NE(std::string::npos, std::string(out->what()).find("the sensor is out"));
}

TEST_F(AidaClient, SaysWhenNobodyAnswers) {
  auto provider = test_provider();
  auto reference = access_->reference(a_double);
  provider.reset();
  const auto by_name = thrown<aida::ProviderDown>([&] { access_->get<double>(a_double); });
  ASSERT_TRUE(by_name);
  EXPECT_EQ("test", by_name->provider());
  EXPECT_TRUE(thrown<aida::ProviderDown>([&] { reference.get<double>(); }));
  aida::Access elsewhere(client_orb_, "corbaloc:iiop:127.0.0.1:9/Aida");
  EXPECT_TRUE(thrown<aida::DirectoryDown>([&] { elsewhere.get<double>(a_double); }));
  EXPECT_TRUE(thrown<aida::DirectoryDown>([&] { elsewhere.list(); }));
}

TEST_F(AidaClient, AReferenceFindsAProviderThatHasMoved) {
  auto provider = test_provider();
  auto reference = access_->reference(a_double);
  EXPECT_EQ(42.5, reference.get<double>());
  provider.reset();
  provider = test_provider();  // at another port
  EXPECT_EQ(42.5, reference.get<double>());
  EXPECT_EQ(42.5, access_->get<double>(a_double));
  provider.reset();
  EXPECT_TRUE(thrown<aida::ProviderDown>([&] { reference.get<double>(); }));
  provider = test_provider();
  EXPECT_EQ(42.5, reference.get<double>());
}

TEST_F(AidaClient, MayBeUsedByManyThreads) {
  const auto provider = test_provider();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int gets = 0; gets < 50; ++gets) EXPECT_EQ(42.5, access_->get<double>(a_double));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(AidaClient, ListsByPages) {
  const auto provider = test_provider();
  const auto first = registry_.list("TEST:BPM1*", "", 2);
  EXPECT_EQ(2U, first.entries().size());
  EXPECT_FALSE(first.is_last());
  std::size_t found = first.entries().size();
  for (auto page = first; !page.is_last(); found += page.entries().size()) {
    page = registry_.list("TEST:BPM1*", page.next(), 2);
  }
  EXPECT_EQ(access_->list("TEST:BPM1*").size(), found);
  EXPECT_EQ(8U, found);
}

TEST_F(AidaClient, ADatumHasOneProvider) {
  const auto provider = test_provider();
  const auto where = access_->find(a_double).where();
  const Aida::Descriptions data{Aida::Description("NEW", aida::Type::double_type, ""),
                                Aida::Description(a_double, aida::Type::double_type, "")};
  EXPECT_THROW(registry_.enter("other", where, data, 1h, true), Aida::NameTaken);
  EXPECT_TRUE(thrown<aida::NoSuchDatum>([&] { access_->find("NEW"); }));
  const Aida::Descriptions twice(2, Aida::Description("TWICE", aida::Type::double_type, ""));
  EXPECT_THROW(registry_.enter("other", where, twice, 1h, true), Aida::NameTaken);
  EXPECT_THROW(registry_.enter("test", where, {}, 1h, false), Aida::ProviderTaken);
}

TEST_F(AidaClient, ARegistrationEndsWithItsLease) {
  const auto provider = test_provider();
  const auto where = access_->find(a_double).where();
  const Aida::Descriptions data{Aida::Description("SHORT", aida::Type::double_type, "")};
  const auto lease = registry_.enter("short", where, data, 200ms, true);
  EXPECT_EQ("short", access_->find("SHORT").provider_name());
  const auto until = std::chrono::steady_clock::now() + 20s;
  while (registry_.find("SHORT") && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(10ms);
  EXPECT_FALSE(registry_.find("SHORT"));
  EXPECT_FALSE(registry_.renew(lease));
  EXPECT_NO_THROW(registry_.enter("short", where, data, 1h, false));
}

TEST(AidaPattern, StarsAndQuestionMarks) {
  EXPECT_TRUE(matches("TEST:A//B", "*"));
  EXPECT_TRUE(matches("", "*"));
  EXPECT_TRUE(matches("abc", "a*c"));
  EXPECT_TRUE(matches("aXbXc", "a*b*c"));
  EXPECT_TRUE(matches("abcabc", "*abc"));
  EXPECT_TRUE(matches("abc", "a?c"));
  EXPECT_FALSE(matches("ac", "a?c"));
  EXPECT_FALSE(matches("abcd", "a*c"));
  EXPECT_FALSE(matches("abc", ""));
  EXPECT_FALSE(matches(std::string(2'000, 'a'), "*a*a*a*a*a*a*a*a*b"));
}

TEST(AidaValue, IsMadeAndTakenApart) {
  aida::Value value;
  value.add("time", Aida::Strings{"10:00", "10:01"}).add("x", Aida::Doubles{1.5, 1e-9}).add("unit", std::int32_t{201});
  EXPECT_EQ(3U, value.columns());
  EXPECT_EQ(2U, value.rows());
  EXPECT_EQ((std::vector<std::string>{"time", "x", "unit"}), value.names());
  EXPECT_EQ(aida::Type::doubles_type, value.type("x"));
  EXPECT_EQ((Aida::Doubles{1.5, 1e-9}), value.get<Aida::Doubles>("x"));
  EXPECT_EQ(201, value.get<std::int32_t>("unit"));
  EXPECT_EQ("time   x      unit\n10:00  1.5    201\n10:01  1e-09\n", value.to_string());
  EXPECT_THROW(value.get<double>("x"), std::invalid_argument);
  EXPECT_THROW(value.get<double>("y"), std::out_of_range);
  EXPECT_THROW(value.add("x", 1.0), std::invalid_argument);
  EXPECT_EQ(0U, aida::Value().rows());
}

TEST(AidaParameters, AreTextsWithNames) {
  const auto parameters = aida::parameters_of({"count=5", "text=a=b", "empty="});
  EXPECT_EQ("count", parameters[0].name());
  EXPECT_EQ("a=b", parameters[1].text());
  EXPECT_EQ("", parameters[2].text());
  EXPECT_THROW(aida::parameters_of({"count"}), std::invalid_argument);
  EXPECT_THROW(aida::parameters_of({"=5"}), std::invalid_argument);
  EXPECT_THROW(aida::type_named("quad"), std::invalid_argument);
  EXPECT_EQ(aida::Type::longs_type, aida::type_named("longs"));
}

}  // namespace
