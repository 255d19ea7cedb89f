#include <dimma/classic/generated/server_request.hpp>

#include "classic/streams/over.hpp"

#include <dimma/generated/server_request.hpp>

namespace dimma::classic {

ServerRequest::ServerRequest(::dimma::ServerRequest& request, Input& arguments)
    : request_(request),
      arguments_(arguments),
      operation_(request.operation().data()),
      operation_size_(request.operation().size()) {}

void ServerRequest::reply() { request_.reply(); }

void ServerRequest::reply_by(Writer writer, const void* write) {
  Output out(request_.reply());
  writer(write, out);
}

void ServerRequest::reply_in_parts_by(Writer writer, const void* write) {
  const auto results = [&](cdr::Encoder& encoder) {
    Output out(encoder);
    writer(write, out);
  };
  request_.reply(ArgumentWriter(results));
}

}  // namespace dimma::classic
