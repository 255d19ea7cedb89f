#include "unit/orb/fake_protocol.hpp"

#include "orb/state/object_key.hpp"

#include <dimma/minor.hpp>

#include <optional>
#include <thread>

namespace dimma::test {

namespace {

class FakeRequest final : public ServerRequest {
 public:
  FakeRequest(std::string_view operation, std::span<const std::byte> key, bool response_expected,
              std::span<const std::byte> arguments, cdr::Buffer& buffer)
      : ServerRequest(operation, key, response_expected, cdr::Decoder(arguments)), out_(buffer) {}

  cdr::Encoder& begin_reply(ReplyStatus status) override {
    begun = true;
    status_ = status;
    out_.reset();
    return out_;
  }

  bool begun = false;
  ReplyStatus status() const { return status_; }
  std::span<const std::byte> body() const { return out_.octets(); }

 private:
  cdr::Encoder out_;
  ReplyStatus status_ = ReplyStatus::no_exception;
};

}  // namespace

class FakeEndpoint final : public channel::ServerEndpoint {
 public:
  FakeEndpoint(FakeNetwork& network, const channel::ListenOptions& options, const EngineeringQoS& qos,
               channel::Dispatcher& dispatcher)
      : network_(network), qos_(qos), dispatcher_(dispatcher) {
    ++network_.endpoints_alive;
    ++network_.listens;
    port_ = network_.add(*this, options.at.front().port);
  }
  ~FakeEndpoint() override {
    close();
    --network_.endpoints_alive;
  }

  std::vector<channel::Tagged> profiles(std::span<const std::byte> object_key) const override {
    return {fake_profile({"fake", port_, {object_key.begin(), object_key.end()}})};
  }
  bool owns(const channel::Tagged& profile, channel::Octets& object_key) const override {
    if (profile.tag != fake_tag) return false;
    auto address = fake_address(profile);
    if (address.port != port_) return false;
    object_key = std::move(address.key);
    return true;
  }
  void close() noexcept override {
    network_.remove(port_);
    std::unique_lock lock(mutex_);
    const auto own = mine;
    left_.wait(lock, [&] { return in_progress_ <= own; });
  }
  std::vector<channel::Fact> describe() const override {
    return {{"endpoint", "fake", std::to_string(port_)}, {"qos", qos_.to_full_string()}};
  }

  channel::Dispatcher& dispatcher() noexcept { return dispatcher_; }

  void enter() {
    const std::scoped_lock lock(mutex_);
    ++in_progress_;
  }
  // To be called after enter().
  void serve(ServerRequest& request) {
    ++mine;
    dispatcher_.dispatch(request);
    --mine;
    exit();
  }
  channel::Located locate(std::span<const std::byte> key, channel::Octets& forward_to) {
    const auto located = dispatcher_.locate(key, forward_to, nullptr);
    exit();
    return located;
  }

 private:
  void exit() {
    const std::scoped_lock lock(mutex_);
    --in_progress_;
    left_.notify_all();
  }

