// An ORB's DynAnyFactory.
#pragma once

#include <dimma/corba.hpp>
#include <dimma/dynamic_any.hpp>

#include <gtest/gtest.h>

namespace dynamic_any {

template <class T>
using Ref = CORBA::object_reference<T>;

template <class T>
Ref<T> narrow(const Ref<DynamicAny::DynAny>& dyn) {
  return IDL::traits<T>::narrow(dyn);
}

template <class T>
T value_of(const CORBA::Any& any) {
  T value = T();
  EXPECT_TRUE(any >>= value);
  return value;
}

class DynAnyTest : public testing::Test {
 protected:
  ~DynAnyTest() override { orb_->destroy(); }

  Ref<DynamicAny::DynAny> of(const CORBA::Any& value) { return factory_->create_dyn_any(value); }
  Ref<DynamicAny::DynAny> of_type(const CORBA::TypeCode& type) { return factory_->create_dyn_any_from_type_code(type); }

  const CORBA::object_reference<CORBA::ORB> orb_ = CORBA::ORB_init();
  const Ref<DynamicAny::DynAnyFactory> factory_ =
      IDL::traits<DynamicAny::DynAnyFactory>::narrow(orb_->resolve_initial_references("DynAnyFactory"));
};

}  // namespace dynamic_any
