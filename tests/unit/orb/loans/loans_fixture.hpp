#pragma once
// Two ORBs of one process, and a servant that keeps loans.

#include "unit/common/expect_raises.hpp"
#include "unit/orb/loans/store_servant.hpp"

#include <dimma/binding.hpp>
#include <dimma/minor.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>

#include <numeric>
#include <ostream>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace dimma::test {

constexpr std::size_t octets_each = 64 * 1024;
constexpr const char* over_shm = "transport=shm,loans=pool(4,64k),exhausted=raise";
// The same with a connection of the binding's own.
constexpr const char* over_own_shm = "transport=shm,loans=pool(4,64k),exhausted=raise,connection=dedicated";

inline Lending::Octets filled(Lending::Octets data) {
  std::iota(data.begin(), data.end(), std::uint8_t{1});
  return data;
}
inline std::vector<std::uint8_t> pattern(std::size_t count) {
  std::vector<std::uint8_t> octets(count);
  std::iota(octets.begin(), octets.end(), std::uint8_t{1});
  return octets;
}

class LoansTest : public testing::Test {
 protected:
  using OrbRef = CORBA::object_reference<CORBA::ORB>;
  using PoaRef = CORBA::object_reference<PortableServer::POA>;
  using StoreRef = CORBA::object_reference<Lending::Store>;

  // Both ORBs have `options`.
  explicit LoansTest(const std::vector<std::string>& options = {}) {
    std::vector<std::string> at_loopback = options;
    at_loopback.insert(at_loopback.end(), {"--dimma-endpoint", "iiop://127.0.0.1"});
    std::vector<std::string> none = options;
    server_ = CORBA::ORB_init(at_loopback, "loans-server");
    client_ = CORBA::ORB_init(none, "loans-client");
    root_ = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root_->the_POAManager()->activate();
    servant_ = CORBA::make_reference<StoreServant>();
    local_ = servant_->_this();
    remote_ = seen_by_client(local_);
  }
  ~LoansTest() override {
    servant_->clear();
    client_->destroy();
    server_->destroy();
  }
  StoreRef seen_by_client(const StoreRef& object) {
    return IDL::traits<Lending::Store>::narrow(client_->string_to_object(server_->object_to_string(object)));
  }
  Binding<Lending::Store> bound(const std::string& qos) { return bound(remote_, qos); }
  static Binding<Lending::Store> bound(const StoreRef& object, const std::string& qos) {
    return dimma::bind(object, EngineeringQoS::parse(qos));
  }

  // The numbers of sequences that an end has sent in place and that it has copied, according to its description.
  struct Sent {
    unsigned long where_they_lie = 0;
    unsigned long copied = 0;
    friend bool operator==(const Sent&, const Sent&) = default;
    friend std::ostream& operator<<(std::ostream& out, const Sent& sent) {
      return out << sent.where_they_lie << " sent in place, " << sent.copied << " copied";
    }
  };
  template <class Described>
  static Sent sent_by(const Described& described) {
    const std::string report = described.to_string();
    const auto number_before = [&](const char* words) -> unsigned long {
      const auto end = report.find(words);
      const auto begin = report.find_last_not_of("0123456789", end - 1) + 1;
      if (end != std::string::npos && begin != end) return std::stoul(report.substr(begin, end - begin));
      ADD_FAILURE() << words << " is not in " << report;
      return 0;
    };
    return {number_before(" sent in place"), number_before(" copied")};
  }
  static Sent sent_by_client(const Binding<Lending::Store>& store) { return sent_by(store.describe()); }
  Sent sent_by_server() const { return sent_by(describe(root_)); }
  void expect_connections_with_places(int count) const {
    const std::string report = describe(root_).to_string();
    EXPECT_NE(report.find(std::to_string(count) + " connections: "), std::string::npos) << report;
  }

  OrbRef server_;
  OrbRef client_;
  PoaRef root_;
  CORBA::servant_reference<StoreServant> servant_;
  StoreRef local_;
  StoreRef remote_;
};

// Passes sequences in every direction, with and without shared memory: the interface is the same. `calls` makes the
// calls, of a servant that keeps its data in `shelf`.
template <class Calls>
void expect_all_directions(const Binding<Lending::Store>& store, const Calls& calls, Shelf& shelf, bool shares) {
  auto data = filled(store.loan<std::uint8_t>(octets_each));
  EXPECT_EQ(data.is_shared(), shares);
  EXPECT_EQ(calls->keep(std::move(data)), 0U);
  EXPECT_EQ(shelf.kept_shared(), std::vector<bool>{shares});
  EXPECT_TRUE(calls->give(0).to_vector() == pattern(octets_each));
  calls->let_go();

  const Lending::Octets made = calls->make(5000, 42);
  EXPECT_EQ(made.is_shared(), shares);
  EXPECT_EQ(shelf.made_shared, shares);
  EXPECT_EQ(made.to_vector(), std::vector<std::uint8_t>(5000, 42));

  auto samples = store.loan<Lending::Sample>(3);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i] = Lending::Sample(0.5 * static_cast<double>(i), static_cast<std::uint8_t>(i), {1, -2, 3});
  }
  const Lending::Samples twice = calls->twice(std::move(samples));
  ASSERT_EQ(twice.size(), 6U);
  EXPECT_EQ(twice.is_shared(), shares);
  EXPECT_EQ(twice[5].time(), 1.0);
  EXPECT_EQ(twice[4].channel(), 1);
  EXPECT_EQ(twice[0].values()[1], -2);

  Lending::Octets changed = filled(store.loan<std::uint8_t>(8));
  Lending::Samples out;
  calls->change(changed, out);
  EXPECT_EQ(changed.to_vector(), (std::vector<std::uint8_t>{2, 3, 4, 5, 6, 7, 8, 9}));
  ASSERT_EQ(out.size(), 1U);
  EXPECT_EQ(out[0].time(), 8.0);

  calls->current(std::vector<std::uint8_t>{1, 2, 3});
  EXPECT_EQ(calls->current().to_vector(), (std::vector<std::uint8_t>{1, 2, 3}));
  calls->let_go();

  EXPECT_EQ(calls->sum(std::vector<double>{1, 2.5}), 3.5);
  EXPECT_RAISES(calls->sum(std::vector<double>(5)), CORBA::BAD_PARAM, minor::bad_param_bound);
  EXPECT_THROW(calls->refuse(store.loan<std::uint8_t>(100)), Lending::Refused);
  EXPECT_EQ(calls->make(0, 1).size(), 0U);

  shelf.noted = 0;
  calls->note(filled(store.loan<std::uint8_t>(77)));
  calls->note(std::vector<std::uint8_t>(23));
  calls->let_go();  // served after them, as all calls use one connection
  while (!shelf.keeps_order() && shelf.noted < 100) std::this_thread::yield();
  EXPECT_EQ(shelf.noted, 100U);
}

// Returns true if a binding with this QoS has places.
inline bool has_places(const std::string& qos) { return qos.find("shm,loans") != std::string::npos; }

}  // namespace dimma::test
