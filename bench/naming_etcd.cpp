// naming_etcd --puts HOST:PORT: calls etcd directly, for dimma-bench naming: takes turns (measure/turns.hpp) at "bind",
// which puts a record by one request to etcd's HTTP interface, over a persistent connection.

#include "measure/command_line.hpp"
#include "measure/turns.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>

#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

namespace http = boost::beast::http;

constexpr std::size_t value_octets = 216;  // in base64; about as many as the key and the value of a binding
constexpr auto start_max = std::chrono::seconds(60);

class Puts {
 public:
  explicit Puts(const std::string& address)
      : host_(address.substr(0, address.rfind(':'))), port_(address.substr(address.rfind(':') + 1)), stream_(context_) {
    connect();
  }

  void operator()() {
    const std::string body = R"({"key":")" + key() + R"(","value":")" + std::string(value_octets, 'Z') + R"("})";
    http::request<http::string_body> request(http::verb::post, "/v3/kv/put", 11);
    request.set(http::field::host, host_);
    request.body() = body;
    request.prepare_payload();
    http::write(stream_, request);
    http::response<http::string_body> answer;
    http::read(stream_, buffer_, answer);
    if (answer.result() != http::status::ok) throw std::runtime_error("etcd: " + answer.body());
  }

 private:
  // Retries until etcd answers, because it may just have been started.
  void connect() {
    boost::asio::ip::tcp::resolver resolver(context_);
    const auto end = std::chrono::steady_clock::now() + start_max;
    for (;;) {
      try {
        stream_.connect(resolver.resolve(host_, port_));
        stream_.socket().set_option(boost::asio::ip::tcp::no_delay(true));
        return operator()();
      } catch (const std::exception&) {
        if (std::chrono::steady_clock::now() > end) throw;
        stream_.close();
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      }
    }
  }
  // The next key, in base64.
  std::string key() {
    std::string digits = std::to_string(next_++);
    return "bare" + std::string(12 - digits.size(), 'A') + digits;
  }

  const std::string host_;
  const std::string port_;
  boost::asio::io_context context_;
  boost::beast::tcp_stream stream_;
  boost::beast::flat_buffer buffer_;
  std::size_t next_ = 0;
};

int run(int argc, const char* const* argv) {
  std::string address;
  measure::CommandLine command_line("naming_etcd --puts HOST:PORT", "What dimma-bench naming does to etcd itself.");
  command_line.text("puts", address, "of a member of etcd");
  if (!command_line.parse(argc, argv)) return 0;
  if (address.find(':') == std::string::npos) throw measure::UsageError("--puts HOST:PORT is needed");
  Puts put(address);
  return measure::serve_turns({{"bind", {[&put] { put(); }}}});
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("naming_etcd", [&] { return run(argc, argv); });
}
