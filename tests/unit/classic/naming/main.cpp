// classic_naming_client [OPTION...] URL: tests the naming service whose root context the URL names.

#include <gtest/gtest.h>

#include <iostream>

#include "service.hpp"

namespace naming_test {

namespace {
CosNaming::NamingContext_ptr root = nullptr;
}  // namespace

CosNaming::NamingContext_ptr service() { return root; }

CosNaming::Name name_of(const char* id, const char* kind) {
  CosNaming::Name name;
  name.length(1);
  name[0].id = id;
  name[0].kind = kind;
  return name;
}

}  // namespace naming_test

int main(int argc, char* argv[]) {
  ::testing::InitGoogleTest(&argc, argv);
  try {
    CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
    CORBA::Object_var object = orb->string_to_object(argv[argc - 1]);
    CosNaming::NamingContext_var context = CosNaming::NamingContext::_narrow(object);
    if (CORBA::is_nil(context)) {
      std::cerr << "that is no naming context\n";
      return 1;
    }
    naming_test::root = context;
    const int status = RUN_ALL_TESTS();
    orb->destroy();
    return status;
  } catch (const CORBA::Exception& exception) {
    std::cerr << exception << '\n';
    return 1;
  }
}
