// TAO's names of the headers of parts.

#include <gtest/gtest.h>
#include <tao/Basic_Types.h>
#include <tao/Exception.h>
#include <tao/OctetSeqC.h>
#include <tao/PortableServer/AdapterActivatorC.h>
#include <tao/PortableServer/ForwardRequestC.h>
#include <tao/PortableServer/POAC.h>
#include <tao/PortableServer/PS_CurrentC.h>
#include <tao/PortableServer/ServantActivatorC.h>
#include <tao/PortableServer/ServantLocatorC.h>
#include <tao/PortableServer/ServantManagerC.h>
#include <tao/StringSeqC.h>

#include <string>

namespace {

TEST(TaoParts, HaveTheSequencesOfModuleCorba) {
  CORBA::OctetSeq octets(4);
  octets.length(1);
  octets[0] = 5;
  CORBA::StringSeq texts;
  texts.length(1);
  texts[0] = CORBA::string_dup("text");
  EXPECT_EQ(octets[0], 5);
  EXPECT_STREQ(texts[0].in(), "text");
}

TEST(TaoParts, HaveThePoaAndItsServantManagers) {
  PortableServer::ServantActivator_ptr const activator = PortableServer::ServantActivator::_nil();
  PortableServer::ServantLocator_ptr const locator = PortableServer::ServantLocator::_nil();
  PortableServer::ServantManager_ptr manager = activator;
  EXPECT_TRUE(CORBA::is_nil(manager));
  manager = locator;
  EXPECT_TRUE(CORBA::is_nil(manager));
  EXPECT_TRUE(CORBA::is_nil(PortableServer::AdapterActivator::_nil()));
  EXPECT_TRUE(CORBA::is_nil(PortableServer::Current::_nil()));
  EXPECT_TRUE(CORBA::is_nil(PortableServer::POA::_nil()));
  const PortableServer::ForwardRequest forward(CORBA::Object::_nil());
  const CORBA::UserException* const exception = &forward;
  EXPECT_NE(PortableServer::ForwardRequest::_downcast(exception), nullptr);
}

TEST(TaoParts, PrintAnExceptionWithAText) {
  testing::internal::CaptureStderr();
  try {
    throw CORBA::TRANSIENT(0, CORBA::COMPLETED_NO);
  } catch (const CORBA::Exception& exception) {
    exception._tao_print_exception("in main:");
  }
  const std::string printed = testing::internal::GetCapturedStderr();
  EXPECT_EQ(printed.find("EXCEPTION, in main:\n"), 0u) << printed;
  EXPECT_NE(printed.find("TRANSIENT"), std::string::npos) << printed;
}

}  // namespace
