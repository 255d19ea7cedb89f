// Compares omniORB's names of minor codes with those of the ORB, which C++11 programs cannot include.

#include <omniORB4/minorCode.h>

#include <dimma/minor.hpp>

#include <cstdint>

namespace {

namespace own = dimma::minor;

template <class Code>
constexpr bool equal(Code code, std::uint32_t number) {
  return static_cast<std::uint32_t>(code) == number;
}

static_assert(equal(omni::UNKNOWN_UserException, own::unknown_user_exception));
static_assert(equal(omni::UNKNOWN_SystemException, own::unknown_system_exception));
static_assert(equal(omni::BAD_PARAM_BadSchemeName, own::bad_param_scheme));
static_assert(equal(omni::BAD_PARAM_BadAddress, own::bad_param_address));
static_assert(equal(omni::BAD_PARAM_BadSchemeSpecificPart, own::bad_param_scheme_specific));
static_assert(equal(omni::BAD_PARAM_BadURIOther, own::bad_param_string_to_object));
static_assert(equal(omni::BAD_PARAM_InvalidObjectId, own::bad_param_object_id));
static_assert(equal(omni::BAD_PARAM_RegisterNilObject, own::bad_param_nil_initial_reference));
static_assert(equal(omni::BAD_PARAM_DuplicatePolicyType, own::bad_param_policies));
static_assert(equal(omni::COMM_FAILURE_WaitingForReply, own::comm_failure_connection_lost));
static_assert(equal(omni::INV_OBJREF_InvokeOnNilObjRef, own::inv_objref_nil));
static_assert(equal(omni::MARSHAL_LocalObject, own::marshal_local_object));
static_assert(equal(omni::MARSHAL_PassEndOfMessage, own::marshal_ends_early));
static_assert(equal(omni::MARSHAL_MessageSizeExceedLimit, own::marshal_message_too_large));
static_assert(equal(omni::INITIALIZE_TransportError, own::initialize_listen));
static_assert(equal(omni::NO_IMPLEMENT_Unsupported, own::no_implement_unsupported));
static_assert(equal(omni::BAD_OPERATION_UnRecognisedOperationName, own::bad_operation_unknown));
static_assert(equal(omni::BAD_INV_ORDER_WouldDeadLock, own::bad_inv_order_would_deadlock));
static_assert(equal(omni::BAD_INV_ORDER_ORBHasShutdown, own::bad_inv_order_orb_shut_down));
static_assert(equal(omni::BAD_INV_ORDER_ServantManagerAlreadySet, own::bad_inv_order_servant_manager_set));
static_assert(equal(omni::BAD_INV_ORDER_POACreationDuringDestruction, own::bad_inv_order_poa_destroyed));
static_assert(equal(omni::TRANSIENT_POANoResource, own::transient_poa_discarding));
static_assert(equal(omni::TRANSIENT_NoUsableProfile, own::transient_no_usable_profile));
static_assert(equal(omni::TRANSIENT_POADestroyed, own::transient_poa_destroyed));
static_assert(equal(omni::TRANSIENT_ConnectFailed, own::transient_connect_failed));
static_assert(equal(omni::TRANSIENT_ConnectionClosed, own::transient_closed_by_peer));
static_assert(equal(omni::OBJ_ADAPTER_POAUnknownAdapter, own::obj_adapter_unknown_adapter));
static_assert(equal(omni::OBJ_ADAPTER_NoDefaultServant, own::obj_adapter_no_default_servant));
static_assert(equal(omni::OBJ_ADAPTER_NoServantManager, own::obj_adapter_no_servant_manager));
static_assert(equal(omni::OBJ_ADAPTER_WrongIncarnatePolicy, own::obj_adapter_incarnate_policy));
static_assert(equal(omni::DATA_CONVERSION_CannotMapChar, own::data_conversion_character));
static_assert(equal(omni::OBJECT_NOT_EXIST_NoMatch, own::object_not_exist_object));
static_assert(equal(omni::TIMEOUT_CallTimedOutOnClient, own::timeout_call));

}  // namespace
