#pragma once
/// CORBA::ORB and CORBA::ORB_init (CORBA 3.3 part 1, 8.2 and 8.5; formal/2012-07-02, 4.38 and 4.39).

#include <dimma/classic/dynamic/orb_dynamic_calls.hpp>
#include <dimma/classic/generated/local_interface.hpp>
#include <dimma/classic/local_exception.hpp>
#include <dimma/classic/object.hpp>
#include <dimma/classic/typecode_members.hpp>
#include <dimma/classic/values/string_sequence.hpp>
#include <dimma/classic/values/types.hpp>
#include <dimma/classic/valuetypes/value_factory.hpp>

namespace dimma {
namespace classic {
namespace CORBA {

typedef ObjectVar<ORB> ORB_var;
typedef ObjectOut<ORB> ORB_out;
typedef char* ORBid;

/// An ORB: converts between references and text, resolves initial references, and serves the objects of this process.
/// Made only by ORB_init. Exists until destroy(), even without references to it. Thread-safe.
///
/// After shutdown every function except destroy() and id() throws BAD_INV_ORDER (OMG minor 4). After destroy() every
/// function except id() throws OBJECT_NOT_EXIST; calls through references of the ORB then throw BAD_INV_ORDER (OMG
/// minor 4).
class ORB : public virtual Object, public OrbDynamicCalls {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(ORB)

  typedef char* ObjectId;
  typedef UnboundedStringSequence ObjectIdList;
  typedef SequenceVar<ObjectIdList> ObjectIdList_var;
  typedef SequenceOut<ObjectIdList> ObjectIdList_out;
  DIMMA_CLASSIC_LOCAL_EXCEPTION(InvalidName, "CORBA/ORB");

  /// Returns the id that was given to ORB_init (or with -ORBid); empty by default. The caller frees it.
  virtual char* id() = 0;

  /// Returns the object that the text refers to: `IOR:...`, `corbaloc:iiop:host:port/key`, `corbaloc:rir:/Name`,
  /// `file://path`, `corbaname:iiop:host:port/key#context/object`. Does not connect, except to the naming service for a
  /// corbaname with a name. Returns nil for the nil IOR. Throws BAD_PARAM, whose detail describes the error (OMG minors
  /// 7 to 10; 10 for a name that is not bound).
  virtual Object_ptr string_to_object(const char* text) = 0;
  /// Returns "IOR:...", which the caller frees. Throws MARSHAL (OMG minor 4) for a local object, INITIALIZE if the
  /// reference is to an object of this process and its endpoint cannot be opened.
  virtual char* object_to_string(Object_ptr object) = 0;

  /// Returns the object with this name: RootPOA, POACurrent, ORBPolicyManager, PolicyCurrent, and the names of
  /// -ORBInitRef, -ORBDefaultInitRef and register_initial_reference. Throws InvalidName for an unknown name.
  virtual Object_ptr resolve_initial_references(const char* name) = 0;
  /// Returns the names that resolve_initial_references knows, without those of -ORBDefaultInitRef. The caller deletes
  /// the list.
  virtual ObjectIdList* list_initial_services() = 0;
  /// Makes resolve_initial_references return the object for the name. Throws InvalidName if the name is empty or
  /// already exists, BAD_PARAM (OMG minor 27) for nil.
  virtual void register_initial_reference(const char* name, Object_ptr object) = 0;

  /// Makes a policy of the given type. The value of a client policy is what its class in <dimma/classic/messaging.hpp>
  /// says, that of an adapter policy the argument of POA::create_..._policy. Throws PolicyError; its reason is
  /// UNSUPPORTED_POLICY for other types of the OMG, and BAD_POLICY for unknown types.
  virtual Policy_ptr create_policy(PolicyType type, const Any& value) = 0;

