// An asynchronous call in the single-threaded build: as there is no thread that could wait for the reply, the call is
// made at once.

#include "orb/reference/handler_call.hpp"
#include "orb/reference/object_reference.hpp"

namespace dimma {

void ObjectReference::begin(const Operation& operation, std::unique_ptr<PendingReply> reply) {
  std::exception_ptr failure;
  try {
    call(
        operation, [&reply](cdr::Encoder& out) { reply->write(out); }, [&reply](cdr::Decoder& in) { reply->read(in); });
  } catch (...) {
    failure = std::current_exception();
  }
  orb::call_handler(*reply, failure, operation, orb_);
}

}  // namespace dimma
