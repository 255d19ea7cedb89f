#pragma once
// A server endpoint and a binder over a transport of the test's choice, with a dispatcher in place of the object
// adapter.

#include "iiop/binder.hpp"
#include "transport/memory/memory.hpp"
#include "transport/tcp/tcp.hpp"

#include <dimma/exception.hpp>
#include <dimma/generated/cdr/codec.hpp>

#include <functional>
#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace dimma::iiop {

// Serves "echo" (a string, inout), "note" (oneway), "fail_user", "fail_system", "bulk" (sequence of octets, echoed),
// "grow" (returns a sequence of the requested length; "swell" the same, sent within the upcall) and "words" (sequence
// of strings, echoed, and as many octets); "spoil" is "words" with a last string that cannot be sent.
class TestAdapter final : public channel::Dispatcher {
 public:
  std::function<void(std::string_view operation)> on_dispatch = [](std::string_view) {};
  std::function<void(const std::string&)> on_echo = [](const std::string&) {};
  std::function<void(const std::string&)> on_note = [](const std::string&) {};

  void dispatch(ServerRequest& request) noexcept override;
  channel::Located locate(std::span<const std::byte> object_key, channel::Octets& forward_to,
                          channel::Session* session) noexcept override;

 private:
  void serve(ServerRequest& request);
};

inline const EngineeringQoS shared_qos{};
inline const EngineeringQoS dedicated_qos{.processing_concurrency = ProcessingConcurrency::null_task,
                                          .message_concurrency = 1};

// One server and its client.
struct Ends {
  Ends(transport::Transport& transport, const std::string& host, const EngineeringQoS& server_qos, Settings with = {});
  ~Ends();

  std::shared_ptr<channel::ClientChannel> bind(const EngineeringQoS& qos);
  // Binds as if the server were another ORB.
  std::shared_ptr<channel::ClientChannel> bind_as_foreign(const EngineeringQoS& qos);
  void restart_server(const EngineeringQoS& qos);

  Settings settings;
  TestAdapter adapter;
  transport::Transport& transport;
  std::string host;
  std::unique_ptr<channel::Binder> binder;
  std::unique_ptr<channel::ServerEndpoint> server;
  channel::Tagged profile;
};

std::string echo(channel::ClientChannel& channel, const std::string& text, Deadline deadline = no_deadline);
void note(channel::ClientChannel& channel, const std::string& text);
std::vector<std::uint8_t> bulk(channel::ClientChannel& channel, const std::vector<std::uint8_t>& octets);
std::vector<std::uint8_t> grow(channel::ClientChannel& channel, std::uint32_t octets);
using Words = std::vector<std::string>;
Words words(channel::ClientChannel& channel, const Words& words, std::string_view operation = "words");
void fail(channel::ClientChannel& channel, std::string_view operation);

// The user exception that "fail_user" raises.
class TestFailure final : public CORBA::UserException {
 public:
  std::int32_t code = 0;
  [[noreturn]] void _raise() const override { throw *this; }
  const char* _name() const noexcept override { return "TestFailure"; }
  const char* _rep_id() const noexcept override { return "IDL:TestFailure:1.0"; }
  void _encode(cdr::Encoder& out) const override { out.put(code); }
};

}  // namespace dimma::iiop

template <>
struct dimma::cdr::codec<dimma::iiop::TestFailure> {
  static constexpr std::size_t octets_min = 4;
  static void write(Encoder& out, const dimma::iiop::TestFailure& value) { out.put(value.code); }
  static void read(Decoder& in, dimma::iiop::TestFailure& value) { value.code = in.get<std::int32_t>(); }
};
