// Requests as a peer may send them: keys, operations, arguments, location.

#include "orb/state/object_key.hpp"
#include "unit/orb/orb_fixture.hpp"

namespace dimma::test {
namespace {

using channel::Located;
using orb::octets_of;
using Status = ServerRequest::ReplyStatus;

struct SystemReply {
  std::string id;
  std::uint32_t minor = 0;
  std::uint32_t completed = 0;
};

class DispatchTest : public OrbTest {
 protected:
  DispatchTest() {
    const auto address = fake_address(orb::parse_ior(server_->object_to_string(activated())).profiles.at(0));
    port_ = address.port;
    key_ = std::string(orb::text_of(address.key));
  }
  FakeNetwork::RawReply send(std::string_view key, std::string_view operation, std::string_view arguments = {}) {
    return network_.send(port_, octets_of(key), operation, octets_of(arguments));
  }
  static SystemReply system_exception(const FakeNetwork::RawReply& reply) {
    EXPECT_EQ(reply.status, Status::system_exception);
    cdr::Decoder in(reply.body);
    SystemReply read;
    in.get_string(read.id);
    in.get(read.minor);
    in.get(read.completed);
    return read;
  }
  void expect(const FakeNetwork::RawReply& reply, const char* name, std::uint32_t minor_code,
              CORBA::CompletionStatus completed) {
    const auto raised = system_exception(reply);
    EXPECT_EQ(raised.id, "IDL:omg.org/CORBA/" + std::string(name) + ":1.0");
    EXPECT_EQ(raised.minor, minor_code);
    EXPECT_EQ(raised.completed, completed);
  }

