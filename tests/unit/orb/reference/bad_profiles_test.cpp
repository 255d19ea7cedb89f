// References with a profile that this ORB can't use beside one that it can.
#include "channel/channel.hpp"
#include "orb/state/ior.hpp"
#include "unit/orb/counter_servant.hpp"

#include <dimma/binding.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dimma::test {
namespace {

constexpr std::uint32_t tag_iiop = 0;

channel::Octets octets_of(std::initializer_list<int> values) {
  channel::Octets octets;
  for (const int value : values) octets.push_back(static_cast<std::byte>(value));
  return octets;
}

struct BadProfile {
  const char* name;
  channel::Octets data;
};

class BadProfiles : public testing::TestWithParam<BadProfile> {
 protected:
  BadProfiles() {
    const auto root = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    ior_ = orb::parse_ior(server_->object_to_string(root->servant_to_reference(servant_)));
  }
  ~BadProfiles() override {
    client_->destroy();
    server_->destroy();
  }
  static CORBA::object_reference<CORBA::ORB> make_orb(const char* id) {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0"};
    return CORBA::ORB_init(arguments, id);
  }
  // The reference with the bad profile at that place.
  std::string with_bad_at(std::size_t place) const {
    auto ior = ior_;
    ior.profiles.insert(ior.profiles.begin() + static_cast<std::ptrdiff_t>(place), {tag_iiop, GetParam().data});
    return orb::to_string(ior);
  }
  static CORBA::object_reference<Sample::Counter> seen_by(const CORBA::object_reference<CORBA::ORB>& orb,
                                                          const std::string& ior) {
    return narrow_unchecked<Sample::Counter>(orb->string_to_object(ior));
  }

  const CORBA::object_reference<CORBA::ORB> server_ = make_orb("bad-profiles-server");
  const CORBA::object_reference<CORBA::ORB> client_ = make_orb("bad-profiles-client");
  const CORBA::servant_reference<CounterServant> servant_ = CORBA::make_reference<CounterServant>();
  orb::Ior ior_;
};

INSTANTIATE_TEST_SUITE_P(That, BadProfiles,
                         testing::Values(BadProfile{"IsEmpty", {}},
                                         BadProfile{"HasMajorVersion2", octets_of({1, 2, 0, 0, 1, 0, 0, 0, 0})},
                                         BadProfile{"IsCutOff", octets_of({1, 1, 2, 0, 255, 255, 0, 0})}),
                         [](const auto& tested) { return tested.param.name; });

TEST_P(BadProfiles, SpoilsNoOther) {
  for (const std::size_t place : {std::size_t{0}, ior_.profiles.size()}) {
    EXPECT_EQ(seen_by(client_, with_bad_at(place))->add(1), servant_->counted) << place;
    EXPECT_EQ(seen_by(server_, with_bad_at(place))->add(1), servant_->counted) << place;  // its own object
    const auto bound = dimma::bind(seen_by(client_, with_bad_at(place)), EngineeringQoS::parse("transport=tcp"));
    EXPECT_EQ(bound->add(1), servant_->counted) << place;
  }
}

TEST_P(BadProfiles, IsReportedIfThereIsNoOther) {
  auto ior = ior_;
  ior.profiles = {{tag_iiop, GetParam().data}};
  EXPECT_THROW(seen_by(client_, orb::to_string(ior))->add(1), CORBA::INV_OBJREF);
}

}  // namespace
}  // namespace dimma::test
