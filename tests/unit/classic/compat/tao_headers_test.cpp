// TAO's names of the headers.

#include <gtest/gtest.h>
#include <orbsvcs/CosNamingC.h>
#include <orbsvcs/CosNamingS.h>
#include <tao/AnyTypeCode/Any.h>
#include <tao/AnyTypeCode/AnyTypeCode.h>
#include <tao/AnyTypeCode/NVList.h>
#include <tao/AnyTypeCode/TypeCode.h>
#include <tao/AnyTypeCode/TypeCode_Constants.h>
#include <tao/BiDir_GIOP/BiDirGIOP.h>
#include <tao/CORBA_String.h>
#include <tao/DynamicInterface/Dynamic_Implementation.h>
#include <tao/DynamicInterface/Request.h>
#include <tao/DynamicInterface/Server_Request.h>
#include <tao/DynamicInterface/Unknown_User_Exception.h>
#include <tao/LocalObject.h>
#include <tao/Messaging/Messaging.h>
#include <tao/ORB.h>
#include <tao/Object.h>
#include <tao/PolicyC.h>
#include <tao/Policy_ManagerC.h>
#include <tao/PortableServer/POAManagerC.h>
#include <tao/PortableServer/PortableServer.h>
#include <tao/PortableServer/PortableServerC.h>
#include <tao/PortableServer/Servant_Base.h>
#include <tao/PortableServer/Servant_var.h>
#include <tao/SystemException.h>
#include <tao/TimeBaseC.h>
#include <tao/UserException.h>
#include <tao/corba.h>

namespace {

TEST(TaoHeaders, MakeAPolicyFromAnAny) {
  int argc = 0;
  CORBA::ORB_var orb = CORBA::ORB_init(argc, nullptr);
  TimeBase::TimeT second = 10000000;
  CORBA::Any value;
  value <<= second;
  CORBA::Policy_var policy = orb->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, value);
  Messaging::RelativeRoundtripTimeoutPolicy_var timeout =
      Messaging::RelativeRoundtripTimeoutPolicy::_narrow(policy.in());
  EXPECT_EQ(timeout->relative_expiry(), second);
  orb->destroy();
}

TEST(TaoHeaders, HaveTheNamingService) {
  CosNaming::Name name(1);
  name.length(1);
  name[0].id = CORBA::string_dup("Echo");
  EXPECT_STREQ(name[0].id.in(), "Echo");
  POA_CosNaming::NamingContext* const skeleton = nullptr;
  PortableServer::ServantBase* const servant = skeleton;
  EXPECT_EQ(servant, nullptr);
}

}  // namespace
