// A client may choose a code set for its characters that this ORB lacks. Identifiers are transferred nevertheless; a
// text is refused with an exception, which is transferred as well.

#include "iiop/giop/code_sets.hpp"
#include "iiop/giop/giop_reply.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/giop/profile.hpp"
#include "orb/state/ior.hpp"
#include "transport/tcp/tcp.hpp"
#include "unit/orb/counter_servant.hpp"
#include "unit/orb/orb_fixture.hpp"

#include <dimma/minor.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace dimma::test {
namespace {

class UnknownCodeSet : public testing::TestWithParam<std::pair<std::uint32_t, std::uint8_t>> {
 protected:
  using Write = std::function<void(cdr::Encoder&)>;

  UnknownCodeSet() {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0"};
    server_ = CORBA::ORB_init(arguments, "unknown-code-set");
    const auto root = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    ior_ = orb::parse_ior(server_->object_to_string(root->servant_to_reference(servant_)));
    profile_ = iiop::decode_profile(ior_.profiles.front().data);
    stream_ = transport::TcpTransport()
                  .connect({"tcp", profile_.address.host, profile_.address.port}, no_deadline, {})
                  .stream;
  }
  ~UnknownCodeSet() override { server_->destroy(); }

  // The body of the reply to such a request.
  cdr::Decoder call(
      const char* operation, const Write& arguments = [](cdr::Encoder&) {}) {
    const auto [code_set, minor] = GetParam();
    const auto said = iiop::encode_context({code_set, iiop::code_set_utf16});
    const iiop::ServiceContext context{iiop::context_code_sets, said};
    const iiop::RequestTemplate made(minor, {profile_.object_key}, std::endian::native, {&context, 1});
    cdr::Buffer buffer(256);
    cdr::Encoder out(buffer, std::endian::native);
    made.write(out, 7, operation, iiop::Response::with_target);
    const auto body = iiop::begin_body(out, minor);
    arguments(out);
    iiop::end_message(out, body);
    iovec piece{buffer.data(), out.size()};
    EXPECT_TRUE(stream_->send({&piece, 1}));
    return receive();
  }
  void expect_system_exception(cdr::Decoder reply, const char* id, std::uint32_t minor_code,
                               CORBA::CompletionStatus completed) {
    EXPECT_EQ(status_, iiop::ReplyStatus::system_exception);
    const auto body = cdr::read_system_exception(reply);
    EXPECT_EQ(body.repository_id, id);
    EXPECT_EQ(body.minor, minor_code);
    EXPECT_EQ(body.completed, completed);
  }

  const CORBA::servant_reference<CounterServant> servant_ = CORBA::make_reference<CounterServant>();
  CORBA::object_reference<CORBA::ORB> server_;
  orb::Ior ior_;
  iiop::Profile profile_;
  std::unique_ptr<transport::Stream> stream_;
  iiop::ReplyStatus status_{};

 private:
  cdr::Decoder receive() {
    received_.resize(iiop::header_octets);
    take(received_);
    header_ = iiop::parse_header(std::span(received_).first<iiop::header_octets>(), 1 << 20).header;
    received_.resize(header_.message_octets());
    take(std::span(received_).subspan(iiop::header_octets));
    auto in = iiop::body_of(header_, received_, CORBA::COMPLETED_MAYBE);
    status_ = iiop::read_reply_header(in, header_.minor).status;
    return in;
  }
  void take(std::span<std::byte> into) {
    while (!into.empty()) {
      const auto result = stream_->receive(into, Clock::now() + std::chrono::seconds(20));
      ASSERT_TRUE(result) << describe(result);
      into = into.subspan(result.octets);
    }
  }

  std::vector<std::byte> received_;
  iiop::MessageHeader header_;
};

std::vector<std::pair<std::uint32_t, std::uint8_t>> choices() {
  std::vector<std::pair<std::uint32_t, std::uint8_t>> all;
  for (const std::uint32_t code_set :
       {0x0001'0020U, 0x0001'0002U, 0x0001'000fU, 0x1002'04e4U, 0x0001'0109U, 0x1234'5678U}) {
    for (const std::uint8_t minor : {std::uint8_t{1}, std::uint8_t{2}}) all.emplace_back(code_set, minor);
  }
  return all;
}
INSTANTIATE_TEST_SUITE_P(Chosen, UnknownCodeSet, testing::ValuesIn(choices()));

TEST_P(UnknownCodeSet, AnUnknownOperationIsRefusedByAWholeException) {
  expect_system_exception(call("nothing"), "IDL:omg.org/CORBA/BAD_OPERATION:1.0", minor::bad_operation_unknown,
                          CORBA::COMPLETED_NO);
}

TEST_P(UnknownCodeSet, AUserExceptionWithATextIsNotCarried) {
  auto reply = call("add", [](cdr::Encoder& out) { out.put(std::int32_t{-1}); });
  expect_system_exception(reply, "IDL:omg.org/CORBA/CODESET_INCOMPATIBLE:1.0", minor::codeset_incompatible_none,
                          CORBA::COMPLETED_YES);
}

TEST_P(UnknownCodeSet, ATextIsRefusedBeforeTheUpcall) {
  auto reply = call("act", [](cdr::Encoder& out) { out.put_string("text"); });
  expect_system_exception(reply, "IDL:omg.org/CORBA/CODESET_INCOMPATIBLE:1.0", minor::codeset_incompatible_none,
                          CORBA::COMPLETED_NO);
}

TEST_P(UnknownCodeSet, NumbersReferencesAndIdentifiersAreCarried) {
  EXPECT_NO_THROW(call("add", [](cdr::Encoder& out) { out.put(std::int32_t{3}); }).get<std::int32_t>());
  EXPECT_EQ(status_, iiop::ReplyStatus::no_exception);
  auto reference = call("pass", [this](cdr::Encoder& out) { orb::write_ior(out, ior_); });
  EXPECT_EQ(status_, iiop::ReplyStatus::no_exception);
  EXPECT_EQ(orb::read_ior(reference).type_id, ior_.type_id);
  auto is_a = call("_is_a", [](cdr::Encoder& out) { out.put_string("IDL:Sample/Base:1.0"); });
  EXPECT_EQ(status_, iiop::ReplyStatus::no_exception);
  EXPECT_TRUE(cdr::read<bool>(is_a));
  auto id = call("_repository_id");
  EXPECT_EQ(status_, iiop::ReplyStatus::no_exception);
  EXPECT_EQ(id.get_string_view(), "IDL:Sample/Counter:1.0");
}

}  // namespace
}  // namespace dimma::test
