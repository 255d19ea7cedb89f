#pragma once
// Signatures of operations for dynamic calls, and the sources from which they are read.

#include <dimma/dii.hpp>
#include <dimma/orb.hpp>

#include <memory>
#include <string>
#include <vector>

namespace dimma::tools::call {

struct Parameter {
  std::string name;
  CORBA::typecode_reference type;
  CORBA::Flags flags = CORBA::ARG_IN;
};

struct Signature {
  std::string operation;  // name in messages: "_get_count" for the attribute count
  bool is_oneway = false;
  CORBA::typecode_reference result = CORBA::_tc_void;
  std::vector<Parameter> parameters = {};
  std::vector<CORBA::typecode_reference> exceptions = {};
};

// A source of signatures. Not thread-safe.
class SignatureSource {
 public:
  virtual ~SignatureSource() = default;
  // Finds an operation of the object by its name in messages. `interface_name` is a scoped name or a repository id;
  // empty for the object's own interface. Throws UsageError for unknown names, Failure if the source does not answer,
  // and the exceptions of calls to the object.
  virtual Signature find(const CORBA::object_reference<CORBA::Object>& object, const std::string& interface_name,
                         const std::string& operation) = 0;
  // Returns the type with a scoped name or a repository id; nil if there is none.
  virtual CORBA::typecode_reference type(const std::string& name) = 0;
};

struct IdlOptions {
  std::string file;
  std::vector<std::string> include_directories = {};
  std::vector<std::string> macros = {};  // NAME or NAME=TEXT
};
// Compiles the IDL file. Throws UsageError with the compiler's messages if there are errors.
std::unique_ptr<SignatureSource> signatures_of_idl(const CORBA::object_reference<CORBA::ORB>& orb,
                                                   const IdlOptions& options);
// Uses the interface repository that the object names (Object::_get_interface).
std::unique_ptr<SignatureSource> signatures_of_repository(const CORBA::object_reference<CORBA::Object>& object);

// Returns the signature of an operation that every object has: _is_a, _non_existent, _repository_id; nullptr for
// others.
std::unique_ptr<Signature> signature_of_each_object(const std::string& operation);

}  // namespace dimma::tools::call
