// Each program chooses the code set of its char and std::string; texts are converted on the wire when two differ.

#include "unit/orb/counter_servant.hpp"
#include "unit/orb/orb_fixture.hpp"

#include <dimma/binding.hpp>
#include <dimma/publish.hpp>

#include <gtest/gtest.h>

#include <mutex>
#include <string>
#include <utility>

namespace dimma::test {
namespace {

class JoiningServant final : public CounterServant {
 public:
  std::string join(const std::string& a, std::string& b, std::string& c) override {
    auto joined = CounterServant::join(a, b, c);
    const std::scoped_lock lock(mutex_);
    return last_joined_ = std::move(joined);
  }
  std::string last_joined() {
    const std::scoped_lock lock(mutex_);
    return last_joined_;
  }

 private:
  std::mutex mutex_;
  std::string last_joined_;
};

class NativeCodeSet : public testing::Test {
 protected:
  void start(const std::string& of_client, const std::string& of_server) {
    const auto orb_with = [](const std::string& id, const std::string& code_set) {
      std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0", "--dimma-qos", "transport=tcp"};
      if (!code_set.empty()) arguments.insert(arguments.end(), {"--dimma-code-set", code_set});
      return CORBA::ORB_init(arguments, id);
    };
    server_ = orb_with("code-set-server", of_server);
    client_ = orb_with("code-set-client", of_client);
    const auto root = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    object_ = IDL::traits<Sample::Counter>::narrow(
        client_->string_to_object(server_->object_to_string(root->servant_to_reference(servant_))));
  }
  ~NativeCodeSet() override {
    client_->destroy();
    server_->destroy();
  }

  CORBA::object_reference<CORBA::ORB> server_;
  CORBA::object_reference<CORBA::ORB> client_;
  CORBA::servant_reference<JoiningServant> servant_ = CORBA::make_reference<JoiningServant>();
  CORBA::object_reference<Sample::Counter> object_;
};

const std::string latin1_text = "\xe9t\xe9";
const std::string utf8_text = "\xc3\xa9t\xc3\xa9";
const std::string euro = "\xe2\x82\xac";

TEST_F(NativeCodeSet, BothUtf8PassAnything) {
  start("UTF-8", "UTF-8");
  std::string b = euro;
  std::string c;
  EXPECT_EQ(object_->join(utf8_text, b, c), utf8_text + euro);
  EXPECT_EQ(servant_->last_joined(), utf8_text + euro);
}

// The server of a corbaloc is assumed to use ISO 8859-1. The code set of its connection does not become that of others.
TEST_F(NativeCodeSet, AReferenceWithoutOneMeansLatin1) {
  start("", "");
  const auto root = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
  const auto reference = root->servant_to_reference(servant_);
  dimma::publish(server_, "Counter", reference);
  const std::string described = dimma::describe(client_).to_string() + dimma::describe(server_).to_string();
  std::size_t colon = 0;
  std::string number = "0";
  while (number == "0") {
    colon = described.find("127.0.0.1:", colon) + 10;
    number = described.substr(colon, described.find_first_not_of("0123456789", colon) - colon);
  }
  const auto silent = dimma::narrow_unchecked<Sample::Counter>(
      client_->string_to_object("corbaloc::1.2@127.0.0.1:" + number + "/Counter"));
  const auto joined = [](const auto& object, const std::string& text) {
    std::string b = "!";
    std::string c;
    return object->join(text, b, c);
  };
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(joined(silent, utf8_text), utf8_text + "!");
    EXPECT_EQ(servant_->last_joined(), utf8_text + "!");
    EXPECT_THROW(joined(silent, euro), CORBA::DATA_CONVERSION);
    EXPECT_EQ(joined(object_, euro), euro + "!");
    EXPECT_EQ(servant_->last_joined(), euro + "!");
  }
}

// The default accepts all characters, and those of a peer with the other code set.
TEST_F(NativeCodeSet, IsUtf8) {
  start("", "");
  std::string b = euro;
  std::string c;
  EXPECT_EQ(object_->join(utf8_text, b, c), utf8_text + euro);
}

TEST_F(NativeCodeSet, ALatin1ClientCallsAUtf8Server) {
  start("ISO-8859-1", "");
  std::string b = "!";
  std::string c;
  EXPECT_EQ(object_->join(latin1_text, b, c), latin1_text + "!");
  EXPECT_EQ(servant_->last_joined(), utf8_text + "!");
}

TEST_F(NativeCodeSet, AUtf8ClientIsUnderstoodByALatin1Server) {
  start("UTF-8", "ISO-8859-1");
  std::string b = "!";
  std::string c;
  EXPECT_EQ(object_->join(utf8_text, b, c), utf8_text + "!");
  EXPECT_EQ(servant_->last_joined(), latin1_text + "!");
  EXPECT_THROW(object_->join(euro, b, c), CORBA::DATA_CONVERSION);
}

TEST_F(NativeCodeSet, ALatin1ClientIsUnderstoodByAUtf8Server) {
  start("ISO-8859-1", "UTF-8");
  std::string b = "!";
  std::string c;
  EXPECT_EQ(object_->join(latin1_text, b, c), latin1_text + "!");
  EXPECT_EQ(servant_->last_joined(), utf8_text + "!");
}

}  // namespace
}  // namespace dimma::test
