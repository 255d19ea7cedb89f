// contexts_server --ior-dir DIR [omniORB's options]: serves contexts.idl until SIGTERM. Writes contexts.ior.

#include "classic/serving.hpp"
#include "common/contexts.hpp"

#include <contexts.hh>

#include <omniORB4/omniInterceptors.h>

// The order matters, since these headers do not include what they need.
// clang-format off
#include <omniORB4/internal/giopStream.h>
#include <omniORB4/internal/giopStrand.h>
#include <omniORB4/IOP_S.h>
#include <omniORB4/internal/GIOP_S.h>
// clang-format on

#include <cstring>

namespace {

alignas(16) thread_local std::string seen;  // the context of the request that the thread serves

CORBA::Boolean receive(omni::omniInterceptors::serverReceiveRequest_T::info_T& info) {
  seen.clear();
  const IOP::ServiceContextList& list = info.giop_s.service_contexts();
  for (CORBA::ULong i = 0; i < list.length(); ++i) {
    if (list[i].context_id != contexts::of_request) continue;
    seen.assign(reinterpret_cast<const char*>(list[i].context_data.get_buffer()), list[i].context_data.length());
  }
  return true;
}

void add(IOP::ServiceContextList& list, const char* text) {
  const CORBA::ULong count = list.length();
  list.length(count + 1);
  list[count].context_id = contexts::of_reply;
  list[count].context_data.length(static_cast<CORBA::ULong>(std::strlen(text)));
  std::memcpy(list[count].context_data.get_buffer(), text, std::strlen(text));
}

// Not for exceptions, with which omniORB 4.2.5 sends a wrong length in GIOP 1.2.
CORBA::Boolean reply(omni::omniInterceptors::serverSendReply_T::info_T& info) {
  add(info.giop_s.service_contexts(), "with the reply");
  return true;
}
class Witness final : public POA_Contexts::Witness {
 public:
  char* seen() override { return CORBA::string_dup(::seen.c_str()); }
  void refuse() override { throw Contexts::Refused(); }
  void hint() override { with_hint_.put(::seen); }
  char* seen_with_hint() override { return CORBA::string_dup(with_hint_.take().c_str()); }

 private:
  contexts::Arrived with_hint_;
};

}  // namespace

int main(int argc, char** argv) {
  return classic::run_server(argc, argv, "contexts",
                             [](CORBA::ORB_ptr orb, PortableServer::POA_ptr poa, const std::string& folder) {
                               auto* const interceptors = omniORB::getInterceptors();
                               interceptors->serverReceiveRequest.add(receive);
                               interceptors->serverSendReply.add(reply);
                               const CORBA::Object_var object = classic::activated(poa, new Witness);
                               classic::publish(orb, folder, "contexts.ior", object.in());
                             });
}
