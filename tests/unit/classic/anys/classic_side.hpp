#pragma once
// The part of exchange_test.cpp that is a file of the classic mapping. The header is for files of both.

namespace dimma {
namespace classic {
namespace CORBA {
class Any;
class Object;
}  // namespace CORBA
}  // namespace classic
}  // namespace dimma

namespace classic_side {

// Each returns an Any that the caller deletes by delete_any().
dimma::classic::CORBA::Any* any_of_point(int x);
dimma::classic::CORBA::Any* any_of_carrier(dimma::classic::CORBA::Object* carrier);
dimma::classic::CORBA::Any* new_any();
void delete_any(dimma::classic::CORBA::Any* any);

// Return the contents; -1 and null for those of another type.
int long_in(const dimma::classic::CORBA::Any& any);
dimma::classic::CORBA::Object* carrier_in(const dimma::classic::CORBA::Any& any);

// Returns a new local object.
dimma::classic::CORBA::Object* new_local_object();
dimma::classic::CORBA::Object* duplicate(dimma::classic::CORBA::Object* object);
void release(dimma::classic::CORBA::Object* object);

}  // namespace classic_side
