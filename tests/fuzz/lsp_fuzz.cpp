// The language server: a client's octets, split into messages and handled. Each reply has to be framed JSON.
#include <boost/json/parse.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

#include "idl/server/protocol/message_reader.hpp"
#include "idl/server/server.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace dimma::idl;
  const auto check = [](const std::string& message) {
    boost::json::error_code problem;
    boost::json::parse(boost::json::string_view(message.data(), message.size()), problem);
    if (problem) __builtin_trap();
    MessageReader reader;
    reader.add(framed(message));
    const auto read = reader.next();
    if (!read || !read->is_message || read->text != message) __builtin_trap();
  };
  LanguageServer server({}, check);
  MessageReader reader;
  // The last octet determines where the input is cut into two pieces.
  const std::string octets(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = octets.empty() ? 0 : static_cast<unsigned char>(octets.back()) % octets.size();
  for (const std::string_view piece : {std::string_view(octets).substr(0, cut), std::string_view(octets).substr(cut)}) {
    reader.add(piece);
    while (const auto event = reader.next()) {
      event->is_message ? server.receive(event->text) : server.report_broken(event->text);
    }
    server.publish();
  }
  return 0;
}
