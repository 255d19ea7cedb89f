#pragma once
/// Minor codes of the system exceptions that dimma raises (CORBA 3.3 part 1, 8.7.3.4 and annex A).
///
/// A code is the OMG's if the specification assigns one, otherwise dimma's own, with the vendor minor codeset id
/// `vmcid` (the letters "DM"). docs/reference/minor-codes.md explains the codes; a test keeps the two lists in sync.
/// dimma's own numbers are unique across all exceptions.

#include <dimma/generated/cxx20.hpp>

#include <cstdint>

namespace CORBA {
/// The vendor minor codeset id of the OMG: the upper 20 bits of its minor codes.
inline constexpr std::uint32_t OMGVMCID = 0x4f4d0000;
}  // namespace CORBA

namespace dimma::minor {

/// The vendor minor codeset id of dimma: the upper 20 bits of its minor codes.
inline constexpr std::uint32_t vmcid = 0x444d0000;

/// Return a code assigned by the OMG, and one assigned by dimma.
constexpr std::uint32_t omg(std::uint32_t number) noexcept { return CORBA::OMGVMCID | number; }
constexpr std::uint32_t own(std::uint32_t number) noexcept { return vmcid | number; }

// Assigned by the OMG.
inline constexpr std::uint32_t unknown_user_exception = omg(1);             // UNKNOWN
inline constexpr std::uint32_t unknown_system_exception = omg(2);           // UNKNOWN
inline constexpr std::uint32_t bad_param_scheme = omg(7);                   // BAD_PARAM
inline constexpr std::uint32_t bad_param_address = omg(8);                  // BAD_PARAM
inline constexpr std::uint32_t bad_param_scheme_specific = omg(9);          // BAD_PARAM
inline constexpr std::uint32_t bad_param_string_to_object = omg(10);        // BAD_PARAM
inline constexpr std::uint32_t bad_param_object_id = omg(14);               // BAD_PARAM
inline constexpr std::uint32_t bad_param_nil_initial_reference = omg(27);   // BAD_PARAM
inline constexpr std::uint32_t bad_param_policies = omg(30);                // BAD_PARAM
inline constexpr std::uint32_t bad_param_repository_id = omg(16);           // BAD_PARAM
inline constexpr std::uint32_t bad_param_typecode_name = omg(15);           // BAD_PARAM
inline constexpr std::uint32_t bad_param_member_name = omg(17);             // BAD_PARAM
inline constexpr std::uint32_t bad_param_label = omg(18);                   // BAD_PARAM
inline constexpr std::uint32_t bad_param_label_type = omg(19);              // BAD_PARAM
inline constexpr std::uint32_t bad_param_discriminator = omg(20);           // BAD_PARAM
inline constexpr std::uint32_t bad_param_set_exception = omg(21);           // BAD_PARAM
inline constexpr std::uint32_t bad_typecode_member = omg(2);                // BAD_TYPECODE
inline constexpr std::uint32_t marshal_no_value_factory = omg(1);           // MARSHAL
inline constexpr std::uint32_t no_implement_value = omg(1);                 // NO_IMPLEMENT
inline constexpr std::uint32_t bad_param_no_value_factory = omg(1);         // BAD_PARAM
inline constexpr std::uint32_t marshal_local_object = omg(4);               // MARSHAL
inline constexpr std::uint32_t marshal_wide_in_giop_1_0 = omg(5);           // MARSHAL
inline constexpr std::uint32_t intf_repos_none = omg(1);                    // INTF_REPOS
inline constexpr std::uint32_t intf_repos_unknown_interface = omg(2);       // INTF_REPOS
inline constexpr std::uint32_t inv_objref_no_wide_code_set = omg(1);        // INV_OBJREF
inline constexpr std::uint32_t data_conversion_character = omg(1);          // DATA_CONVERSION
inline constexpr std::uint32_t codeset_incompatible_none = omg(1);          // CODESET_INCOMPATIBLE
inline constexpr std::uint32_t bad_context_scope = omg(1);                  // BAD_CONTEXT
inline constexpr std::uint32_t bad_context_property = omg(2);               // BAD_CONTEXT
inline constexpr std::uint32_t bad_operation_unknown = omg(2);              // BAD_OPERATION
inline constexpr std::uint32_t bad_inv_order_would_deadlock = omg(3);       // BAD_INV_ORDER
inline constexpr std::uint32_t bad_inv_order_orb_shut_down = omg(4);        // BAD_INV_ORDER
inline constexpr std::uint32_t bad_inv_order_servant_manager_set = omg(6);  // BAD_INV_ORDER
inline constexpr std::uint32_t bad_inv_order_arguments = omg(7);            // BAD_INV_ORDER
inline constexpr std::uint32_t bad_inv_order_context = omg(8);              // BAD_INV_ORDER
inline constexpr std::uint32_t bad_inv_order_result = omg(9);               // BAD_INV_ORDER
inline constexpr std::uint32_t bad_inv_order_sent_already = omg(10);        // BAD_INV_ORDER
inline constexpr std::uint32_t bad_inv_order_not_sent = omg(11);            // BAD_INV_ORDER
inline constexpr std::uint32_t bad_inv_order_retrieved = omg(12);           // BAD_INV_ORDER
inline constexpr std::uint32_t bad_inv_order_not_deferred = omg(13);        // BAD_INV_ORDER
inline constexpr std::uint32_t bad_inv_order_poa_destroyed = omg(17);       // BAD_INV_ORDER
inline constexpr std::uint32_t bad_inv_order_interceptor = omg(14);         // BAD_INV_ORDER
inline constexpr std::uint32_t bad_inv_order_service_context = omg(15);     // BAD_INV_ORDER
inline constexpr std::uint32_t bad_inv_order_policy_factory = omg(16);      // BAD_INV_ORDER
inline constexpr std::uint32_t bad_param_service_context = omg(26);         // BAD_PARAM
inline constexpr std::uint32_t bad_param_component = omg(28);               // BAD_PARAM
inline constexpr std::uint32_t no_resources_interceptor = omg(1);           // NO_RESOURCES
inline constexpr std::uint32_t inv_policy_type = omg(2);                    // INV_POLICY
inline constexpr std::uint32_t inv_policy_no_factory = omg(3);              // INV_POLICY
inline constexpr std::uint32_t transient_poa_discarding = omg(1);           // TRANSIENT
inline constexpr std::uint32_t transient_no_usable_profile = omg(2);        // TRANSIENT
inline constexpr std::uint32_t transient_poa_destroyed = omg(4);            // TRANSIENT
inline constexpr std::uint32_t object_not_exist_no_adapter = omg(2);        // OBJECT_NOT_EXIST
inline constexpr std::uint32_t obj_adapter_unknown_adapter = omg(1);        // OBJ_ADAPTER
inline constexpr std::uint32_t obj_adapter_no_default_servant = omg(3);     // OBJ_ADAPTER
inline constexpr std::uint32_t obj_adapter_no_servant_manager = omg(4);     // OBJ_ADAPTER
inline constexpr std::uint32_t obj_adapter_incarnate_policy = omg(5);       // OBJ_ADAPTER
inline constexpr std::uint32_t obj_adapter_interceptor = omg(6);            // OBJ_ADAPTER
inline constexpr std::uint32_t obj_adapter_null_servant = omg(7);           // OBJ_ADAPTER

// Encoding and decoding of values.
inline constexpr std::uint32_t marshal_ends_early = own(0x001);             // MARSHAL
inline constexpr std::uint32_t marshal_malformed = own(0x002);              // MARSHAL
inline constexpr std::uint32_t marshal_length = own(0x003);                 // MARSHAL
inline constexpr std::uint32_t marshal_buffer_limit = own(0x004);           // MARSHAL
inline constexpr std::uint32_t marshal_length_too_large = own(0x005);       // MARSHAL
inline constexpr std::uint32_t bad_param_bound = own(0x006);                // BAD_PARAM
inline constexpr std::uint32_t bad_param_embedded_zero = own(0x007);        // BAD_PARAM
inline constexpr std::uint32_t no_memory_buffer = own(0x008);               // NO_MEMORY
inline constexpr std::uint32_t bad_param_union_member = own(0x009);         // BAD_PARAM
inline constexpr std::uint32_t bad_param_union_discriminator = own(0x00a);  // BAD_PARAM
inline constexpr std::uint32_t bad_typecode_malformed = own(0x00b);         // BAD_TYPECODE
inline constexpr std::uint32_t bad_typecode_not_equivalent = own(0x00c);    // BAD_TYPECODE
inline constexpr std::uint32_t bad_param_nil_typecode = own(0x00d);         // BAD_PARAM
inline constexpr std::uint32_t data_conversion_fixed = own(0x00f);          // DATA_CONVERSION
inline constexpr std::uint32_t no_implement_any_kind = own(0x00e);          // NO_IMPLEMENT
inline constexpr std::uint32_t bad_param_external = own(0x01a);             // BAD_PARAM
inline constexpr std::uint32_t bad_param_loan = own(0x01b);                 // BAD_PARAM
inline constexpr std::uint32_t no_memory_sealed = own(0x01c);               // NO_MEMORY
inline constexpr std::uint32_t marshal_value_depth = own(0x018);            // MARSHAL
inline constexpr std::uint32_t marshal_value_type = own(0x019);             // MARSHAL

// Messages of the protocol.
inline constexpr std::uint32_t marshal_message_too_large = own(0x021);  // MARSHAL
inline constexpr std::uint32_t marshal_addressing = own(0x024);         // MARSHAL
inline constexpr std::uint32_t internal_reply_status = own(0x026);      // INTERNAL
inline constexpr std::uint32_t internal_message_changed = own(0x0a3);   // INTERNAL

// Connections.
inline constexpr std::uint32_t comm_failure_connection_lost = own(0x040);  // COMM_FAILURE
inline constexpr std::uint32_t comm_failure_closed_by_peer = own(0x041);   // COMM_FAILURE
inline constexpr std::uint32_t comm_failure_protocol = own(0x042);         // COMM_FAILURE
inline constexpr std::uint32_t transient_connect_failed = own(0x044);      // TRANSIENT
inline constexpr std::uint32_t transient_connection_lost = own(0x045);     // TRANSIENT
inline constexpr std::uint32_t transient_closed_by_peer = own(0x046);      // TRANSIENT
inline constexpr std::uint32_t transient_no_channel = own(0x047);          // TRANSIENT
inline constexpr std::uint32_t timeout_call = own(0x048);                  // TIMEOUT
inline constexpr std::uint32_t timeout_resources = own(0x049);             // TIMEOUT
inline constexpr std::uint32_t no_resources_exhausted = own(0x04a);        // NO_RESOURCES
inline constexpr std::uint32_t initialize_listen = own(0x04b);             // INITIALIZE
inline constexpr std::uint32_t bad_inv_order_channel_closed = own(0x04c);  // BAD_INV_ORDER
inline constexpr std::uint32_t comm_failure_orb_ends = own(0x04d);         // COMM_FAILURE
inline constexpr std::uint32_t bad_qos_asynchronous = own(0x04e);          // BAD_QOS
inline constexpr std::uint32_t no_implement_flow_answer = own(0x050);      // NO_IMPLEMENT
inline constexpr std::uint32_t imp_limit_flow_operations = own(0x051);     // IMP_LIMIT
inline constexpr std::uint32_t bad_param_no_flow = own(0x052);             // BAD_PARAM

// References.
inline constexpr std::uint32_t inv_objref_nil = own(0x060);           // INV_OBJREF
inline constexpr std::uint32_t inv_objref_malformed = own(0x061);     // INV_OBJREF
inline constexpr std::uint32_t inv_objref_profile = own(0x062);       // INV_OBJREF
inline constexpr std::uint32_t inv_objref_no_profile = own(0x063);    // INV_OBJREF
inline constexpr std::uint32_t inv_objref_forward_loop = own(0x064);  // INV_OBJREF
inline constexpr std::uint32_t bad_param_file = own(0x065);           // BAD_PARAM
inline constexpr std::uint32_t imp_limit_object_key = own(0x066);     // IMP_LIMIT
inline constexpr std::uint32_t inv_policy_qos = own(0x067);           // INV_POLICY

// The ORB and its object adapters.
inline constexpr std::uint32_t bad_param_option = own(0x080);                // BAD_PARAM
inline constexpr std::uint32_t bad_param_nil_servant = own(0x081);           // BAD_PARAM
inline constexpr std::uint32_t bad_param_local_object = own(0x082);          // BAD_PARAM
inline constexpr std::uint32_t object_not_exist_object = own(0x083);         // OBJECT_NOT_EXIST
inline constexpr std::uint32_t unknown_foreign_exception = own(0x084);       // UNKNOWN
inline constexpr std::uint32_t no_implement_local_object = own(0x085);       // NO_IMPLEMENT
inline constexpr std::uint32_t no_implement_unsupported = own(0x086);        // NO_IMPLEMENT
inline constexpr std::uint32_t bad_param_argument = own(0x087);              // BAD_PARAM
inline constexpr std::uint32_t bad_typecode_no_exception = own(0x089);       // BAD_TYPECODE
inline constexpr std::uint32_t obj_adapter_inactive = own(0x088);            // OBJ_ADAPTER
inline constexpr std::uint32_t no_permission_callback = own(0x08f);          // NO_PERMISSION
inline constexpr std::uint32_t no_permission_policy = own(0x08d);            // NO_PERMISSION
inline constexpr std::uint32_t no_memory_servant = own(0x08b);               // NO_MEMORY
inline constexpr std::uint32_t marshal_local_exception = own(0x08c);         // MARSHAL
inline constexpr std::uint32_t object_not_exist_orb_destroyed = own(0x08a);  // OBJECT_NOT_EXIST
inline constexpr std::uint32_t bad_inv_order_in_use = own(0x08e);            // BAD_INV_ORDER
inline constexpr std::uint32_t object_not_exist_dyn_any = own(0x0a0);        // OBJECT_NOT_EXIST
inline constexpr std::uint32_t imp_limit_dyn_any = own(0x0a1);               // IMP_LIMIT
inline constexpr std::uint32_t no_implement_value_state = own(0x0a2);        // NO_IMPLEMENT
inline constexpr std::uint32_t object_not_exist_interception = own(0x0a4);   // OBJECT_NOT_EXIST
inline constexpr std::uint32_t bad_param_nil_interceptor = own(0x0a5);       // BAD_PARAM
inline constexpr std::uint32_t obj_adapter_no_executor = own(0x0a7);         // OBJ_ADAPTER
inline constexpr std::uint32_t no_response_dropped = own(0x0a6);             // NO_RESPONSE

// The naming service.
inline constexpr std::uint32_t imp_limit_name = own(0x0c0);              // IMP_LIMIT
inline constexpr std::uint32_t transient_binding_race = own(0x0c1);      // TRANSIENT
inline constexpr std::uint32_t no_permission_root_context = own(0x0c2);  // NO_PERMISSION
inline constexpr std::uint32_t object_not_exist_context = own(0x0c3);    // OBJECT_NOT_EXIST
inline constexpr std::uint32_t object_not_exist_iterator = own(0x0c4);   // OBJECT_NOT_EXIST
inline constexpr std::uint32_t bad_param_nil_bound = own(0x0c5);         // BAD_PARAM
inline constexpr std::uint32_t bad_param_how_many = own(0x0c6);          // BAD_PARAM
inline constexpr std::uint32_t bad_param_lease = own(0x0c7);             // BAD_PARAM
inline constexpr std::uint32_t no_resources_changes = own(0x0c8);        // NO_RESOURCES
inline constexpr std::uint32_t transient_store = own(0x0c9);             // TRANSIENT
inline constexpr std::uint32_t persist_store_failed = own(0x0ca);        // PERSIST_STORE
inline constexpr std::uint32_t persist_store_damaged = own(0x0cb);       // PERSIST_STORE
inline constexpr std::uint32_t comm_failure_store = own(0x0cc);          // COMM_FAILURE
inline constexpr std::uint32_t internal_store = own(0x0cd);              // INTERNAL
inline constexpr std::uint32_t no_permission_access = own(0x0e0);        // NO_PERMISSION
inline constexpr std::uint32_t no_implement_tls = own(0x0f0);            // NO_IMPLEMENT
inline constexpr std::uint32_t bad_param_credentials = own(0x0f1);       // BAD_PARAM
inline constexpr std::uint32_t no_permission_certificate = own(0x0f2);   // NO_PERMISSION

}  // namespace dimma::minor
