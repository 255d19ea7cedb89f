#include "services/tools/inspect/inspected.hpp"

#include "services/tools/common/command.hpp"
#include "services/tools/common/words.hpp"

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/json.hpp>

#include <sys/un.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace dimma::tools::inspect {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;
using Protocol = asio::generic::stream_protocol;

constexpr std::uint64_t octets_max = std::uint64_t{256} << 20U;

bool is_number(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char one) { return one >= '0' && one <= '9'; });
}

[[noreturn]] void misuse(const std::string& target) {
  throw UsageError("'" + printable(target) +
                   "' is neither HOST:PORT nor unix:PATH, the number of a process, nor a reference");
}

asio::local::stream_protocol::endpoint local_endpoint(const std::string& target, const std::string& path) {
  if (path.empty() || path.size() >= sizeof(sockaddr_un::sun_path)) misuse(target);
  return {path};
}

Protocol::endpoint network_endpoint(const std::string& target) {
  const auto colon = target.rfind(':');
  if (colon == std::string::npos) misuse(target);
  std::string host = target.substr(0, colon);
  if (host.size() > 1 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  if (host == "localhost") host = "127.0.0.1";
  std::uint16_t port = 0;
  const char* const end = target.data() + target.size();
  const auto [stopped, wrong] = std::from_chars(target.data() + colon + 1, end, port);
  error_code error;
  const auto address = asio::ip::make_address(host, error);
  if (error || wrong != std::errc() || stopped != end || port == 0) misuse(target);
  return asio::ip::tcp::endpoint(address, port);
}

Protocol::endpoint endpoint_of(const std::string& target) {
  constexpr std::string_view unix_prefix = "unix:";
  if (is_number(target)) return local_endpoint(target, '\0' + ("dimma-inspect-" + target));
  if (!target.starts_with(unix_prefix)) return network_endpoint(target);
  std::string path = target.substr(unix_prefix.size());
  if (path.starts_with('@')) path.front() = '\0';
  return local_endpoint(target, path);
}

class Wire {
 public:
  explicit Wire(const std::string& target) : target_(target), endpoint_(endpoint_of(target)) {}

  std::string get(const std::string& path) {
    if (!stream_) connect();
    http::request<http::empty_body> request(http::verb::get, path, 11);
    request.set(http::field::host, "localhost");
    stream_->expires_after(answer_time_max);
    check(run([&](auto done) { http::async_write(*stream_, request, done); }), "asking");
    http::response_parser<http::string_body> parser;
    parser.body_limit(octets_max);
    check(run([&](auto done) { http::async_read(*stream_, buffer_, parser, done); }), "the answer of");
    if (!parser.keep_alive()) stream_.reset();
    std::string body = std::move(parser.get().body());
    if (parser.get().result() == http::status::ok) return body;
    while (!body.empty() && body.back() == '\n') body.pop_back();
    throw Failure(refused, target_ + " answers " + std::to_string(parser.get().result_int()) + ": " + printable(body));
  }

 private:
  template <class Start>
  error_code run(Start&& start) {
    error_code result = asio::error::would_block;
    start([&](const error_code& error, auto&&...) { result = error; });
    context_.restart();
    context_.run();
    return result;
  }

  void connect() {
    stream_.emplace(context_);
    stream_->expires_after(answer_time_max);
    const error_code error = run([&](auto done) { stream_->async_connect(endpoint_, done); });
    if (!error) return;
    throw Failure(
        unreachable,
        "cannot connect to " + target_ + ": " + error.message() +
            (is_number(target_) ? "; the process must be started with --dimma-inspect unix, by the same user" : ""));
  }

  void check(const error_code& error, const char* doing) {
    if (!error) return;
    stream_.reset();
    throw Failure(unreachable, std::string(doing) + ' ' + target_ + ": " + error.message());
  }

  const std::string target_;
  const Protocol::endpoint endpoint_;
  asio::io_context context_{1};
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::basic_stream<Protocol>> stream_;
};

class Page final : public Inspected {
 public:
  explicit Page(const std::string& target) : wire_(target) {}

  std::string calls(std::uint32_t how_many) override { return wire_.get("/calls?limit=" + std::to_string(how_many)); }
  std::string capture() override { return wire_.get("/capture.pcap"); }

 private:
  std::string description_text() override { return wire_.get("/describe"); }

  Wire wire_;
};

bool is_reference(std::string_view target) {
  constexpr std::string_view schemes[] = {"ior:", "corbaloc:", "corbaname:"};
  return std::any_of(std::begin(schemes), std::end(schemes), [target](std::string_view scheme) {
    return target.size() >= scheme.size() &&
           std::equal(scheme.begin(), scheme.end(), target.begin(), [](char small, char given) {
             return small == (given >= 'A' && given <= 'Z' ? given + 32 : given);
           });
  });
}

}  // namespace

boost::json::value Inspected::description() {
  boost::system::error_code error;
  auto value = boost::json::parse(description_text(), error);
  if (error) throw Failure(refused, "the answer is not JSON: " + error.message());
  return value;
}

std::unique_ptr<Inspected> inspected_page(const std::string& target) { return std::make_unique<Page>(target); }

std::unique_ptr<Inspected> inspected(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& target) {
  return is_reference(target) ? inspected_object(orb, target) : inspected_page(target);
}

}  // namespace dimma::tools::inspect
