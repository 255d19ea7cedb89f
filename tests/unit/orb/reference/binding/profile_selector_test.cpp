// The profiles of a reference that may be used with a QoS.

#include "orb/reference/binding/profile_selector.hpp"

#include <dimma/minor.hpp>

#include <gtest/gtest.h>

#include <functional>

namespace dimma::orb {
namespace {

// Understands one tag; its other functions are not used.
class NamedBinder final : public channel::Binder {
 public:
  NamedBinder(std::string name, std::uint32_t tag, bool answers)
      : name_(std::move(name)), tag_(tag), answers_(answers) {}

  std::string_view protocol() const noexcept override { return name_; }
  bool understands(const channel::Tagged& profile) const noexcept override { return profile.tag == tag_; }
  bool answers() const noexcept override { return answers_; }
  std::shared_ptr<channel::ClientChannel> bind(const channel::Tagged&, const EngineeringQoS&, Deadline,
                                               const channel::Callbacks&) override {
    return nullptr;
  }
  std::vector<channel::Fact> plan(const channel::Tagged&, const EngineeringQoS&) const override { return {}; }
  std::unique_ptr<channel::ServerEndpoint> listen(const channel::ListenOptions&, const EngineeringQoS&,
                                                  channel::Dispatcher&) override {
    return nullptr;
  }
  std::vector<channel::Fact> plan(const channel::ListenOptions&, const EngineeringQoS&) const override { return {}; }
  channel::Tagged profile_for(std::uint8_t, const channel::ListenAddress&, std::span<const std::byte>) const override {
    return {};
  }
  channel::Octets object_key(const channel::Tagged&) const override { return {}; }
  std::string describe(const channel::Tagged&) const override { return {}; }
  void shutdown() noexcept override {}

 private:
  const std::string name_;
  const std::uint32_t tag_;
  const bool answers_;
};

constexpr std::uint32_t iiop_tag = 0;
constexpr std::uint32_t flow_tag = 1;
constexpr std::uint32_t foreign_tag = 2;

class ProfileSelectorTest : public testing::Test {
 protected:
  ProfileSelectorTest() {
    binders_.push_back(std::make_unique<NamedBinder>("iiop", iiop_tag, true));
    binders_.push_back(std::make_unique<NamedBinder>("flow", flow_tag, false));
  }
  // The numbers of all profiles that are tried, in order.
  std::vector<std::size_t> tried(const std::string& qos, const std::vector<std::uint32_t>& tags) const {
    const EngineeringQoS parsed = EngineeringQoS::parse(qos);
    const ProfileSelector selector(binders_, parsed);
    const Ior ior = reference(tags);
    std::vector<std::size_t> numbers;
    for (auto choice = selector.next(ior); choice; choice = selector.next(ior, choice->profile + 1)) {
      EXPECT_TRUE(choice->binder->understands({tags[choice->profile], {}}));
      numbers.push_back(choice->profile);
    }
    return numbers;
  }
  static Ior reference(const std::vector<std::uint32_t>& tags) {
    Ior ior;
    for (const auto tag : tags) ior.profiles.push_back({tag, {}});
    return ior;
  }

  std::vector<std::unique_ptr<channel::Binder>> binders_;
};

using Numbers = std::vector<std::size_t>;

TEST_F(ProfileSelectorTest, WithoutAProtocolProfilesWithRepliesAreSelected) {
  EXPECT_EQ(tried("", {iiop_tag, flow_tag}), Numbers{0});
  EXPECT_EQ(tried("", {flow_tag, foreign_tag, iiop_tag, flow_tag, iiop_tag}), (Numbers{2, 4}));
  EXPECT_EQ(tried("transport=shm", {flow_tag, iiop_tag}), Numbers{1});
  EXPECT_EQ(tried("", {flow_tag}), Numbers{});
  EXPECT_EQ(tried("", {}), Numbers{});
}

TEST_F(ProfileSelectorTest, AProtocolSelectsItsOwnProfiles) {
  EXPECT_EQ(tried("protocol=flow", {iiop_tag, flow_tag, iiop_tag, flow_tag}), (Numbers{1, 3}));
  EXPECT_EQ(tried("transport=udp", {iiop_tag, flow_tag}), Numbers{1});
  EXPECT_EQ(tried("transport=multicast", {iiop_tag, flow_tag}), Numbers{1});
  EXPECT_EQ(tried("protocol=iiop", {iiop_tag, flow_tag}), Numbers{0});
  EXPECT_EQ(tried("protocol=iiop", {flow_tag}), Numbers{});
}

TEST_F(ProfileSelectorTest, SaysWhyThereIsNone) {
  const auto refusal = [&](const std::string& qos, const std::vector<std::uint32_t>& tags) -> std::string {
    const EngineeringQoS parsed = EngineeringQoS::parse(qos);
    try {
      ProfileSelector(binders_, parsed).refuse(reference(tags));
    } catch (const QoSError& error) {
      return error.field() + ": " + error.reason();
    } catch (const CORBA::TRANSIENT& error) {
      EXPECT_EQ(error.minor(), minor::transient_no_usable_profile);
      EXPECT_EQ(error.completed(), CORBA::COMPLETED_NO);
      return error._detail();
    }
  };
  EXPECT_EQ(refusal("protocol=flow", {iiop_tag}), "protocol: the reference has no profile of flow");
  EXPECT_EQ(refusal("", {foreign_tag}), "the reference has no profile that this ORB can use");
  EXPECT_NE(refusal("", {foreign_tag, flow_tag}).find("protocol=flow"), std::string::npos);
}

}  // namespace
}  // namespace dimma::orb
