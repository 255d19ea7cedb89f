// Spans as JSON, and the answers of a collector. tests/trace reads the JSON with the schema of OpenTelemetry.
#include "services/trace/batch.hpp"

#include <boost/json.hpp>

#include <gtest/gtest.h>

namespace dimma::trace_export {
namespace {

namespace json = boost::json;

trace::Span sample() {
  trace::Span span;
  span.context = *trace::parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "rojo=1");
  span.parent = {0, 0, 0, 0, 0, 0, 0, 9};
  span.kind = trace::Kind::client;
  span.interface = "Bank.Account";
  span.operation = "pay";
  span.begun = std::chrono::system_clock::time_point(std::chrono::seconds(1'700'000'000));
  span.duration = std::chrono::nanoseconds(1'500);
  span.place = std::make_shared<const trace::Place>(trace::Place{"iiop", "tcp", "10.1.2.3", 2809, "messages=1"});
  return span;
}

json::object span_of(const trace::Span& span) {
  const auto body = json::parse(request_body({{"service.name", "bank"}}, std::span(&span, 1)));
  return body.at("resourceSpans").at(0).at("scopeSpans").at(0).at("spans").at(0).as_object();
}

std::string attribute(const json::object& span, std::string_view key) {
  for (const auto& each : span.at("attributes").as_array()) {
    if (each.at("key").as_string() == json::string_view(key.data(), key.size())) {
      return json::serialize(each.at("value"));
    }
  }
  return {};
}

TEST(TraceBatch, HasIdsAsDigitsAndTimesAsStrings) {
  const auto span = span_of(sample());
  EXPECT_EQ(span.at("traceId").as_string(), "0af7651916cd43dd8448eb211c80319c");
  EXPECT_EQ(span.at("spanId").as_string(), "b7ad6b7169203331");
  EXPECT_EQ(span.at("parentSpanId").as_string(), "0000000000000009");
  EXPECT_EQ(span.at("traceState").as_string(), "rojo=1");
  EXPECT_EQ(span.at("startTimeUnixNano").as_string(), "1700000000000000000");
  EXPECT_EQ(span.at("endTimeUnixNano").as_string(), "1700000000000001500");
  EXPECT_EQ(span.at("kind").as_int64(), 3);
  EXPECT_EQ(span.at("flags").as_int64(), 0x101);
  EXPECT_EQ(span.at("name").as_string(), "Bank.Account/pay");
  EXPECT_FALSE(span.contains("status"));
}

TEST(TraceBatch, DescribesACallAsOpenTelemetryDoes) {
  const auto span = span_of(sample());
  EXPECT_EQ(attribute(span, "rpc.system"), R"({"stringValue":"corba"})");
  EXPECT_EQ(attribute(span, "rpc.service"), R"({"stringValue":"Bank.Account"})");
  EXPECT_EQ(attribute(span, "rpc.method"), R"({"stringValue":"pay"})");
  EXPECT_EQ(attribute(span, "server.address"), R"({"stringValue":"10.1.2.3"})");
  EXPECT_EQ(attribute(span, "server.port"), R"({"intValue":"2809"})");
  EXPECT_EQ(attribute(span, "network.transport"), R"({"stringValue":"tcp"})");
  EXPECT_EQ(attribute(span, "dimma.qos"), R"({"stringValue":"messages=1"})");
  EXPECT_EQ(attribute(span, "error.type"), "");
  auto served = sample();
  served.kind = trace::Kind::server;
  served.has_remote_parent = true;
  const auto of_server = span_of(served);
  EXPECT_EQ(of_server.at("kind").as_int64(), 2);
  EXPECT_EQ(of_server.at("flags").as_int64(), 0x301);
  EXPECT_EQ(attribute(of_server, "client.address"), R"({"stringValue":"10.1.2.3"})");
  EXPECT_EQ(attribute(of_server, "network.peer.port"), R"({"intValue":"2809"})");
}

TEST(TraceBatch, HasNoParentForARoot) {
  auto root = sample();
  root.parent = {};
  root.interface.clear();
  const auto span = span_of(root);
  EXPECT_FALSE(span.contains("parentSpanId"));
  EXPECT_EQ(span.at("flags").as_int64(), 1);
  EXPECT_EQ(span.at("name").as_string(), "pay");
}

TEST(TraceBatch, HasExceptionsAsStatus) {
  auto failed = sample();
  failed.exception = "IDL:omg.org/CORBA/TIMEOUT:1.0";
  failed.message = "late";
  failed.minor = 0x444d0048;
  const auto span = span_of(failed);
  EXPECT_EQ(span.at("status").at("code").as_int64(), 2);
  EXPECT_EQ(span.at("status").at("message").as_string(), "late");
  EXPECT_EQ(attribute(span, "error.type"), R"({"stringValue":"IDL:omg.org/CORBA/TIMEOUT:1.0"})");
  EXPECT_EQ(attribute(span, "corba.minor_code"), R"({"intValue":"1145897032"})");
}

TEST(TraceBatch, IsUtf8WhateverAPeerHasSent) {
  auto hostile = sample();
  hostile.operation = "a\xff\xc3(\"\\\n";
  const auto span = span_of(hostile);
  EXPECT_EQ(span.at("name").as_string(), "Bank.Account/a\xc3\xbf\xc3\x83(\"\\\n");
}

TEST(TraceResponse, TellsWhatWasRefused) {
  const auto refused = read_response(R"({"partialSuccess":{"rejectedSpans":"3","errorMessage":"too old"}})");
  EXPECT_EQ(refused.spans, 3U);
  EXPECT_EQ(refused.why, "too old");
  EXPECT_EQ(read_response(R"({"partialSuccess":{"rejectedSpans":4}})").spans, 4U);
}

TEST(TraceResponse, IsEmptyIfItIsOfAnotherKind) {
  for (const char* body : {"", "{}", "[]", "null", "<html>", R"({"partialSuccess":{}})", R"({"partialSuccess":7})",
                           R"({"partialSuccess":{"rejectedSpans":-1}})", R"({"partialSuccess":{"rejectedSpans":"x"}})",
                           R"({"partialSuccess":{"rejectedSpans":[]}})"}) {
    EXPECT_EQ(read_response(body).spans, 0U) << body;
  }
}

}  // namespace
}  // namespace dimma::trace_export
