// omni_plain_client --reqreply REF --oneway REF --turns: calls an object of the Time example, by omniORB, in turns
// (measure/turns.hpp). It shares no measuring code with dimma-bench.

#include "plain/plain_turns.hpp"

#include <time.hh>

int main(int argc, char** argv) {
  try {
    const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
    if (argc != 6) return 2;
    const CORBA::Object_var object = orb->string_to_object(argv[2]);
    const TestReqReply_var to = TestReqReply::_narrow(object);
    const int status = plain::serve_turns([&] { to->test_no_param(); });
    orb->destroy();
    return status;
  } catch (const CORBA::Exception& exception) {
    std::fprintf(stderr, "omni_plain_client: %s\n", exception._name());
    return 1;
  }
}
