# Writes the export list of the shared library: cmake -DNEEDED=FILE -DMAP=FILE -P LibraryExports.cmake
#
# It hides the namespaces of the rooms, a class of theirs that is in no namespace, and instances of templates of the standard
# library and Boost, of which every program has its own. NEEDED lists the symbols among them that are exported nevertheless:
# those that other libraries of the project (dimma::tls, dimma::inspect and so on) refer to, and Boost's data that they share.
# `python3 tests/packages/packages_test.py ... needed` writes it.
cmake_minimum_required(VERSION 3.25)
# In namespace dimma: rooms, and internal classes and functions in public namespaces. tests/packages reads this list.
set(inside
  ObjectReference access assertion channel execution flow iiop observe orb qos reactor sealing sync tracing transport
  ClosableCount LoanArena copy_of duration_units give_back_to_system ipv6_literal is_shown_as_it_is no_deadline no_wait parse_duration shown_text without_zone
  arena_of enter_arena group_named leave_arena loans_within_process not_assembled require_assembled user_named
  IdAssignmentPolicyValue_members IdUniquenessPolicyValue_members ImplicitActivationPolicyValue_members
  LifespanPolicyValue_members RequestProcessingPolicyValue_members ServantRetentionPolicyValue_members
  ThreadPolicyValue_members
  asio::detail::Control asio::detail::RequestBatchScope::Open asio::detail::lock_call_memory
  asio::detail::unlock_call_memory
  cdr::TypeCodeCache cdr::active_member cdr::compact cdr::give_back_places cdr::is_described cdr::known_value_type
  cdr::make_described cdr::make_empty_value cdr::native_layout cdr::no_image cdr::read_label cdr::require_usable
  cdr::transfer cdr::withdraw_places cdr::write_exception cdr::write_label cdr::write_native
  log::Entry log::HistoryWanted log::KeptRecord log::detail log::event_counts log::kept_records log::level_names
  log::lock_log log::refill_limits log::room_names log::unlock_log log::unlock_log_in_child)
foreach(name IN LISTS inside)
  string(REPLACE "::" ";" parts ${name})
  set(mangled)
  foreach(part IN LISTS parts)
    string(LENGTH ${part} length)
    string(APPEND mangled ${length}${part})
  endforeach()
  list(APPEND hidden N5dimma${mangled} NK5dimma${mangled})
endforeach()
list(APPEND hidden N5boost NK5boost N9__gnu_cxx NK9__gnu_cxx St NSt NKSt NSa NSs Sa Ss)
# In the names of the Itanium C++ ABI: functions and variables; statics of functions and their guards; tables, type
# information and names of classes, of pointers to them and of lambdas; thunks; thread local variables; temporaries.
set(kinds _Z _ZZ _ZGV _ZGVZ _ZTV _ZTI _ZTS _ZTT _ZTC _ZTIP _ZTIPK _ZTSP _ZTSPK _ZTVZ _ZTIZ _ZTSZ "_ZTh*_" "_ZTv*_" _ZTH _ZTW _ZGR)
# Names in the rooms' namespaces that public headers use.
set(public _ZN5dimma3orb11UpcallFrame)

file(STRINGS ${NEEDED} needed REGEX "^[^#]")

set(text "{\n  global:\n    *;\n")
foreach(name IN LISTS public)
  string(APPEND text "    ${name}*;\n")
endforeach()
foreach(name IN LISTS needed)
  string(APPEND text "    ${name};\n")
endforeach()
string(APPEND text "  local:\n")
foreach(space IN LISTS hidden)
  foreach(kind IN LISTS kinds)
    string(APPEND text "    ${kind}${space}*;\n")
  endforeach()
endforeach()
# The type information of function types, of which every program has its own.
foreach(kind _ZTIF _ZTIPF _ZTSF _ZTSPF)
  string(APPEND text "    ${kind}*;\n")
endforeach()
string(APPEND text "};\n")
file(WRITE ${MAP} "${text}")
