// The destinations of spans, by options and by OpenTelemetry's variables.
#include "services/trace/settings.hpp"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

namespace dimma::trace_export {
namespace {

using Variables = std::map<std::string, std::string>;

Settings read(const Variables& variables, const Said& said = {}) {
  return read_settings(said, [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

std::string fault_of(const Variables& variables, const Said& said = {}) {
  try {
    read(variables, said);
  } catch (const std::invalid_argument& wrong) {
    return wrong.what();
  }
  return {};
}

std::string attribute(const Settings& settings, const std::string& key) {
  std::string value;
  for (const auto& [name, text] : settings.resource) {
    if (name == key) value += text;
  }
  return value;
}

TEST(ExportUrl, IsReadWhole) {
  const Url url = parse_url("http://collector.example:4318/v1/traces");
  EXPECT_FALSE(url.has_tls);
  EXPECT_EQ(url.host, "collector.example");
  EXPECT_EQ(url.port, 4318);
  EXPECT_EQ(url.path, "/v1/traces");
  EXPECT_EQ(url.text(), "http://collector.example:4318/v1/traces");
}

TEST(ExportUrl, HasDefaults) {
  EXPECT_EQ(parse_url("http://h").port, 80);
  EXPECT_EQ(parse_url("http://h").path, "/");
  EXPECT_EQ(parse_url("https://h/x").port, 443);
  EXPECT_TRUE(parse_url("https://h/x").has_tls);
  EXPECT_EQ(parse_url("http://h?tenant=1").path, "/?tenant=1");
}

TEST(ExportUrl, MayHaveAnAddressOfIpv6) {
  const Url url = parse_url("http://[::1]:4318/v1/traces");
  EXPECT_EQ(url.host, "::1");
  EXPECT_EQ(url.authority(), "[::1]:4318");
  const Url of_link = parse_url("http://[fe80::1%25eth0]:4318/v1/traces");
  EXPECT_EQ(of_link.host, "fe80::1%eth0");
  EXPECT_EQ(of_link.authority(), "[fe80::1]:4318");  // without the zone, which is valid on this machine only
  EXPECT_THROW(parse_url("http://[fe80::1%]/"), std::invalid_argument);
}

TEST(ExportUrl, IsRefusedIfItIsMalformed) {
  for (const char* text :
       {"", "collector:4318", "grpc://h", "http://", "http://:4318", "http://h:0", "http://h:65536", "http://h:port",
        "http://[::1", "http://[::1]x", "http://user@h/", "http://h/a b", "http://h/a\r\nX: y", "http://h\\x"}) {
    EXPECT_THROW(parse_url(text), std::invalid_argument) << text;
  }
}

TEST(ExportSettings, LeadToALocalCollectorByDefault) {
  const Settings settings = read({});
  EXPECT_EQ(settings.url.text(), "http://127.0.0.1:4318/v1/traces");
  EXPECT_EQ(settings.batch, 512U);
  EXPECT_EQ(settings.interval, std::chrono::seconds(5));
  EXPECT_EQ(settings.timeout, std::chrono::seconds(10));
  EXPECT_EQ(attribute(settings, "service.name"), "trace_export_test") << "the program";
  EXPECT_NE(attribute(settings, "host.name"), "");
}

TEST(ExportSettings, TheOptionIsBeforeTheVariables) {
  Variables variables{{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://base:1/"}};
  EXPECT_EQ(read(variables).url.text(), "http://base:1/v1/traces");
  variables["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] = "http://traces:2/as/it/is";
  EXPECT_EQ(read(variables).url.text(), "http://traces:2/as/it/is");
  EXPECT_EQ(read(variables, {"http://option:3/x", "--dimma-trace-endpoint"}).url.text(), "http://option:3/x");
  variables["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] = " ";
  EXPECT_EQ(read(variables).url.text(), "http://base:1/v1/traces") << "an empty one says nothing";
}

TEST(ExportSettings, SayWhoIsTraced) {
  const Settings settings = read({{"OTEL_RESOURCE_ATTRIBUTES", "service.name=other, deployment.environment=a%20b,x,=y"},
                                  {"OTEL_SERVICE_NAME", "bank"}});
  EXPECT_EQ(attribute(settings, "service.name"), "bank");
  EXPECT_EQ(attribute(settings, "deployment.environment"), "a b");
  EXPECT_EQ(attribute(read({{"OTEL_RESOURCE_ATTRIBUTES", "service.name=other"}}), "service.name"), "other");
}

TEST(ExportSettings, TakeHeadersAndNumbers) {
  const Settings settings = read({{"OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20abc,evil=a%0d%0ab"},
                                  {"OTEL_EXPORTER_OTLP_TIMEOUT", "250"},
                                  {"OTEL_BSP_SCHEDULE_DELAY", "100"},
                                  {"OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "7"},
                                  {"OTEL_EXPORTER_OTLP_CERTIFICATE", "/etc/ca.pem"}});
  EXPECT_EQ(settings.headers, (Pairs{{"authorization", "Bearer abc"}})) << "no header may hold an end of line";
  EXPECT_EQ(settings.timeout, std::chrono::milliseconds(250));
  EXPECT_EQ(settings.interval, std::chrono::milliseconds(100));
  EXPECT_EQ(settings.batch, 7U);
  EXPECT_EQ(settings.authorities, "/etc/ca.pem");
  EXPECT_EQ(read({{"OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "7"}}, {.batch = 9}).batch, 9U);
}

TEST(ExportSettings, NameWhatIsWrong) {
  EXPECT_EQ(fault_of({}, {"ftp://h", "--dimma-trace-endpoint"}).find("--dimma-trace-endpoint: 'ftp://h'"), 0U);
  EXPECT_EQ(fault_of({{"OTEL_EXPORTER_OTLP_ENDPOINT", "h:1"}}).find("OTEL_EXPORTER_OTLP_ENDPOINT: "), 0U);
  EXPECT_EQ(fault_of({{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "h:1"}}).find("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "), 0U);
  for (const char* number : {"0", "-1", "soon", "5s", "99999999999"}) {
    EXPECT_EQ(fault_of({{"OTEL_BSP_SCHEDULE_DELAY", number}}).find("OTEL_BSP_SCHEDULE_DELAY: "), 0U) << number;
  }
}

}  // namespace
}  // namespace dimma::trace_export
