// A producer other than dimma that makes false statements about places, over a connection of its own.

#include "base/loan_arena.hpp"
#include "flow/wire/packet.hpp"
#include "flow/wire/profile.hpp"
#include "orb/state/ior.hpp"
#include "transport/shm/shm_datagram.hpp"
#include "unit/flow/loans/frames_fixture.hpp"

#include <dimma/generated/cdr/encoder.hpp>

#include <algorithm>
#include <random>

namespace dimma::test {
namespace {

struct Said {
  std::uint32_t place = 0;
  std::uint64_t arena = 0;
  std::uint64_t loan = 0;
  std::uint32_t count = 0;
  std::uint32_t element_octets = 1;
};

class FlowOfAStranger : public FlowOfFrames {
 protected:
  void connect(const std::string& consumer = over_shm) {
    const auto profiles = orb::parse_ior(producer_->object_to_string(offered(consumer))).profiles;
    const auto found = std::ranges::find(profiles, flow::tag_flow, &channel::Tagged::tag);
    ASSERT_NE(found, profiles.end());
    const auto profile = flow::decode_profile(found->data);
    key_ = profile.object_key;
    std::string problem;
    socket_ = transport_.connect(profile.endpoint, {.loan_count = 4, .loan_octets = octets_each}, problem);
    ASSERT_NE(socket_, nullptr) << problem;
    arena_ = socket_->loans(false);
    ASSERT_NE(arena_, nullptr);
  }
  // Sends a call of "show", with or without the identity.
  void show(const Said& said, bool tells = true, int longs_before = 1) {
    cdr::Buffer buffer;
    cdr::Encoder out(buffer, order_);
    const flow::Identity identity{key_, "show"};
    const std::size_t before = flow::header_octets + (tells ? flow::identity_octets(identity) : 0);
    out.append(before);
    for (int i = 0; i < longs_before; ++i) out.put(std::int32_t{0});
    out.put(0xffff'ffffU);
    out.put(said.place);
    out.put(said.arena);
    out.put(said.loan);
    out.put(said.count);
    out.put(said.element_octets);
    const std::size_t body_octets = out.size() - before;
    flow::write_header(buffer.data(), {.order = order_,
                                       .has_identity = tells,
                                       .flow = 77,
                                       .sequence = sequence_++,
                                       .message_octets = static_cast<std::uint32_t>(body_octets),
                                       .fragment_octets = static_cast<std::uint16_t>(body_octets)});
    if (tells) flow::write_identity(buffer.data() + flow::header_octets, identity, order_);
    const transport::Datagram datagram{out.octets(), {}, arena_->own_id()};
    EXPECT_EQ(socket_->send({&datagram, 1}, transport::DatagramSocket::NoRoom::wait).status, transport::Status::ok);
  }
  // Offers a place that is not withdrawn.
  Said given(std::uint32_t count = 10) const {
    const auto block = arena_->take();
    EXPECT_NE(block.data(), nullptr);
    EXPECT_TRUE(arena_->offer(block.place(), block.loan(), true));
    for (std::uint32_t i = 0; i < count; ++i) block.data()[i] = std::byte{octet_of(0, i)};
    return {block.place(), arena_->own_id(), block.loan(), count};
  }
  bool comes_to_use(std::size_t places) const {
    for (int looks = 0; looks < 5000; ++looks) {
      if (arena_->numbers().in_use == places) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
  bool comes_to_say(const std::string& counts) const {
    for (int looks = 0; looks < 30'000; ++looks) {
      if (describe(poa_).value("messages").find(counts) != std::string::npos) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ADD_FAILURE() << describe(poa_);
    return false;
  }

  std::endian order_ = std::endian::native;
  transport::ShmDatagramTransport transport_;
  std::unique_ptr<transport::DatagramSocket> socket_;
  std::shared_ptr<LoanArena> arena_;
  channel::Octets key_;
  std::uint64_t sequence_ = 0;
};

// The consumer does not know the object of the flow yet, and drops its messages.
TEST_F(FlowOfAStranger, FramesForAnUnknownObjectAreGivenBack) {
  connect();
  for (const auto order : {std::endian::little, std::endian::big}) {
    order_ = order;
    for (int i = 0; i < 10; ++i) {
      show(given(), false, i);
      EXPECT_TRUE(comes_to_use(0));
    }
  }
}

TEST_F(FlowOfAStranger, IsReadWhereItLiesInEitherOrder) {
  connect();
  for (const auto order : {std::endian::little, std::endian::big}) {
    order_ = order;
    show(given());
  }
  ASSERT_TRUE(servant_->has_shown(2));
  for (const auto& shown : servant_->shown()) EXPECT_TRUE(shown.is_sound && shown.is_shared);
  EXPECT_TRUE(comes_to_use(2));
  servant_->let_go();
  EXPECT_TRUE(comes_to_use(0));
}

// Each false place is refused without other effects: this flow and those of others continue.
TEST_F(FlowOfAStranger, FalsePlacesAreRefused) {
  const auto honest = bound(over_shm, "transport=shm,loans=pool(4,64k),exhausted=raise");
  connect();
  const Said sound = given();
  std::vector<Said> lies(8, sound);
  lies[0].place = 4;
  lies[1].place = 0xffff'ffffU;
  lies[2].loan += 1;
  lies[3].loan = ~std::uint64_t{0};
  lies[4].arena += 1;
  lies[5].count = octets_each + 1;
  lies[6].element_octets = 8;
  lies[7].arena = arena_->others_id();
  for (const auto& lie : lies) show(lie);
  ASSERT_TRUE(comes_to_say("8 refused"));
  show(given());
  ASSERT_TRUE(servant_->has_shown(1));
  EXPECT_TRUE(servant_->shown()[0].is_sound && servant_->shown()[0].is_shared);
  honest->show(3, filled(honest.loan<std::uint8_t>(octets_each), 3));
  ASSERT_TRUE(servant_->has_shown(2));
  EXPECT_TRUE(servant_->shown()[1].is_sound && servant_->shown()[1].is_shared);
  servant_->let_go();
  EXPECT_TRUE(FlowOfFrames::comes_to_use(honest, 0));
}

TEST_F(FlowOfAStranger, APlaceIsReadOnce) {
  connect();
  const Said twice = given();
  for (int i = 0; i < 5; ++i) show(twice);
  ASSERT_TRUE(comes_to_say("1 delivered, 0 dropped, 4 refused"));
  servant_->let_go();
  EXPECT_TRUE(comes_to_use(0));
}

// Numbers of places, some of them valid, in messages that have lent them and in others.
TEST_F(FlowOfAStranger, RubbishDoesNoHarm) {
  servant_ = CORBA::make_reference<FramesServant>(false);
  connect(over_shm + std::string(",history=latest"));
  std::mt19937_64 random(5);
  constexpr std::uint64_t loans_max = 8;
  for (int i = 0; i < 2000; ++i) {
    if (const auto block = arena_->take(); block.data() != nullptr && block.loan() <= loans_max) {
      arena_->offer(block.place(), block.loan(), true);
    }
    show({static_cast<std::uint32_t>(random() % 6), arena_->own_id(), random() % loans_max,
          static_cast<std::uint32_t>(random() % 100), static_cast<std::uint32_t>(random() % 3)},
         random() % 4 != 0);
  }
  // A loan that no earlier message can have referred to.
  for (std::uint32_t place = 0; place < 4; ++place) {
    for (std::uint64_t loan = 1; loan <= loans_max; ++loan) arena_->withdraw(place, loan);
  }
  auto block = arena_->take();
  while (block.data() != nullptr && block.loan() <= loans_max) block = arena_->take();
  ASSERT_NE(block.data(), nullptr);
  EXPECT_TRUE(arena_->offer(block.place(), block.loan(), true));
  const std::size_t before = servant_->shown().size();
  show({block.place(), arena_->own_id(), block.loan(), 99});
  const auto last = [&] { return servant_->shown().size() > before && servant_->shown().back().is_shared; };
  for (int looks = 0; looks < 30'000 && !last(); ++looks) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_TRUE(last());
}

// A frame is lost if its message names the memory of another connection than the one that carries it.
TEST_F(FlowOfAStranger, AFrameOfAnotherConnectionIsLost) {
  connect();
  const auto first = std::move(arena_);
  const Said said{0, first->own_id(), 1, 10};
  const auto endpoint = socket_->peer();
  std::string problem;
  socket_ = transport_.connect(endpoint, {.loan_count = 4, .loan_octets = octets_each}, problem);
  arena_ = first;  // marks the datagram
  show(said);
  arena_ = socket_->loans(false);
  EXPECT_NE(arena_, first);
  show(given());
  ASSERT_TRUE(servant_->has_shown(1));
  EXPECT_TRUE(comes_to_say("1 received, 1 delivered"));
}

}  // namespace
}  // namespace dimma::test
