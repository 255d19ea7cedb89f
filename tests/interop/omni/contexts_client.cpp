// contexts_client --root REF [omniORB's options]: checks a server of contexts.idl, prints each check and its outcome;
// status 0 if all passed.

#include "common/checks.hpp"
#include "common/contexts.hpp"
#include "common/program.hpp"

#include <contexts.hh>

#include <omniORB4/omniInterceptors.h>

#include <cstring>

namespace {

using checks::require;
using checks::require_equal;

std::string came;  // the context of the last reply

CORBA::Boolean send(omni::omniInterceptors::clientSendRequest_T::info_T& info) {
  auto& list = info.service_contexts;
  const CORBA::ULong count = list.length();
  list.length(count + 1);
  list[count].context_id = contexts::of_request;
  list[count].context_data.length(static_cast<CORBA::ULong>(std::strlen(contexts::from_client)));
  std::memcpy(list[count].context_data.get_buffer(), contexts::from_client, std::strlen(contexts::from_client));
  return true;
}

CORBA::Boolean receive(omni::omniInterceptors::clientReceiveReply_T::info_T& info) {
  came.clear();
  for (CORBA::ULong i = 0; i < info.service_contexts.length(); ++i) {
    const auto& context = info.service_contexts[i];
    if (context.context_id != contexts::of_reply) continue;
    came.assign(reinterpret_cast<const char*>(context.context_data.get_buffer()), context.context_data.length());
  }
  return true;
}

int check(int argc, char** argv) {
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  omniORB::getInterceptors()->clientSendRequest.add(send);
  omniORB::getInterceptors()->clientReceiveReply.add(receive);
  const CORBA::Object_var object = orb->string_to_object(program::Options(argc, argv).required("--root").c_str());
  const Contexts::Witness_var witness = Contexts::Witness::_narrow(object);
  checks::Checks checks([] { return std::string("an exception"); });
  checks.run("with a reply", [&] {
    const CORBA::String_var seen = witness->seen();
    require_equal(std::string(seen.in()), contexts::from_client, "what the server has seen");
    require_equal(came, "with the reply", "what came back");
  });
  checks.run("with an exception", [&] {
    try {
      witness->refuse();
      require(false, "nothing was thrown");
    } catch (const Contexts::Refused&) {
      require_equal(came, "with the exception", "what came back");
    }
  });
  checks.run("with a oneway", [&] {
    witness->hint();
    const CORBA::String_var seen = witness->seen_with_hint();
    require_equal(std::string(seen.in()), contexts::from_client, "what the server has seen");
  });
  orb->destroy();
  return checks.finish();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return check(argc, argv);
  } catch (const CORBA::Exception& exception) {
    std::cerr << "contexts_client: " << exception._name() << '\n';
  } catch (const std::exception& exception) {
    std::cerr << "contexts_client: " << exception.what() << '\n';
  }
  return 1;
}
