#include "dimma/client_checks.hpp"

namespace mapped {
namespace {

using checks::require_equal;

template <class Expected, class Call>
void require_raises(Call call, const std::string& what) {
  try {
    call();
  } catch (const Expected&) {
    return;
  }
  throw checks::Failed(what + " returned");
}

void check_rich(const Ref<Everything::Errors>& errors) {
  std::string kept = "something";
  try {
    errors->raise_rich(7, kept);
  } catch (const Everything::Rich& rich) {
    require_equal(rich.code(), 7, "code");
    require_equal(rich.texts().size(), 2U, "texts");
    require_equal(rich.texts().at(0), "first", "texts[0]");
    require_equal(rich.texts().at(1), "something", "texts[1]");
    require_equal(rich.place().x(), 8, "place.x");
    require_equal(rich.place().y(), -7, "place.y");
    return;
  }
  throw checks::Failed("raise_rich returned");
}

void check_user_exceptions(checks::Checks& checks, const Ref<Everything::Errors>& errors) {
  checks.run("user_exception_without_members",
             [&] { require_raises<Everything::Empty>([&] { errors->raise_empty(); }, "raise_empty"); });
  checks.run("user_exception_with_members", [&] { check_rich(errors); });
  checks.run("second_of_two_user_exceptions", [&] {
    std::string kept;
    require_raises<Everything::Empty>([&] { errors->raise_rich(-1, kept); }, "raise_rich");
  });
  checks.run("user_exception_not_raised", [&] {
    std::string kept = "as it was";
    require_equal(errors->raise_rich(0, kept), "as it was", "result");
  });
  checks.run("undeclared_user_exception",
             [&] { require_raises<CORBA::UNKNOWN>([&] { errors->raise_undeclared(); }, "raise_undeclared"); });
}

void check_system_exception(const Ref<Everything::Errors>& errors, const std::string& name, std::uint32_t minor,
                            CORBA::CompletionStatus completed) {
  const std::string what = name + ' ' + std::to_string(completed);
  try {
    errors->raise_system(name, minor, completed);
  } catch (const CORBA::SystemException& raised) {
    require_equal(std::string(raised._name()), name, what);
    require_equal(raised.minor(), minor, what + "'s minor code");
    require_equal(raised.completed(), completed, what + "'s completion");
    return;
  }
  throw checks::Failed(what + " was not raised");
}

// The system exceptions that omniORB has too.
constexpr const char* names[] = {"UNKNOWN",
                                 "BAD_PARAM",
                                 "NO_MEMORY",
                                 "IMP_LIMIT",
                                 "COMM_FAILURE",
                                 "INV_OBJREF",
                                 "NO_PERMISSION",
                                 "INTERNAL",
                                 "MARSHAL",
                                 "INITIALIZE",
                                 "NO_IMPLEMENT",
                                 "BAD_TYPECODE",
                                 "BAD_OPERATION",
                                 "NO_RESOURCES",
                                 "NO_RESPONSE",
                                 "PERSIST_STORE",
                                 "BAD_INV_ORDER",
                                 "TRANSIENT",
                                 "FREE_MEM",
                                 "INV_IDENT",
                                 "INV_FLAG",
                                 "INTF_REPOS",
                                 "BAD_CONTEXT",
                                 "OBJ_ADAPTER",
                                 "DATA_CONVERSION",
                                 "OBJECT_NOT_EXIST",
                                 "TRANSACTION_REQUIRED",
                                 "TRANSACTION_ROLLEDBACK",
                                 "INVALID_TRANSACTION",
                                 "INV_POLICY",
                                 "CODESET_INCOMPATIBLE",
                                 "REBIND",
                                 "TIMEOUT",
                                 "BAD_QOS"};

}  // namespace

void check_exceptions(checks::Checks& checks, Session& session) {
  auto errors = session.through(session.root->get_errors());
  check_user_exceptions(checks, errors);
  for (const std::string name : names) {
    checks.run("system_exception_" + name, [&] {
      check_system_exception(errors, name, 0x4f4d0001U, CORBA::COMPLETED_YES);
      check_system_exception(errors, name, 0xfedcba98U, CORBA::COMPLETED_MAYBE);
      check_system_exception(errors, name, 3, CORBA::COMPLETED_NO);
    });
  }
}

}  // namespace mapped
