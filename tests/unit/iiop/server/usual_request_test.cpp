#include "iiop/server/requests/usual_request.hpp"

#include "unit/octets.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace dimma::iiop {
namespace {

using test::as_octets;
using test::as_text;

std::vector<std::byte> request(std::uint32_t id, std::string_view key, std::string_view operation,
                               Response response = Response::with_target,
                               std::span<const ServiceContext> contexts = {}) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  RequestTemplate(2, {.object_key = as_octets(key)}, std::endian::native, contexts).write(out, id, operation, response);
  const auto body = begin_body(out, 2);
  out.put(id);
  end_message(out, body);
  return {out.octets().begin(), out.octets().end()};
}

// Puts messages into one place, as a connection does.
class UsualRequestTest : public testing::Test {
 protected:
  OctetView put(const std::vector<std::byte>& message) {
    std::ranges::copy(message, place_.begin());
    return {place_.data(), message.size()};
  }
  void read(const std::vector<std::byte>& message) {
    const auto octets = put(message);
    const auto header = parse_header(octets.first<header_octets>(), octets.size()).header;
    auto in = body_of(header, octets, CORBA::COMPLETED_NO);
    usual_.read(in, header, octets);
  }

  UsualRequest usual_;
  std::vector<std::byte> place_ = std::vector<std::byte>(1024);
};

TEST_F(UsualRequestTest, IsKnownAgainWithAnotherId) {
  for (const std::string_view name : {"p", "get", "four", "operation", "a_name_that_is_longer_than_most_of_them_are"}) {
    read(request(1, "the key", name));
    for (const std::uint32_t id : {2U, 0U, 0xffffffffU}) {
      const auto next = request(id, "the key", name);
      ASSERT_TRUE(usual_.is_like(put(next))) << name;
      EXPECT_EQ(usual_.header().request_id, id);
      EXPECT_EQ(usual_.header().operation, name);
      EXPECT_EQ(as_text(usual_.header().object_key), "the key");
      // The body, which holds the id, begins at the next multiple of 8.
      const std::size_t body = (usual_.header_end() + 7) / 8 * 8;
      EXPECT_EQ(body + sizeof id, next.size());
    }
  }
}

TEST_F(UsualRequestTest, IsNotMistakenForOneThatDiffersInAnyOctet) {
  const auto first = request(1, "the key", "operation");
  read(first);
  const std::size_t end = usual_.header_end();
  for (std::size_t at = header_octets + sizeof(std::uint32_t); at < end; ++at) {
    auto other = first;
    other[at] ^= std::byte{1};
    EXPECT_FALSE(usual_.is_like(put(other))) << at;
  }
  EXPECT_TRUE(usual_.is_like(put(first)));
}

// At any offset, as when several messages have been received together.
TEST_F(UsualRequestTest, IsKnownAgainElsewhere) {
  read(request(1, "the key", "operation"));
  for (std::size_t offset = 1; offset < 80; ++offset) {
    std::vector<std::byte> elsewhere(offset, std::byte{});
    const auto next = request(7, "the key", "operation");
    elsewhere.insert(elsewhere.end(), next.begin(), next.end());
    const auto message = OctetView(elsewhere).subspan(offset);
    ASSERT_TRUE(usual_.is_like(message));
    EXPECT_FALSE(usual_.lies_in_place(message));
    usual_.move_to(message);
    EXPECT_TRUE(usual_.lies_in_place(message));
    std::ranges::fill(place_, std::byte{});
    EXPECT_EQ(usual_.header().request_id, 7U);
    EXPECT_EQ(usual_.header().operation, "operation");
    EXPECT_EQ(as_text(usual_.header().object_key), "the key");
  }
}

TEST_F(UsualRequestTest, IsNotKnownInPart) {
  const auto first = request(1, "the key", "operation");
  read(first);
  const auto whole = put(first);
  for (std::size_t octets = header_octets; octets < usual_.header_end(); ++octets) {
    EXPECT_FALSE(usual_.is_like(whole.first(octets)));
  }
}

TEST_F(UsualRequestTest, UnusualRequestsAreNotRemembered) {
  const ServiceContext contexts[] = {{1, as_octets("data")}};
  const std::vector<std::byte> unusual[] = {request(1, "key", "operation", Response::with_target, contexts),
                                            request(1, "key", "operation", Response::with_server),
                                            request(1, "", "operation"),
                                            request(1, std::string(200, 'k'), "operation")};
  for (const auto& message : unusual) {
    read(message);
    EXPECT_FALSE(usual_.is_like(put(message)));
  }
}

// After a malformed request, neither it nor the previous one is the usual request.
TEST_F(UsualRequestTest, ForgetsWhatIsMalformed) {
  const auto first = request(1, "the key", "operation");
  read(first);
  auto broken = first;
  broken[header_octets + 9] = std::byte{9};  // an addressing mode that does not exist
  EXPECT_THROW(read(broken), CORBA::MARSHAL);
  EXPECT_FALSE(usual_.is_like(put(first)));
}

}  // namespace
}  // namespace dimma::iiop
