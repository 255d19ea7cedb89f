#include "iiop/server/requests/refusals.hpp"

#include "cdr/stream/exceptions.hpp"
#include "iiop/giop/giop_reply.hpp"

#include <dimma/minor.hpp>

#include <string>

namespace dimma::iiop {

void answer_no_resources(RequestOrigin& connection, Serving& serving, const RequestHeader& header, std::uint8_t minor,
                         const char* why) noexcept {
  if (!header.response_expected()) return;
  try {
    cdr::Encoder out(serving.reply, connection.core()->rules.settings.byte_order);
    const auto body = begin_reply(out, minor, header.request_id, ServerRequest::ReplyStatus::system_exception);
    cdr::write_exception(out, CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO, why));
    end_message(out, body);
    connection.replies().send(out);
  } catch (const CORBA::SystemException&) {
    connection.stream().shutdown();
  }
}

void refuse_over_limit(RequestOrigin& connection, Serving& serving, const RequestHeader& header,
                       std::uint8_t minor) noexcept {
  auto& core = *connection.core();
  core.counters.messages_refused.fetch_add(1, std::memory_order_relaxed);
  const auto& client = connection.client().name();
  log::write(log::Event::requests_exhausted, [&] {
    return log::Entry{.text = "a request for " + std::string(header.operation) + " by " + client +
                              " is refused with NO_RESOURCES: its connection has " +
                              std::to_string(core.rules.messages_max) + " in progress, the limit of its QoS",
                      .peer = client,
                      .endpoint = to_string(connection.stream().local()),
                      .operation = std::string(header.operation),
                      .minor = minor::no_resources_exhausted};
  });
  connection.counts().end_admitted();
  answer_no_resources(connection, serving, header, minor,
                      "the server already serves as many requests of this connection as it allows at once");
  connection.request_ended();
}

}  // namespace dimma::iiop
