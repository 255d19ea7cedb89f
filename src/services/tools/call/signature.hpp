#pragma once
// The facts about an operation that a dynamic call needs, and the sources of these facts.

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
  std::string operation;  // its name on the wire: "_get_count" for the attribute count
  bool is_oneway = false;
  CORBA::typecode_reference result = CORBA::_tc_void;
  std::vector<Parameter> parameters = {};
  std::vector<CORBA::typecode_reference> exceptions = {};
};

// A source of interfaces. Not thread safe.
class SignatureSource {
 public:
  virtual ~SignatureSource() = default;
  // Finds an operation of the object, by its name on the wire. `interface_name` (a scoped name or a repository id)
  // names the interface; empty: the object's own. Throws UsageError for unknown names, Failure if the source does not
  // answer, and the exceptions of asking the object.
  virtual Signature find(const CORBA::object_reference<CORBA::Object>& object, const std::string& interface_name,
                         const std::string& operation) = 0;
  // Returns the type of a scoped name or a repository id; nil if there is none.
  virtual CORBA::typecode_reference type(const std::string& name) = 0;
};

struct IdlOptions {
  std::string file;
  std::vector<std::string> include_directories = {};
  std::vector<std::string> macros = {};  // NAME or NAME=TEXT
};
// Reads the file. Throws UsageError with the compiler's messages for faults in it.
std::unique_ptr<SignatureSource> signatures_of_idl(const CORBA::object_reference<CORBA::ORB>& orb,
                                                   const IdlOptions& options);
// Asks the interface repository that the object itself names (Object::_get_interface).
std::unique_ptr<SignatureSource> signatures_of_repository(const CORBA::object_reference<CORBA::Object>& object);

// Returns the operations that each object has: _is_a, _non_existent, _repository_id; nullptr for another name.
std::unique_ptr<Signature> signature_of_each_object(const std::string& operation);

}  // namespace dimma::tools::call
