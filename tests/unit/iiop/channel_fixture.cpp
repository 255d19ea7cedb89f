#include "unit/iiop/channel_fixture.hpp"

#include "cdr/stream/exceptions.hpp"
#include "iiop/giop/profile.hpp"
#include "iiop/giop/profile_components.hpp"

#include <algorithm>
#include <array>

namespace dimma::iiop {

void TestAdapter::dispatch(ServerRequest& request) noexcept {
  try {
    serve(request);
  } catch (const CORBA::UserException& exception) {
    cdr::write_exception(request.begin_reply(ServerRequest::ReplyStatus::user_exception), exception);
  } catch (const CORBA::SystemException& exception) {
    cdr::write_exception(request.begin_reply(ServerRequest::ReplyStatus::system_exception), exception);
  }
}

void TestAdapter::serve(ServerRequest& request) {
  on_dispatch(request.operation());
  if (request.operation() == "echo") {
    const auto text = cdr::read<std::string>(request.arguments());
    on_echo(text);
    cdr::write(request.reply(), text);
  } else if (request.operation() == "note") {
    on_note(cdr::read<std::string>(request.arguments()));
    request.reply();
  } else if (request.operation() == "bulk") {
    const auto octets = cdr::read<std::vector<std::uint8_t>>(request.arguments());
    cdr::write(request.reply(), octets);
  } else if (request.operation() == "grow") {
    const auto octets = request.arguments().get<std::uint32_t>();
    cdr::write(request.reply(), std::vector<std::uint8_t>(octets, 7));
  } else if (request.operation() == "swell") {
    const std::vector<std::uint8_t> octets(request.arguments().get<std::uint32_t>(), 7);
    request.reply([&](cdr::Encoder& out) { cdr::write(out, octets); });
  } else if (request.operation() == "words" || request.operation() == "spoil") {
    auto words = cdr::read<Words>(request.arguments());
    if (request.operation() == "spoil") words.emplace_back("a\0b", 3);
    const std::vector<std::uint8_t> octets(words.size(), 7);
    request.reply([&](cdr::Encoder& out) {
      cdr::write(out, words);
      cdr::write(out, octets);
    });
  } else if (request.operation() == "fail_user") {
    TestFailure failure;
    failure.code = 17;
    throw failure;
  } else if (request.operation() == "fail_system") {
    throw CORBA::NO_PERMISSION(5, CORBA::COMPLETED_YES);
  } else {
    throw CORBA::BAD_OPERATION(0, CORBA::COMPLETED_NO);
  }
}

channel::Located TestAdapter::locate(std::span<const std::byte> object_key, channel::Octets&,
                                     channel::Session*) noexcept {
  return object_key.size() == 3 ? channel::Located::object_here : channel::Located::unknown_object;
}

Ends::Ends(transport::Transport& over, const std::string& at, const EngineeringQoS& server_qos, Settings with)
    : settings(with), transport(over), host(at), binder(make_binder({{&over}}, settings)) {
  server = binder->listen({.at = {{host}}, .publish = {{host}}}, server_qos, adapter);
  profile = server->profiles(std::as_bytes(std::span("key", 3))).front();
}

Ends::~Ends() {
  binder->shutdown();
  server.reset();
}

std::shared_ptr<channel::ClientChannel> Ends::bind(const EngineeringQoS& qos) {
  return binder->bind(profile, qos, no_deadline, {});
}

std::shared_ptr<channel::ClientChannel> Ends::bind_as_foreign(const EngineeringQoS& qos) {
  auto foreign = decode_profile(profile.data);
  std::erase_if(foreign.components, [](const auto& component) { return component.tag == component_orb_type; });
  return binder->bind({profile.tag, encode(foreign)}, qos, no_deadline, {});
}

void Ends::restart_server(const EngineeringQoS& qos) {
  server.reset();
  const auto port = decode_profile(profile.data).address.port;
  server = binder->listen({.at = {{host, port}}, .publish = {{host}}}, qos, adapter);
}

namespace {
constexpr std::array user_exceptions{
    ExceptionEntry{"IDL:TestFailure:1.0", [](cdr::Decoder& in) { raise_user_exception<TestFailure>(in); }}};
constexpr Operation echo_operation{"echo"};
constexpr Operation note_operation{"note", true};
constexpr Operation bulk_operation{"bulk"};
constexpr Operation grow_operation{"grow"};
}  // namespace

std::string echo(channel::ClientChannel& channel, const std::string& text, Deadline deadline) {
  std::string result;
  const auto write = [&](cdr::Encoder& out) { cdr::write(out, text); };
  const auto read = [&](cdr::Decoder& in) { cdr::read(in, result); };
  channel::Request request{echo_operation, write, read, deadline};
  channel.call(request);
  return result;
}

void note(channel::ClientChannel& channel, const std::string& text) {
  const auto write = [&](cdr::Encoder& out) { cdr::write(out, text); };
  const auto read = [](cdr::Decoder&) {};
  channel::Request request{note_operation, write, read};
  channel.call(request);
}

std::vector<std::uint8_t> grow(channel::ClientChannel& channel, std::uint32_t octets) {
  std::vector<std::uint8_t> result;
  const auto write = [&](cdr::Encoder& out) { out.put(octets); };
  const auto read = [&](cdr::Decoder& in) { result = cdr::read<std::vector<std::uint8_t>>(in); };
  channel::Request request{grow_operation, write, read};
  channel.call(request);
  return result;
}

std::vector<std::uint8_t> bulk(channel::ClientChannel& channel, const std::vector<std::uint8_t>& octets) {
  std::vector<std::uint8_t> result;
  const auto write = [&](cdr::Encoder& out) { cdr::write(out, octets); };
  const auto read = [&](cdr::Decoder& in) { cdr::read(in, result); };
  channel::Request request{bulk_operation, write, read};
  channel.call(request);
  return result;
}

Words words(channel::ClientChannel& channel, const Words& words, std::string_view operation_name) {
  const Operation operation{.name = operation_name, .parted = true};
  Words result;
  std::vector<std::uint8_t> octets;
  const auto write = [&](cdr::Encoder& out) { cdr::write(out, words); };
  const auto read = [&](cdr::Decoder& in) {
    cdr::read(in, result);
    cdr::read(in, octets);
  };
  channel::Request request{operation, write, read};
  channel.call(request);
  EXPECT_TRUE(octets == std::vector<std::uint8_t>(words.size(), 7));
  return result;
}

void fail(channel::ClientChannel& channel, std::string_view operation) {
  const Operation failing{operation, false, user_exceptions};
  const auto write = [](cdr::Encoder&) {};
  const auto read = [](cdr::Decoder&) {};
  channel::Request request{failing, write, read};
  channel.call(request);
}

}  // namespace dimma::iiop
