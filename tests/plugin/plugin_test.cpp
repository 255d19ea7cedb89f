// Objects of a library that is loaded with RTLD_LOCAL and has hidden symbols, in the ORB of its host. The two sides
// share no generated classes, but only their IDL.
#include "greeter_servant.hpp"

#include <dimma/orb.hpp>

#include <stdexcept>
#include <string>
#include <vector>

#include <dlfcn.h>

#include <gtest/gtest.h>

namespace {

using GreeterRef = IDL::traits<Plug::Greeter>::ref_type;
using Activate = void(const CORBA::object_reference<CORBA::ORB>&, std::string&);

class Plugin : public testing::Test {
 protected:
  Plugin() {
    void* const library = ::dlopen(DIMMA_PLUGIN, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(::dlerror());
    auto* const activate_plugin = reinterpret_cast<Activate*>(::dlsym(library, "activate_plugin"));
    if (activate_plugin == nullptr) throw std::runtime_error(::dlerror());
    std::string ior;
    activate_plugin(orb_, ior);
    plugged_ = IDL::traits<Plug::Greeter>::narrow(orb_->string_to_object(ior));
    own_ = activate(orb_, "host");
  }
  ~Plugin() override { orb_->destroy(); }

  std::vector<std::string> arguments_;
  const CORBA::object_reference<CORBA::ORB> orb_ = CORBA::ORB_init(arguments_, "plugin-host");
  GreeterRef plugged_;
  GreeterRef own_;
};

TEST_F(Plugin, IsCalledAsAnyObject) {
  ASSERT_TRUE(plugged_);
  EXPECT_EQ(plugged_->name(), "plug-in");
  EXPECT_EQ(plugged_->greet("you"), "plug-in greets you");
}

TEST_F(Plugin, RaisesWhatTheHostCatches) {
  try {
    plugged_->greet("");
    FAIL() << "nothing was raised";
  } catch (const Plug::Refused& refused) {
    EXPECT_EQ(refused.why(), "nobody to greet");
  }
}

TEST_F(Plugin, CallsObjectsOfItsHost) { EXPECT_EQ(plugged_->greet_by(own_, "you"), "host greets you"); }

TEST_F(Plugin, IsCalledByObjectsOfItsHost) { EXPECT_EQ(own_->greet_by(plugged_, "you"), "plug-in greets you"); }

TEST_F(Plugin, HandsAnysToItsHostAndBack) {
  Plug::Point point;
  ASSERT_TRUE(plugged_->boxed(3, 4) >>= point);
  EXPECT_EQ(point.y(), 4);
  EXPECT_EQ(plugged_->sum(own_->boxed(5, 6)), 11);
}

}  // namespace
