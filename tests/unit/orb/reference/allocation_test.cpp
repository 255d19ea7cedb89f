// In the steady state neither a colocated call, nor the ORB's part of a call through a channel, nor a dispatch
// allocates.

#include "orb/state/object_key.hpp"
#include "unit/common/allocation_counter.hpp"
#include "unit/orb/orb_fixture.hpp"

namespace dimma::test {
namespace {

class Request final : public ServerRequest {
 public:
  Request(std::span<const std::byte> key, std::span<const std::byte> arguments, cdr::Buffer& buffer)
      : ServerRequest("add", key, true, cdr::Decoder(arguments)), out_(buffer) {}
  cdr::Encoder& begin_reply(ReplyStatus status) override {
    last_status = status;
    out_.reset();
    return out_;
  }
  ReplyStatus last_status = ReplyStatus::needs_addressing_mode;
  std::span<const std::byte> body() const { return out_.octets(); }

 private:
  cdr::Encoder out_;
};

// A channel that does nothing, so that only the ORB's part is counted.
class NullChannel final : public channel::ClientChannel {
 public:
  channel::Outcome call(channel::Request& request) override {
    out_.reset();
    request.arguments(out_);
    cdr::Decoder in(out_.octets());
    in.context(request.context);
    request.results(in);
    return {};
  }
  channel::Located locate(channel::Outcome&, Deadline) override { return channel::Located::object_here; }
  void close() noexcept override {}
  std::vector<channel::Fact> describe() const override { return {}; }

 private:
  cdr::Buffer buffer_;
  cdr::Encoder out_{buffer_};
};

class NullBinder final : public channel::Binder {
 public:
  std::string_view protocol() const noexcept override { return "iiop"; }
  bool understands(const channel::Tagged&) const noexcept override { return true; }
  std::shared_ptr<channel::ClientChannel> bind(const channel::Tagged&, const EngineeringQoS&, Deadline,
                                               const channel::Callbacks&) override {
    return std::make_shared<NullChannel>();
  }
  std::vector<channel::Fact> plan(const channel::Tagged&, const EngineeringQoS&) const override { return {}; }
  std::vector<channel::Fact> plan(const channel::ListenOptions&, const EngineeringQoS&) const override { return {}; }
  std::unique_ptr<channel::ServerEndpoint> listen(const channel::ListenOptions&, const EngineeringQoS&,
                                                  channel::Dispatcher&) override {
    throw QoSError(Field::transport, "only a client");
  }
  channel::Tagged profile_for(std::uint8_t, const channel::ListenAddress&, std::span<const std::byte>) const override {
    return {1, {}};
  }
  channel::Octets object_key(const channel::Tagged&) const override { return {}; }
  std::string describe(const channel::Tagged&) const override { return {}; }
  void shutdown() noexcept override {}
};

class Allocations : public OrbTest {
 protected:
  template <class Body>
  std::size_t allocated_by(Body body) {
    for (int i = 0; i < 3; ++i) body();
    const std::size_t before = allocations();
    for (int i = 0; i < 100; ++i) body();
    return allocations() - before;
  }
};

TEST_F(Allocations, AColocatedCallMakesNone) {
  const auto object = local();
  EXPECT_EQ(allocated_by([&] { object->add(1); }), 0U);
  EXPECT_EQ(servant_->counted, 103);
}

TEST_F(Allocations, ADispatchMakesNone) {
  const auto object = activated();
  const auto address = fake_address(orb::parse_ior(server_->object_to_string(object)).profiles.at(0));
  publish(server_, "A name that is longer than a short string", object);
  auto& dispatcher = network_.dispatcher(address.port);
  cdr::Buffer buffer;
  const std::int32_t one = 1;
  const auto arguments = std::as_bytes(std::span(&one, 1));
  const auto dispatch = [&](std::span<const std::byte> key) {
    Request request(key, arguments, buffer);
    dispatcher.dispatch(request);
    ASSERT_EQ(request.last_status, ServerRequest::ReplyStatus::no_exception);
  };
  EXPECT_EQ(allocated_by([&] { dispatch(address.key); }), 0U);
  EXPECT_EQ(allocated_by([&] { dispatch(orb::octets_of("A name that is longer than a short string")); }), 0U);
  EXPECT_EQ(servant_->counted, 206);
}

TEST_F(Allocations, AStubMakesOne) {
  const auto reference = CORBA::ObjectAccess::reference(*local());
  CORBA::weak_object_reference<Sample::Counter> last;
  const auto make = [&] { last = CORBA::ObjectAccess::make_stub<Sample::Counter>(reference).weak_reference(); };
  EXPECT_EQ(allocated_by(make), 100U);  // the stub and its reference count, in one block
  EXPECT_TRUE(last.expired());
}

TEST_F(Allocations, ACallThroughAChannelMakesNone) {
  orb::Options options;
  options.id = "null";
  orb::Protocols protocols;
  protocols.binders.push_back(std::make_unique<NullBinder>());
  const auto client = orb::add_orb(orb::OrbLifecycle::make(options, std::move(protocols)));
  const auto object = CORBA::ObjectAccess::make_stub<Sample::Counter>(
      CORBA::ObjectAccess::reference(*client->string_to_object("corbaloc::host/key")));
  std::int32_t sum = 0;
  EXPECT_EQ(allocated_by([&] { sum += object->add(2); }), 0U);
  EXPECT_EQ(sum, 206);
  client->destroy();
}

}  // namespace
}  // namespace dimma::test
