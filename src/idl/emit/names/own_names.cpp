#include "idl/emit/names/own_names.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace dimma::idl::cxx {

namespace {

// Names separated by blanks. Typedefs have a list of their own, since a namespace may repeat a typedef.
struct OwnNames {
  std::string_view scope;
  std::string_view header;
  std::string_view names;
  std::string_view typedefs = {};
};

// Names of orb.idl and of the installed IDL are not listed, since the front end contains their declarations.
constexpr std::array own_names = {
    OwnNames{"CORBA", "dimma/exception.hpp",
             " Exception SystemException UserException CompletionStatus COMPLETED_YES COMPLETED_NO COMPLETED_MAYBE "
             "ACTIVITY_COMPLETED ACTIVITY_REQUIRED BAD_CONTEXT BAD_INV_ORDER BAD_OPERATION BAD_PARAM BAD_QOS "
             "BAD_TYPECODE "
             "CODESET_INCOMPATIBLE COMM_FAILURE DATA_CONVERSION FREE_MEM IMP_LIMIT INITIALIZE INTERNAL INTF_REPOS "
             "INVALID_ACTIVITY INVALID_TRANSACTION INV_FLAG INV_IDENT INV_OBJREF INV_POLICY MARSHAL NO_IMPLEMENT "
             "NO_MEMORY "
             "NO_PERMISSION NO_RESOURCES NO_RESPONSE OBJECT_NOT_EXIST OBJ_ADAPTER PERSIST_STORE REBIND "
             "THREAD_CANCELLED "
             "TIMEOUT TRANSACTION_MODE TRANSACTION_REQUIRED TRANSACTION_ROLLEDBACK TRANSACTION_UNAVAILABLE TRANSIENT "
             "UNKNOWN "},
    OwnNames{"CORBA", "dimma/corba.hpp",
             " Any LocalObject Object ObjectAccess OMGVMCID amic_traits make_reference object_reference "
             "servant_reference "
             "servant_traits weak_object_reference weak_servant_reference typecode_reference ORB ORB_init "},
    OwnNames{"CORBA", "dimma/abstract_base.hpp", " AbstractBase abstractbase_reference weak_abstractbase_reference "},
    OwnNames{"CORBA", "dimma/value.hpp",
             " ValueBase ValueFactoryBase valuetype_reference weak_valuetype_reference value_reference "
             "weak_value_reference valuefactory_reference weak_valuefactory_reference valuetype_traits ",
             " ValueFactory "},
    OwnNames{"CORBA", "dimma/custom_value.hpp", " BadFixedValue CustomMarshal DataInputStream DataOutputStream "},
    OwnNames{"CORBA", "dimma/dii.hpp",
             " ARG_IN ARG_OUT ARG_INOUT ExceptionList NVList NamedValue Request UnknownUserException "},
    OwnNames{"CORBA", "dimma/dsi.hpp", " ServerRequest "},
    OwnNames{"CORBA", "dimma/policy.hpp",
             " PolicyError BAD_POLICY BAD_POLICY_TYPE BAD_POLICY_VALUE UNSUPPORTED_POLICY UNSUPPORTED_POLICY_VALUE ",
             " PolicyErrorCode "},
    OwnNames{"CORBA", "dimma/domain_manager.hpp", " ConstructionPolicy DomainManager SecConstruction ",
             " DomainManagersList "},
    OwnNames{"CORBA", "dimma/messaging.hpp", " InvalidPolicies PolicyCurrent PolicyManager SetOverrideType "},
    OwnNames{"CORBA", "dimma/typecode_factory.hpp", " TypeCodeFactory "},
    OwnNames{"Dynamic", "dimma/interceptor.hpp", " Parameter ",
             " ContextList ExceptionList ParameterList RequestContext "},
    OwnNames{"DynamicAny", "dimma/dynamic_any.hpp",
             " DynAny DynAnyFactory DynArray DynEnum DynFixed DynSequence DynStruct DynUnion DynValue DynValueBox "
             "DynValueCommon MustTruncate NameDynAnyPair NameValuePair ",
             " AnySeq DynAnySeq FieldName NameDynAnyPairSeq NameValuePairSeq "},
    OwnNames{"IDL", "dimma/corba.hpp",
             " Fixed bounded_map bounded_string bounded_vector bounded_wstring fixed_number formatter traits optional "
             "nullopt "},
    OwnNames{"IOP", "dimma/codec_factory.hpp", " Codec CodecFactory ENCODING_CDR_ENCAPS Encoding Encoding_1_2 ",
             " EncodingFormat "},
    OwnNames{"Messaging", "dimma/messaging.hpp",
             " MAX_HOPS_POLICY_TYPE QUEUE_ORDER_POLICY_TYPE REBIND_POLICY_TYPE RELATIVE_REQ_TIMEOUT_POLICY_TYPE "
             "RELATIVE_RT_TIMEOUT_POLICY_TYPE REPLY_END_TIME_POLICY_TYPE REPLY_PRIORITY_POLICY_TYPE "
             "REPLY_START_TIME_POLICY_TYPE REQUEST_END_TIME_POLICY_TYPE REQUEST_PRIORITY_POLICY_TYPE "
             "REQUEST_START_TIME_POLICY_TYPE ROUTING_POLICY_TYPE RelativeRoundtripTimeoutPolicy SYNC_NONE "
             "SYNC_SCOPE_POLICY_TYPE SYNC_WITH_SERVER SYNC_WITH_TARGET SYNC_WITH_TRANSPORT SyncScopePolicy ",
             " SyncScope "},
    OwnNames{"Messaging", "dimma/reply_handler.hpp", " ExceptionHolder ReplyHandler "},
    OwnNames{"PortableInterceptor", "dimma/interceptor.hpp",
             " ClientRequestInfo ClientRequestInterceptor Current ForwardRequest Interceptor LOCATION_FORWARD "
             "RequestInfo "
             "SUCCESSFUL SYSTEM_EXCEPTION ServerRequestInfo ServerRequestInterceptor TRANSPORT_RETRY UNKNOWN "
             "USER_EXCEPTION ",
             " ReplyStatus SlotId "},
    OwnNames{"PortableInterceptor", "dimma/ior_interceptor.hpp",
             " ACTIVE DISCARDING HOLDING INACTIVE IORInfo IORInterceptor IORInterceptor_3_0 NON_EXISTENT "
             "ObjectReferenceFactory ObjectReferenceTemplate ",
             " AdapterManagerId AdapterName AdapterState ORBId ObjectId ObjectReferenceTemplateSeq ServerId "},
    OwnNames{"PortableInterceptor", "dimma/orb_initializer.hpp",
             " ORBInitInfo ORBInitializer PolicyFactory register_orb_initializer "},
    OwnNames{"PortableServer", "dimma/poa.hpp",
             " AdapterActivator Current ForwardRequest ObjectId_to_string ObjectId_to_wstring POA POAManager "
             "POAManagerFactory ServantActivator ServantLocator ServantManager string_to_ObjectId wstring_to_ObjectId ",
             " ObjectId POAList POAManagerSeq "},
    OwnNames{"PortableServer", "dimma/servant.hpp", " Servant ServantBase "},
    OwnNames{"PortableServer", "dimma/dsi.hpp", " DynamicImplementation "},
    OwnNames{"PortableServer", "dimma/policy.hpp",
             " ID_ASSIGNMENT_POLICY_ID ID_UNIQUENESS_POLICY_ID IMPLICIT_ACTIVATION_POLICY_ID IdAssignmentPolicy "
             "IdAssignmentPolicyValue IdUniquenessPolicy IdUniquenessPolicyValue ImplicitActivationPolicy "
             "ImplicitActivationPolicyValue LIFESPAN_POLICY_ID LifespanPolicy LifespanPolicyValue "
             "REQUEST_PROCESSING_POLICY_ID RequestProcessingPolicy RequestProcessingPolicyValue "
             "SERVANT_RETENTION_POLICY_ID ServantRetentionPolicy ServantRetentionPolicyValue THREAD_POLICY_ID "
             "ThreadPolicy "
             "ThreadPolicyValue ValuePolicy "},
};

bool holds(std::string_view names, std::string_view name) {
  return names.find(" " + std::string(name) + " ") != std::string_view::npos;
}

}  // namespace

std::string_view own_header_with(std::string_view scope, std::string_view name, bool is_typedef) {
  const auto found = std::find_if(own_names.begin(), own_names.end(), [&](const OwnNames& each) {
    return each.scope == scope && (holds(each.names, name) || (!is_typedef && holds(each.typedefs, name)));
  });
  return found == own_names.end() ? std::string_view() : found->header;
}

std::string_view own_header_with(const Declaration& declaration) {
  const Declaration* const module = declaration.enclosing;
  const bool is_in_outermost =
      module != nullptr && module->kind == DeclarationKind::Module && module->enclosing == nullptr;
  if (!is_in_outermost || declaration.kind == DeclarationKind::ForwardDeclaration) return {};
  return own_header_with(module->identifier, declaration.identifier, declaration.kind == DeclarationKind::Typedef);
}

}  // namespace dimma::idl::cxx