  std::uint16_t port_ = 0;
  std::string key_;
};

TEST_F(DispatchTest, AnOperationThatTheObjectDoesNotHave) {
  expect(send(key_, "no_such"), "BAD_OPERATION", minor::bad_operation_unknown, CORBA::COMPLETED_NO);
  expect(send(key_, ""), "BAD_OPERATION", minor::bad_operation_unknown, CORBA::COMPLETED_NO);
  expect(send(key_, "_interface"), "INTF_REPOS", minor::intf_repos_none, CORBA::COMPLETED_NO);
  expect(send(key_, "_get_policy"), "NO_IMPLEMENT", minor::no_implement_unsupported, CORBA::COMPLETED_NO);
  EXPECT_EQ(send(key_, "_component").status, Status::no_exception);
  EXPECT_EQ(send(key_, "_not_existent").status, Status::no_exception);
}

TEST_F(DispatchTest, ArgumentsThatEndTooEarly) {
  expect(send(key_, "add", "\1"), "MARSHAL", minor::marshal_ends_early, CORBA::COMPLETED_NO);
  expect(send(key_, "pass", "\1"), "MARSHAL", minor::marshal_ends_early, CORBA::COMPLETED_NO);
  EXPECT_EQ(servant_->counted, 0);
}

TEST_F(DispatchTest, KeysOfNothing) {
  expect(send("", "ping"), "OBJECT_NOT_EXIST", minor::object_not_exist_object, CORBA::COMPLETED_NO);
  expect(send("Nobody", "ping"), "OBJECT_NOT_EXIST", minor::object_not_exist_object, CORBA::COMPLETED_NO);
  for (std::size_t length = 0; length < key_.size(); ++length) {
    const auto raised = system_exception(send(key_.substr(0, length), "ping"));
    EXPECT_EQ(raised.id, "IDL:omg.org/CORBA/OBJECT_NOT_EXIST:1.0");
  }
  for (std::size_t octet = 0; octet < key_.size(); ++octet) {
    auto changed = key_;
    changed[octet] = static_cast<char>(changed[octet] ^ 0x40);
    EXPECT_EQ(system_exception(send(changed, "ping")).id, "IDL:omg.org/CORBA/OBJECT_NOT_EXIST:1.0");
  }
  EXPECT_EQ(servant_->pings, 0);
}

// Not every peer turns the exception into the result of the operation.
TEST_F(DispatchTest, NonExistenceIsAnsweredWithoutAnException) {
  auto unknown = key_;
  unknown.back() = static_cast<char>(unknown.back() ^ 0x40);
  for (const char* const operation : {"_non_existent", "_not_existent"}) {
    for (const std::string_view key : {std::string_view("Nobody"), std::string_view(unknown)}) {
      const auto reply = send(key, operation);
      ASSERT_EQ(reply.status, Status::no_exception);
      ASSERT_EQ(reply.body.size(), 1U);
      EXPECT_EQ(reply.body[0], std::byte{1});
    }
  }
}

TEST_F(DispatchTest, AOnewayReachesTheServant) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  out.put_string("hello");
  network_.send(port_, octets_of(key_), "note", out.octets(), false);
  EXPECT_EQ(servant_->notes, 1);
  // A caller that expects a reply nevertheless gets one.
  const auto reply = network_.send(port_, octets_of(key_), "note", out.octets(), true);
  EXPECT_TRUE(reply.begun);
  EXPECT_EQ(reply.status, ServerRequest::ReplyStatus::no_exception);
  EXPECT_TRUE(reply.body.empty());
  EXPECT_EQ(servant_->notes, 2);
}

TEST_F(DispatchTest, AFailureToWriteTheResultsComesAfterTheCall) {
  // The servant returns a reference to a local object, which can't be written.
  class Returner final : public CounterServant {
   public:
    explicit Returner(CORBA::object_reference<Sample::Counter> value) : value_(std::move(value)) {}
    CORBA::object_reference<Sample::Counter> pass(CORBA::object_reference<Sample::Counter>) override { return value_; }

   private:
    ~Returner() override = default;
    CORBA::object_reference<Sample::Counter> value_;
    friend class CORBA::ObjectAccess;
  };
  class LocalCounter final : public virtual Sample::Counter {
   public:
    ~LocalCounter() override = default;
  };
  const auto servant = CORBA::make_reference<Returner>(CORBA::make_reference<LocalCounter>());
  const auto address =
      fake_address(orb::parse_ior(server_->object_to_string(root_->servant_to_reference(servant))).profiles.at(0));
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  cdr::write_object(out, nullptr);
  const auto reply = network_.send(address.port, address.key, "pass", out.octets());
  expect(reply, "MARSHAL", minor::marshal_local_object, CORBA::COMPLETED_YES);
}

TEST_F(DispatchTest, Locating) {
  channel::Octets forward;
  EXPECT_EQ(network_.locate(port_, octets_of(key_), forward), Located::object_here);
  EXPECT_EQ(network_.locate(port_, octets_of("Name"), forward), Located::unknown_object);
  publish(server_, "Name", root_->servant_to_reference(servant_));
  EXPECT_EQ(network_.locate(port_, octets_of("Name"), forward), Located::object_here);
  publish(server_, "Name", client_->string_to_object("corbaloc:iiop:fake:1/Elsewhere"));
  EXPECT_EQ(network_.locate(port_, octets_of("Name"), forward), Located::object_forward);
  cdr::Decoder in(forward);
  EXPECT_EQ(fake_address(orb::read_ior(in).profiles.at(0)).port, 1);
  root_->deactivate_object(root_->servant_to_id(servant_));
  EXPECT_EQ(network_.locate(port_, octets_of(key_), forward), Located::unknown_object);
}

TEST_F(DispatchTest, PublishedNames) {
  const auto object = root_->servant_to_reference(servant_);
  publish(server_, "Time", object);
  EXPECT_EQ(send("Time", "ping").status, Status::no_exception);
  EXPECT_EQ(servant_->pings, 1);
  const auto url = "corbaloc:iiop:fake:" + std::to_string(port_) + "/Time";
  IDL::traits<Sample::Counter>::narrow(client_->string_to_object(url))->ping();
  // The server itself reaches its object without a channel.
  const int calls = network_.calls;
  IDL::traits<Sample::Counter>::narrow(server_->string_to_object(url))->ping();
  EXPECT_EQ(network_.calls, calls);
  EXPECT_EQ(servant_->pings, 3);
  EXPECT_TRUE(unpublish(server_, "Time"));
  EXPECT_FALSE(unpublish(server_, "Time"));
  expect(send("Time", "ping"), "OBJECT_NOT_EXIST", minor::object_not_exist_object, CORBA::COMPLETED_NO);
  EXPECT_RAISES(publish(server_, "", object), CORBA::BAD_PARAM, minor::bad_param_local_object);
  EXPECT_RAISES(publish(server_, "Nil", nullptr), CORBA::BAD_PARAM, minor::bad_param_local_object);
  EXPECT_RAISES(publish(server_, "Local", root_), CORBA::BAD_PARAM, minor::bad_param_local_object);
}

TEST(ObjectKeys, AreReadAsTheyAreWritten) {
  const auto transient = orb::transient_key_prefix(0x0102030405060708, 0x0a0b0c0d) + "id";
  EXPECT_EQ(transient, std::string("DIM\x01T\x01\x02\x03\x04\x05\x06\x07\x08\x0a\x0b\x0c\x0did", 19));
  auto key = orb::parse_object_key(octets_of(transient));
  EXPECT_EQ(key.kind, orb::ObjectKey::Kind::transient);
  EXPECT_EQ(key.stamp, 0x0102030405060708U);
  EXPECT_EQ(key.adapter, 0x0a0b0c0dU);
  EXPECT_EQ(key.object_id, "id");

  const auto path = orb::path_step("a/b") + orb::path_step("c\\d") + orb::path_step("");
  const auto persistent = orb::persistent_key_prefix(path) + "id";
  key = orb::parse_object_key(octets_of(persistent));
  EXPECT_EQ(key.kind, orb::ObjectKey::Kind::persistent);
  EXPECT_EQ(key.path, path);
  EXPECT_EQ(key.object_id, "id");
  EXPECT_EQ(orb::path_names(path), (std::vector<std::string>{"a/b", "c\\d", ""}));
  EXPECT_TRUE(orb::path_names("").empty());
}

TEST(ObjectKeys, AreForeignIfTheOrbDidNotMakeThem) {
  for (const std::string& key :
       {std::string(), std::string("DIM"), std::string("DIM\1", 4), std::string("DIM\1X1234567"),
        std::string("DIM\2T123456789012", 17), std::string("DIM\1T12345678901"), std::string("DIM\1P\0", 6),
        std::string("DIM\1P\0\4abc", 10), std::string("NameService")}) {
    EXPECT_EQ(orb::parse_object_key(octets_of(key)).kind, orb::ObjectKey::Kind::foreign) << key;
  }
  EXPECT_THROW(orb::persistent_key_prefix(std::string(65536, 'x')), CORBA::IMP_LIMIT);
}

}  // namespace
}  // namespace dimma::test
