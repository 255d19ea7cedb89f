#include "simulation/world/channel_world.hpp"

#include "iiop/giop/profile.hpp"
#include "simulation/scenario.hpp"

#include <dimma/generated/cdr/codec.hpp>
#include <dimma/log.hpp>

#include <array>
#include <cstring>

namespace dimma::simulation {

namespace {

constexpr Operation operation{"say"};
constexpr std::string_view object_key = "key";
constexpr const char* host = "server";

void write_call(cdr::Encoder& out, std::size_t call) {
  cdr::write(out, static_cast<std::uint64_t>(call));
  cdr::write(out, text_of_call(call));
}

void read_reply(cdr::Decoder& in, std::size_t call) {
  check(cdr::read<std::string>(in) == text_of_call(call), "the reply belongs to the call and is undamaged");
}

// The log limits how often it repeats itself, which depends on earlier runs.
const bool is_log_off = [] {
  log::set_levels("off");
  return true;
}();

}  // namespace

void JournalServer::dispatch(ServerRequest& request) noexcept {
  const auto call = static_cast<std::size_t>(cdr::read<std::uint64_t>(request.arguments()));
  const auto text = cdr::read<std::string>(request.arguments());
  check(text == text_of_call(call), "the arguments are undamaged");
  journal_.executed(call);
  on_call(call);
  if (replier) {
    return replier->add([reply = request.detach({}), text] {
      reply->complete([&text](ServerRequest& later) { cdr::write(later.reply(), text); });
    });
  }
  cdr::write(request.reply(), text);
}

channel::Located JournalServer::locate(std::span<const std::byte>, channel::Octets&, channel::Session*) noexcept {
  return channel::Located::object_here;
}

// A call that was begun. The channel owns it until its end.
class ChannelWorld::BegunCall final : public channel::Awaiting {
 public:
  BegunCall(ChannelWorld& world, std::size_t call, Deadline deadline, std::shared_ptr<channel::ClientChannel> kept)
      : world_(world), call_(call), kept_(std::move(kept)), request_{operation, write_, read_, deadline} {}

  channel::Request& request() noexcept override { return request_; }
  bool may_wait() const noexcept override { return world_.begins_may_wait_; }
  void answered(std::shared_ptr<Awaiting> /*self*/, std::unique_ptr<channel::Answer> answer) noexcept override {
    Journal& journal = world_.journal_;
    try {
      check(answer->read(request_, true).kind == channel::Outcome::Kind::done, "the server replies");
      journal.ended(call_);
    } catch (const CORBA::SystemException& exception) {
      journal.ended_by(call_, exception);
    }
    end_use();
  }
  // Gives the channel back, if the call keeps one.
  void end_use() noexcept {
    if (!kept_) return;
    world_.uses_ended_.fetch_add(1);
    kept_.reset();
  }

 private:
  ChannelWorld& world_;
  const std::size_t call_;
  std::shared_ptr<channel::ClientChannel> kept_;
  const std::function<void(cdr::Encoder&)> write_ = [this](cdr::Encoder& out) { write_call(out, call_); };
  const std::function<void(cdr::Decoder&)> read_ = [this](cdr::Decoder& in) { read_reply(in, call_); };
  channel::Request request_;
};

ChannelWorld::ChannelWorld(Qos qos, const iiop::Settings& settings)
    : client_qos_(EngineeringQoS::parse(qos.client)),
      server_qos_(EngineeringQoS::parse(qos.server)),
      client_(iiop::make_binder({{&transport_}}, settings)),
      binder_of_server_(iiop::make_binder({{&transport_}}, settings)) {
  check(is_log_off, "the log is off");
  listen(0);
  profile_ = server_->profiles(std::as_bytes(std::span(object_key))).front();
}

ChannelWorld::~ChannelWorld() {
  client_->end_asynchronous_calls();
  client_->shutdown();
  server_.reset();
  servant_.replier.reset();
  binder_of_server_->shutdown();
  journal_.check_all();
}

void ChannelWorld::listen(std::uint16_t port) {
  server_ = binder_of_server_->listen({.at = {{host, port}}, .publish = {{host}}}, server_qos_, servant_);
}

void ChannelWorld::restart_server() { listen(iiop::decode_profile(profile_.data).address.port); }

void ChannelWorld::defer_replies() { servant_.replier = std::make_unique<Replier>(); }

void ChannelWorld::choose_fault() {
  constexpr std::array cuts{transport::Cut::never, transport::Cut::end, transport::Cut::reset};
  // The ends of the header and of parts of the message are among these.
  constexpr std::array<std::uint64_t, 6> places{0, 1, 12, 30, 60, 150};
  transport::ConnectionPlan plan;
  plan.shows_edges = choose(2) == 1;
  auto& direction = choose(2) == 0 ? plan.to_listener : plan.to_connector;
  direction.cut = cuts[choose(cuts.size())];
  if (direction.cut != transport::Cut::never) direction.cut_after_octets = places[choose(places.size())];
  network_.plan_next(plan);
}

void ChannelWorld::watch_edges() {
  transport::ConnectionPlan plan;
  plan.shows_edges = true;
  network_.plan_next(plan);
}

std::shared_ptr<channel::ClientChannel> ChannelWorld::bind() { return bind(client_qos_); }

std::shared_ptr<channel::ClientChannel> ChannelWorld::bind(const EngineeringQoS& qos) {
  try {
    return client_->bind(profile_, qos, no_deadline, {});
  } catch (const CORBA::SystemException& exception) {
    check(exception.completed() == CORBA::COMPLETED_NO, "a binding that fails has executed nothing");
    return nullptr;
  }
}

void ChannelWorld::call(channel::ClientChannel& channel, Deadline deadline) {
  const auto number = journal_.begin();
  const auto write = [number](cdr::Encoder& out) { write_call(out, number); };
  const auto read = [number](cdr::Decoder& in) { read_reply(in, number); };
  channel::Request request{operation, write, read, deadline};
  try {
    channel.call(request);
    journal_.ended(number);
  } catch (const CORBA::SystemException& exception) {
    journal_.ended_by(number, exception);
  }
}

void ChannelWorld::begin(channel::ClientChannel& channel, Deadline deadline) { begin(channel, deadline, nullptr); }

void ChannelWorld::begin_keeping(std::shared_ptr<channel::ClientChannel> channel) {
  auto& kept = *channel;
  begin(kept, no_deadline, std::move(channel));
}

void ChannelWorld::begin(channel::ClientChannel& channel, Deadline deadline,
                         std::shared_ptr<channel::ClientChannel> kept) {
  const auto number = journal_.begin();
  const auto call = std::make_shared<BegunCall>(*this, number, deadline, std::move(kept));
  try {
    channel.begin(call);
  } catch (const CORBA::SystemException& exception) {
    journal_.ended_by(number, exception);
    call->end_use();
  }
}

}  // namespace dimma::simulation
