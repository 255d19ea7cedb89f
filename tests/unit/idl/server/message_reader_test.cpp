#include "idl/server/protocol/message_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace dimma::idl {
namespace {

std::vector<std::string> messages_in(const std::string& octets, std::size_t piece) {
  MessageReader reader;
  std::vector<std::string> found;
  for (std::size_t at = 0; at < octets.size(); at += piece) {
    reader.add(std::string_view(octets).substr(at, piece));
    while (const auto event = reader.next())
      found.push_back(event->is_message ? event->text : "problem: " + event->text);
  }
  return found;
}

TEST(MessageReader, ReadsMessagesInPiecesOfAnySize) {
  const std::string octets = framed("{}") + "content-type: application/json\r\nCONTENT-LENGTH:  3 \r\n\r\n[1]" +
                             framed("") + framed("x\r\n\r\ny");
  const std::vector<std::string> wanted{"{}", "[1]", "", "x\r\n\r\ny"};
  for (std::size_t piece = 1; piece <= octets.size(); ++piece) EXPECT_EQ(messages_in(octets, piece), wanted) << piece;
}

TEST(MessageReader, TakesLinesThatEndInLineFeedsAlone) {
  EXPECT_EQ(messages_in("Content-Length: 2\n\nab", 100), std::vector<std::string>{"ab"});
}

TEST(MessageReader, GoesOnAfterBrokenHeaders) {
  const char* const broken[] = {"GET / HTTP/1.1\r\nHost: here\r\n\r\n",
                                "Content-Length: many\r\n\r\n",
                                "Content-Length: -1\r\n\r\n",
                                "Content-Length: 99999999999999999999\r\n\r\n",
                                "Content-Length: 1x\r\n\r\n",
                                "Content-Length:\r\n\r\n",
                                "Content-Type: x\r\n\r\n",
                                "\r\n"};
  for (const std::string octets : broken) {
    for (const std::size_t piece : {std::size_t{1}, octets.size() + 100}) {
      const std::vector<std::string> found = messages_in(octets + framed("{}"), piece);
      ASSERT_EQ(found.size(), 2U) << octets;
      EXPECT_TRUE(found.front().starts_with("problem: ")) << octets;
      EXPECT_NE(found.front().find("expected 'Content-Length: N'"), std::string::npos) << found.front();
      EXPECT_EQ(found.back(), "{}") << octets;
    }
  }
}

TEST(MessageReader, LimitsHeaders) {
  const std::string long_line(MessageReader::header_octets_max + 1, 'x');
  for (const std::string& octets : {long_line, "a: " + long_line + "\r\n\r\n"}) {
    const std::vector<std::string> found = messages_in(octets, 100);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NE(found.front().find("8192"), std::string::npos) << found.front();
  }
}

TEST(MessageReader, PassesOverAMessageThatIsTooLong) {
  const std::size_t length = MessageReader::message_octets_max + 1;
  MessageReader reader;
  reader.add("Content-Length: " + std::to_string(length) + "\r\n\r\n");
  const auto problem = reader.next();
  ASSERT_TRUE(problem);
  EXPECT_FALSE(problem->is_message);
  EXPECT_NE(problem->text.find(std::to_string(length)), std::string::npos) << problem->text;
  const std::string part(std::size_t{1} << 20, ' ');
  for (std::size_t sent = 0; sent < length; sent += std::min(part.size(), length - sent)) {
    EXPECT_FALSE(reader.next());
    reader.add(std::string_view(part).substr(0, length - sent));
  }
  reader.add(framed("{}"));
  const auto next = reader.next();
  ASSERT_TRUE(next);
  EXPECT_EQ(next->text, "{}");
}

}  // namespace
}  // namespace dimma::idl
