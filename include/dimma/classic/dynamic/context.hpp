#pragma once
/// CORBA::Context (CORBA 3.3 part 1, 11.4; formal/2012-07-02, "Context"): properties that are passed with calls.

#include <dimma/classic/dynamic/named_values.hpp>

namespace dimma {
namespace classic {
namespace CORBA {

/// Limits a search to the context in which it begins.
const Flags CTX_RESTRICT_SCOPE = 15;

/// Properties, which have names and strings as values, and a parent that is searched for the properties that are not
/// here. A pattern is a name, or the beginning of a name and an asterisk. Made by ORB::get_default_context and
/// create_child. Not thread-safe, except that contexts of different threads may have the same parent while no thread
/// changes it.
class Context : public PseudoObject {
 public:
  DIMMA_CLASSIC_PSEUDO_OBJECT(Context)

  /// The name, which belongs to this; empty for the default context.
  virtual const char* context_name() const = 0;
  /// The parent, which belongs to this; nil for the default context.
  virtual Context_ptr parent() const = 0;
  /// Makes a context whose parent is this one, which the caller releases. The name may be null.
  virtual void create_child(const char* name, Context_out child) = 0;

  /// Set properties. Throw BAD_PARAM if a value is not a string, if a name is null, empty or ends with an asterisk, or
  /// if the list is nil.
  virtual void set_one_value(const char* name, const Any& value) = 0;
  virtual void set_values(NVList_ptr values) = 0;
  /// Removes the properties of this context that match the pattern. Throws BAD_CONTEXT (OMG minor 2) if there is none.
  virtual void delete_values(const char* pattern) = 0;
  /// Returns the properties that match the pattern in a new list, which the caller releases; nil if there are none. The
  /// search begins in the context with the name `start_scope`, which is this one or one of its ancestors; in this one
  /// if the name is null or empty. A property hides those of the same name in ancestors. With the flag
  /// CTX_RESTRICT_SCOPE, no ancestors are searched. Throws BAD_CONTEXT (OMG minor 1) if there is no context with the
  /// name.
  virtual void get_values(const char* start_scope, Flags flags, const char* pattern, NVList_out values) = 0;

 protected:
  Context() {}
  ~Context() override;
};

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