  FakeNetwork& network_;
  const EngineeringQoS qos_;
  channel::Dispatcher& dispatcher_;
  std::uint16_t port_ = 0;
  std::mutex mutex_;
  std::condition_variable left_;
  int in_progress_ = 0;
  // The number of upcalls of the calling thread, in any endpoint, which is exact enough for closing one within its
  // upcall. Aligned like the segment that follows: otherwise mold 1.10 may place it alone on a page that is not mapped,
  // and the program does not load if this is its only thread-local variable, as without threads in the library.
  alignas(16) static thread_local int mine;
};
alignas(16) thread_local int FakeEndpoint::mine = 0;

std::uint16_t FakeNetwork::add(FakeEndpoint& endpoint, std::uint16_t wanted) {
  const std::scoped_lock lock(mutex_);
  const std::uint16_t port = wanted != 0 ? wanted : next_port_++;
  if (!endpoints_.emplace(port, &endpoint).second) {
    throw CORBA::INITIALIZE(minor::initialize_listen, CORBA::COMPLETED_NO, "the port is taken");
  }
  return port;
}

void FakeNetwork::remove(std::uint16_t port) {
  const std::scoped_lock lock(mutex_);
  endpoints_.erase(port);
}

FakeEndpoint* FakeNetwork::enter(std::uint16_t port) {
  const std::scoped_lock lock(mutex_);
  const auto found = endpoints_.find(port);
  if (found == endpoints_.end() || port == unreachable) return nullptr;
  found->second->enter();
  ++entered;
  return found->second;
}

FakeNetwork::RawReply FakeNetwork::send(std::uint16_t port, std::span<const std::byte> key, std::string_view operation,
                                        std::span<const std::byte> arguments, bool response_expected) {
  auto* const endpoint = enter(port);
  if (endpoint == nullptr) throw CORBA::TRANSIENT(minor::transient_connection_lost, CORBA::COMPLETED_NO);
  cdr::Buffer buffer;
  RawReply reply;
  const auto serve = [&] {
    FakeRequest request(operation, key, response_expected, arguments, buffer);
    endpoint->serve(request);
    reply = {request.begun, request.status(), {request.body().begin(), request.body().end()}};
  };
  if (own_threads) {
    std::thread(serve).join();
  } else {
    serve();
  }
  return reply;
}

channel::Located FakeNetwork::locate(std::uint16_t port, std::span<const std::byte> key, channel::Octets& forward_to) {
  auto* const endpoint = enter(port);
  if (endpoint == nullptr) throw CORBA::TRANSIENT(minor::transient_connection_lost, CORBA::COMPLETED_NO);
  return endpoint->locate(key, forward_to);
}

channel::Dispatcher& FakeNetwork::dispatcher(std::uint16_t port) {
  const std::scoped_lock lock(mutex_);
  return endpoints_.at(port)->dispatcher();
}

channel::Tagged fake_profile(const FakeAddress& address) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  out.put_string(address.host);
  out.put(address.port);
  out.put_length(address.key.size());
  out.put_octets(address.key);
  return {fake_tag, {out.octets().begin(), out.octets().end()}};
}

FakeAddress fake_address(const channel::Tagged& profile) {
  cdr::Decoder in(profile.data);
  FakeAddress address;
  in.get_string(address.host);
  in.get(address.port);
  const auto key = in.get_octets(in.get_length(1));
  address.key.assign(key.begin(), key.end());
  return address;
}

class FakeChannel final : public channel::ClientChannel {
 public:
  FakeChannel(FakeNetwork& network, FakeAddress address, EngineeringQoS qos)
      : network_(network), address_(std::move(address)), qos_(std::move(qos)) {
    ++network_.channels_alive;
  }
  ~FakeChannel() override { --network_.channels_alive; }

  channel::Outcome call(channel::Request& request) override {
    if (closed_) {
      throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_channel_closed, CORBA::COMPLETED_NO, "the channel is closed");
    }
    if (network_.close_connections.exchange(false)) {
      throw CORBA::TRANSIENT(minor::transient_closed_by_peer, CORBA::COMPLETED_NO, "closed while idle");
    }
    if (network_.calls_late) {
      throw CORBA::TIMEOUT(minor::timeout_call, CORBA::COMPLETED_MAYBE, "no reply before the deadline");
    }
    ++network_.calls;
    network_.last_deadline = request.deadline;
    cdr::Buffer buffer;
    cdr::Encoder out(buffer);
    request.arguments(out);
    const auto reply =
        network_.send(address_.port, address_.key, request.operation.name, out.octets(), !request.operation.oneway);
    if (request.operation.oneway) return {};
    return finish(request, reply);
  }
  channel::Located locate(channel::Outcome& forward, Deadline) override {
    return network_.locate(address_.port, address_.key, forward.forward_to);
  }
  void close() noexcept override { closed_ = true; }
  std::vector<channel::Fact> describe() const override {
    return {{"connection", "fake:" + std::to_string(address_.port)}, {"qos", qos_.to_full_string()}};
  }

 private:
  channel::Outcome finish(channel::Request& request, const FakeNetwork::RawReply& reply) const {
    request.is_answered = reply.status != ServerRequest::ReplyStatus::location_forward &&
                          reply.status != ServerRequest::ReplyStatus::location_forward_perm;
    cdr::Decoder in(reply.body, std::endian::native, CORBA::COMPLETED_YES);
    in.context(request.context);
    switch (reply.status) {
      case ServerRequest::ReplyStatus::no_exception:
        request.results(in);
        return {};
      case ServerRequest::ReplyStatus::user_exception: {
        auto from_its_id = in;
        const auto id = in.get_string_view();
        for (const auto& entry : request.operation.raises) {
          if (entry.repository_id == id) entry.raise(in);
        }
        if (request.operation.extra_exceptions != nullptr) (*request.operation.extra_exceptions)(from_its_id);
        throw CORBA::UNKNOWN(minor::unknown_user_exception, CORBA::COMPLETED_YES);
      }
      case ServerRequest::ReplyStatus::system_exception: {
        const auto id = in.get_string_view();
        const auto code = in.get<std::uint32_t>();
        raise_system_exception(id, code, static_cast<CORBA::CompletionStatus>(in.get<std::uint32_t>()));
      }
      case ServerRequest::ReplyStatus::location_forward:
        return {network_.forward_for_good ? channel::Outcome::Kind::location_forward_perm
                                          : channel::Outcome::Kind::location_forward,
                {reply.body.begin(), reply.body.end()}};
      case ServerRequest::ReplyStatus::location_forward_perm:
        return {channel::Outcome::Kind::location_forward_perm, {reply.body.begin(), reply.body.end()}};
      case ServerRequest::ReplyStatus::needs_addressing_mode:
        break;
    }
    throw CORBA::INTERNAL();
  }

  FakeNetwork& network_;
  const FakeAddress address_;
  const EngineeringQoS qos_;
  std::atomic<bool> closed_{false};
};

