#pragma once
// Answers a LocateRequest (CORBA 3.3, part 2, 9.4.5).

#include "iiop/giop/giop.hpp"
#include "iiop/server/core/serving.hpp"
#include "iiop/server/requests/request_origin.hpp"

namespace dimma::iiop {

// `octets` is the whole message. Throws CORBA::MARSHAL if it is malformed.
void answer_locate_request(RequestOrigin& connection, Serving& serving, const MessageHeader& header, OctetView octets);

}  // namespace dimma::iiop
