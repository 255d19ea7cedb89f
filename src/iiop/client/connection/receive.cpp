// Receives the replies of a connection, in the build with threads.

#include "iiop/client/connection/client_connection.hpp"

namespace dimma::iiop {

Incoming ClientConnection::receive(Deadline deadline) {
  while (!has_message()) receive_more(deadline);
  return received();
}

Incoming ClientConnection::receive_streaming(Deadline deadline) {
  for (;;) {
    const Progress progress = reader_.next();
    if (progress == Progress::message) return received();
    if (progress == Progress::fault) refuse_what_came();
    if (reader_.begin_streaming()) {
      auto early = received();
      early.rest = &streaming_.emplace(*this, deadline);
      return early;
    }
    if (progress == Progress::need_more) receive_more(deadline);
  }
}

}  // namespace dimma::iiop