  /// Make TypeCodes of the types that IDL can declare (CORBA 3.3 part 1, 8.11.3), which the caller releases. They may
  /// be called at any time, and throw BAD_PARAM (OMG minor 16) for an invalid repository id, BAD_TYPECODE (OMG minor 2)
  /// for a nil TypeCode or one that no member can have, and BAD_PARAM (OMG minors 15, 17, 18, 19 and 20) for names,
  /// member names, labels and discriminators that are invalid in IDL. A name may be empty.
  TypeCode_ptr create_struct_tc(const Char* id, const Char* name, const StructMemberSeq& members);
  TypeCode_ptr create_exception_tc(const Char* id, const Char* name, const StructMemberSeq& members);
  TypeCode_ptr create_union_tc(const Char* id, const Char* name, TypeCode_ptr discriminator,
                               const UnionMemberSeq& members);
  TypeCode_ptr create_enum_tc(const Char* id, const Char* name, const EnumMemberSeq& members);
  TypeCode_ptr create_alias_tc(const Char* id, const Char* name, TypeCode_ptr original);
  TypeCode_ptr create_interface_tc(const Char* id, const Char* name);
  TypeCode_ptr create_abstract_interface_tc(const Char* id, const Char* name);
  TypeCode_ptr create_local_interface_tc(const Char* id, const Char* name);
  TypeCode_ptr create_native_tc(const Char* id, const Char* name);
  TypeCode_ptr create_value_tc(const Char* id, const Char* name, ValueModifier modifier, TypeCode_ptr concrete_base,
                               const ValueMemberSeq& members);
  TypeCode_ptr create_value_box_tc(const Char* id, const Char* name, TypeCode_ptr boxed);
  /// A bound of 0 means no bound.
  TypeCode_ptr create_string_tc(ULong bound);
  TypeCode_ptr create_wstring_tc(ULong bound);
  /// Throws BAD_PARAM unless `digits` is 1 to 31 and `scale` is 0 to `digits`.
  TypeCode_ptr create_fixed_tc(UShort digits, Short scale);
  TypeCode_ptr create_sequence_tc(ULong bound, TypeCode_ptr element);
  TypeCode_ptr create_array_tc(ULong length, TypeCode_ptr element);
  /// Makes a placeholder for the struct, union or valuetype with this id, for use within its own members. It cannot be
  /// used for anything else.
  TypeCode_ptr create_recursive_tc(const Char* id);

  /// Registers the factory for values with this repository id that are received, and counts a reference to it. Returns
  /// the factory that it replaces, which the caller releases with _remove_ref(), or null. Types without operations need
  /// no factory, but may have one. Throws BAD_PARAM (OMG minor 1) for null.
  ValueFactory register_value_factory(const char* id, ValueFactory factory);
  /// Both functions throw BAD_PARAM (OMG minor 1) if no factory is registered for the id. The caller releases the
  /// factory that is returned.
  void unregister_value_factory(const char* id);
  ValueFactory lookup_value_factory(const char* id);

  /// Blocks until the ORB has been shut down and the upcalls in progress have ended. The ORB serves requests even if
  /// run() is not called; any number of threads may call it. In the build without threads run() serves the requests of
  /// all ORBs of the process, and so does every call while it waits for its reply.
  virtual void run() = 0;
  /// Returns false if the ORB's own threads serve it. In the build without threads, returns true if a request, a reply,
  /// a connection, a timer or a signal is pending.
  virtual Boolean work_pending() = 0;
  /// Serves one pending event, if there is any, and returns. A no-op if the ORB's own threads serve it.
  virtual void perform_work() = 0;

  /// Stops accepting requests, deactivates all objects and closes all connections. With `wait_for_completion` it
  /// returns when the upcalls in progress have ended; within an upcall it then throws BAD_INV_ORDER (OMG minor 3).
  /// Without it, run() or destroy() completes the shutdown. Another call only waits.
  virtual void shutdown(Boolean wait_for_completion = false) = 0;
  /// Shuts the ORB down if necessary, waits for that, and releases all threads, sockets and servants of the ORB.
  /// ORB_init with the same id makes a new ORB afterwards. Throws BAD_INV_ORDER (OMG minor 3) within an upcall.
  virtual void destroy() = 0;

 protected:
  ORB() {}
  ~ORB() override;
};

/// Returns the ORB with this id: the existing one, or a new one that the arguments configure. `argv` may be null. Known
/// arguments are removed from argv, and argc is adjusted. An existing ORB keeps its configuration; invalid arguments
/// are refused nevertheless. docs/reference/options.md lists the options, which are those of the modern mapping.
///
/// `options` is as omniORB has it: pairs of an option's name, without -ORB, and its value, as if they came before the
/// arguments. The last pair is of null pointers.
///
/// Throws BAD_PARAM for an unknown -ORB option and an invalid value; _detail() names the option.
ORB_ptr ORB_init(int& argc, char** argv, const char* id = "", const char* options[][2] = nullptr);

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