class FakeBinder final : public channel::Binder {
 public:
  explicit FakeBinder(FakeNetwork& network) : network_(network) {}

  std::string_view protocol() const noexcept override { return "iiop"; }
  bool understands(const channel::Tagged& profile) const noexcept override { return profile.tag == fake_tag; }
  std::shared_ptr<channel::ClientChannel> bind(const channel::Tagged& profile, const EngineeringQoS& qos, Deadline,
                                               const channel::Callbacks&) override {
    if (qos.wait.kind() == WaitStrategy::Kind::spin) throw QoSError(Field::wait, "not by this fake");
    ++network_.binds;
    if (network_.binds_late) {
      throw CORBA::TIMEOUT(minor::timeout_call, CORBA::COMPLETED_NO, "no connection before the deadline");
    }
    auto address = fake_address(profile);
    auto* const endpoint = network_.refuse_connections ? nullptr : network_.enter(address.port);
    if (endpoint == nullptr) {
      throw CORBA::TRANSIENT(minor::transient_connect_failed, CORBA::COMPLETED_NO,
                             "fake:" + std::to_string(address.port) + " refused");
    }
    channel::Octets ignored;
    endpoint->locate({}, ignored);
    return std::make_shared<FakeChannel>(network_, std::move(address), qos);
  }
  std::vector<channel::Fact> plan(const channel::Tagged& profile, const EngineeringQoS& qos) const override {
    return {{"connection", "fake:" + std::to_string(fake_address(profile).port)}, {"qos", qos.to_full_string()}};
  }
  std::vector<channel::Fact> plan(const channel::ListenOptions&, const EngineeringQoS& qos) const override {
    return {{"endpoint", "fake"}, {"qos", qos.to_full_string()}};
  }
  std::unique_ptr<channel::ServerEndpoint> listen(const channel::ListenOptions& options, const EngineeringQoS& qos,
                                                  channel::Dispatcher& dispatcher) override {
    if (qos.wait.kind() == WaitStrategy::Kind::spin) throw QoSError(Field::wait, "not by this fake");
    return std::make_unique<FakeEndpoint>(network_, options, qos, dispatcher);
  }
  channel::Tagged profile_for(std::uint8_t, const channel::ListenAddress& at,
                              std::span<const std::byte> object_key) const override {
    return fake_profile({at.host, at.port, {object_key.begin(), object_key.end()}});
  }
  channel::Octets object_key(const channel::Tagged& profile) const override { return fake_address(profile).key; }
  std::string describe(const channel::Tagged&) const override { return "fake"; }
  void shutdown() noexcept override {}

 private:
  FakeNetwork& network_;
};

std::unique_ptr<channel::Binder> make_fake_binder(FakeNetwork& network) {
  return std::make_unique<FakeBinder>(network);
}

CORBA::object_reference<CORBA::ORB> make_orb(FakeNetwork& network, OrbSettings settings) {
  orb::Options options;
  options.id = std::move(settings.id);
  if (settings.port != 0) options.listen = {{"", settings.port}};
  options.initial_references = std::move(settings.initial_references);
  options.default_initial_reference = std::move(settings.default_initial_reference);
  orb::Protocols protocols;
  protocols.binders.push_back(make_fake_binder(network));
  return orb::add_orb(orb::OrbLifecycle::make(std::move(options), std::move(protocols)));
}

}  // namespace dimma::test
