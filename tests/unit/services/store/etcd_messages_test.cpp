// Answers of a server that is not etcd, or is broken.

#include "services/store/etcd/messages.hpp"

#include <string>

#include <gtest/gtest.h>

namespace dimma::store::etcd {
namespace {

// Returns "malformed", or the text of what was thrown instead.
template <class Read>
std::string refusal(Read&& read) {
  try {
    read();
  } catch (const StoreError& error) {
    EXPECT_EQ(error.kind(), StoreError::Kind::failed);
    return error.what();
  }
  return "taken";
}

void expect_refused(const std::string& text, const std::string& says) {
  for (const auto& said : {refusal([&] { range_answer(text, 1); }), refusal([&] { transaction_answer(text, 1); })}) {
    EXPECT_NE(said.find("malformed"), std::string::npos) << text << ": " << said;
    EXPECT_NE(said.find(says), std::string::npos) << text << ": " << said;
  }
}

std::string range(const std::string& record) { return R"({"header":{"revision":"7"},"kvs":[)" + record + "]}"; }

void expect_record_refused(const std::string& record, const std::string& says) {
  const auto said = refusal([&] { range_answer(range(record), 1); });
  EXPECT_NE(said.find(says), std::string::npos) << record << ": " << said;
}

TEST(EtcdAnswers, AreReadAsEtcdWritesThem) {
  const auto answer = range_answer(
      R"({"header":{"cluster_id":"1","revision":"7"},"kvs":[{"key":"cGs=","create_revision":"2","mod_revision":"5",)"
      R"("version":"3","value":"AAE=","lease":"12"}],"more":true,"count":"9"})",
      1);
  EXPECT_EQ(answer.revision, 7U);
  EXPECT_TRUE(answer.has_more);
  ASSERT_EQ(answer.records.size(), 1U);
  EXPECT_EQ(answer.records[0].key, "k");
  EXPECT_EQ(answer.records[0].value, std::string("\0\1", 2));
  EXPECT_EQ(answer.records[0].created, 2U);
  EXPECT_EQ(answer.records[0].modified, 5U);
  EXPECT_EQ(answer.records[0].lease, 12U);
}

TEST(EtcdAnswers, OctetsOfEveryLengthComeBack) {
  std::string octets;
  for (int i = 0; i < 300; ++i) {
    const auto answer =
        range_answer(range(R"({"key":")" + base64('p' + octets) + R"(","value":")" + base64(octets) + R"("})"), 1);
    EXPECT_EQ(answer.records.at(0).key, octets);
    EXPECT_EQ(answer.records.at(0).value, octets);
    octets += static_cast<char>(i * 37);
  }
}

TEST(EtcdAnswers, ThatAreNoObjectAreRefused) {
  for (const char* text : {"", " ", "null", "7", "\"text\"", "[]", "{", "{}}", "{\"a\":}",
                           "<html>502 Bad Gateway</html>", "HTTP/1.1 200 OK\r\n\r\n", "\xff\xfe"}) {
    expect_refused(text, "not a JSON object");
  }
  expect_refused(std::string(1'000, '[') + std::string(1'000, ']'), "not a JSON object");
  std::string deep;
  for (int i = 0; i < 10'000; ++i) deep += "{\"a\":";
  expect_refused(deep, "not a JSON object");
}

TEST(EtcdAnswers, AreRefusedIfAFieldHasTheWrongType) {
  expect_refused("{}", "no revision");
  expect_refused(R"({"header":7})", "'header' is not an object");
  expect_refused(R"({"header":{"revision":7}})", "'revision' is not a string");
  for (const char* number : {"-1", "7x", "1e3", "18446744073709551616", " 7", "0x7"}) {
    expect_refused(R"({"header":{"revision":")" + std::string(number) + R"("}})", "not a number");
  }
  const std::string with_kvs = R"({"header":{"revision":"7"},"kvs":)";
  EXPECT_NE(refusal([&] { range_answer(with_kvs + "{}}", 1); }).find("is not a list"), std::string::npos);
  EXPECT_NE(refusal([&] { range_answer(with_kvs + "[1]}", 1); }).find("is not an object"), std::string::npos);
  EXPECT_NE(refusal([&] { range_answer(with_kvs + "[],\"more\":\"yes\"}", 1); }).find("neither true nor false"),
            std::string::npos);
}

TEST(EtcdAnswers, AreRefusedIfTheirRecordsAreMalformed) {
  expect_record_refused("{}", "an unexpected key");
  expect_record_refused(R"({"key":7})", "'key' is not a string");
  expect_record_refused(R"({"key":"cGs"})", "base64");
  expect_record_refused(R"({"key":"cG*="})", "is not base64");
  expect_record_refused(R"({"key":"cGs=","mod_revision":true})", "'mod_revision' is not a string");
  expect_record_refused(R"({"key":"cGs=","lease":"-5"})", "not a number");
}

TEST(EtcdAnswers, AreReadWithNestedTransactions) {
  const auto answer = transaction_answer(
      R"({"header":{"revision":"9"},"responses":[{"response_txn":{"succeeded":true,"responses":[{"response_range":)"
      R"({"kvs":[{"key":"cGs="}]}}]}},{"response_put":{}}]})",
      1);
  EXPECT_FALSE(answer.succeeded);
  ASSERT_EQ(answer.transactions.size(), 1U);
  EXPECT_TRUE(answer.transactions[0].succeeded);
  ASSERT_EQ(answer.transactions[0].ranges.size(), 1U);
  EXPECT_EQ(answer.transactions[0].ranges[0].records.at(0).key, "k");
}

TEST(EtcdAnswers, HaveWordsForEveryError) {
  const auto error = error_answer(R"({"error":"etcdserver: no leader","code":14,"message":"etcdserver: no leader"})");
  EXPECT_EQ(error.code, 14);
  EXPECT_EQ(error.text, "etcdserver: no leader");
  EXPECT_EQ(error_answer("<html>").text, "<html>");
  EXPECT_EQ(error_answer("a\tline\r\nand another\n").text, "a line");
  EXPECT_EQ(error_answer("").code, 2);
  EXPECT_EQ(error_answer(R"({"code":"14"})").code, 2);
  EXPECT_EQ(error_answer(R"({"code":-14})").code, 2);
  EXPECT_LE(error_answer(std::string(1'000'000, 'x')).text.size(), 200U);
}

TEST(EtcdLogin, IsAskedForInJsonAndAnsweredWithAToken) {
  EXPECT_EQ(authenticate_request("a", "b \"c\\"), R"({"name":"a","password":"b \"c\\"})");
  EXPECT_EQ(token_answer(R"({"header":{},"token":"abc.1"})"), "abc.1");
  for (const char* const text : {"{}", R"({"token":""})", R"({"token":"a b"})", R"({"token":"a\r\nb"})", "[]"}) {
    EXPECT_THROW(token_answer(text), StoreError) << text;
  }
}

TEST(EtcdAnswers, SayWhyAWatchEnds) {
  const auto ended = watch_answer(R"({"result":{"canceled":true,"compact_revision":"5","cancel_reason":"old"}})", 1);
  EXPECT_EQ(ended.compacted, 5U);
  EXPECT_NE(ended.ended.find("old"), std::string::npos);
  EXPECT_FALSE(ended.was_refused);
  const auto refused = watch_answer(R"({"result":{"created":true,"canceled":true,"cancel_reason":"denied"}})", 1);
  EXPECT_TRUE(refused.was_refused);
  EXPECT_FALSE(watch_answer(R"({"result":{"created":true}})", 1).was_refused);
  EXPECT_NE(watch_answer(R"({"error":{"message":"gone"}})", 1).ended.find("gone"), std::string::npos);
  const auto part = watch_answer(
      R"({"result":{"fragment":true,"events":[{"kv":{"key":"cGs=","mod_revision":"5"}},{"type":"DELETE","kv":)"
      R"({"key":"cHg=","mod_revision":"5"}}]}})",
      1);
  EXPECT_TRUE(part.is_fragment);
  ASSERT_EQ(part.events.size(), 2U);
  EXPECT_FALSE(part.events[0].was_erased);
  EXPECT_TRUE(part.events[1].was_erased);
  EXPECT_EQ(part.events[1].record.key, "x");
}

TEST(EtcdAnswers, AreRefusedIfTheirEventsAreMalformed) {
  const auto said = [](const std::string& event) {
    return refusal([&] { watch_answer(R"({"result":{"events":[)" + event + "]}}", 1); });
  };
  EXPECT_NE(said("{}").find("an event without a record"), std::string::npos);
  EXPECT_NE(said(R"({"kv":{"key":"cGs="}})").find("an event without a revision"), std::string::npos);
  EXPECT_NE(said(R"({"kv":{"key":"","mod_revision":"5"}})").find("an unexpected key"), std::string::npos);
  EXPECT_NE(said("7").find("is not an object"), std::string::npos);
  EXPECT_NE(refusal([] { watch_answer("{\"result\":[]}", 1); }).find("is not an object"), std::string::npos);
}

TEST(EtcdAnswers, AreRefusedIfTheirLeaseIsMalformed) {
  EXPECT_EQ(lease_answer(R"({"ID":"5","TTL":"10"})").id, 5U);
  EXPECT_EQ(lease_answer(R"({"result":{"ID":"5"}})").lifetime_s, 0U);
  EXPECT_NE(refusal([] { lease_answer("{\"ID\":5}"); }).find("'ID' is not a string"), std::string::npos);
  EXPECT_NE(refusal([] { lease_answer("[]"); }).find("not a JSON object"), std::string::npos);
}

}  // namespace
}  // namespace dimma::store::etcd
