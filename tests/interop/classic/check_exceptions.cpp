#include "classic/client_checks.hpp"
#include "classic/system_exceptions.hpp"
#include "peer.hpp"

#include <vector>

namespace classic {
namespace {

using checks::require;
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

std::string text_of(const Everything::StringSeq& texts, CORBA::ULong index) {
  const char* const text = texts[index];
  return text;
}

void check_user_exceptions(checks::Checks& checks, Everything::Errors_ptr errors) {
  checks.run("user_exception_without_members",
             [errors] { require_raises<Everything::Empty>([errors] { errors->raise_empty(); }, "raise_empty"); });
  checks.run("user_exception_with_members", [errors] {
    CORBA::String_var kept = CORBA::string_dup("something");
    try {
      const CORBA::String_var result = errors->raise_rich(7, kept.inout());
    } catch (const Everything::Rich& rich) {
      require_equal(rich.code, 7, "code");
      require_equal(rich.texts.length(), 2U, "texts");
      require_equal(text_of(rich.texts, 0), "first", "texts[0]");
      require_equal(text_of(rich.texts, 1), "something", "texts[1]");
      require_equal(rich.place.x, 8, "place.x");
      require_equal(rich.place.y, -7, "place.y");
      return;
    }
    throw checks::Failed("raise_rich returned");
  });
  checks.run("second_of_two_user_exceptions", [errors] {
    CORBA::String_var kept = CORBA::string_dup("");
    require_raises<Everything::Empty>([&] { CORBA::String_var(errors->raise_rich(-1, kept.inout())); }, "raise_rich");
  });
  checks.run("user_exception_not_raised", [errors] {
    CORBA::String_var kept = CORBA::string_dup("as it was");
    const CORBA::String_var result = errors->raise_rich(0, kept.inout());
    require_equal(std::string(result.in()), "as it was", "result");
  });
  checks.run("undeclared_user_exception", [errors] {
    require_raises<CORBA::UNKNOWN>([errors] { errors->raise_undeclared(); }, "raise_undeclared");
  });
}

void check_system_exception(Everything::Errors_ptr errors, const char* name, CORBA::ULong minor,
                            CORBA::CompletionStatus completed) {
  const std::string what = std::string(name) + ' ' + std::to_string(completed);
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

void check_system_exceptions(checks::Checks& checks, Everything::Errors_ptr errors) {
  never_repeat_calls(errors);
#define NAME(EXCEPTION) #EXCEPTION,
  static constexpr const char* names[] = {EVERYTHING_SYSTEM_EXCEPTIONS(NAME)};
#undef NAME
  for (const char* const name : names) {
    checks.run(std::string("system_exception_") + name, [errors, name] {
      check_system_exception(errors, name, 0x4f4d0001U, CORBA::COMPLETED_YES);
      check_system_exception(errors, name, 0xfedcba98U, CORBA::COMPLETED_MAYBE);
      check_system_exception(errors, name, 3, CORBA::COMPLETED_NO);
    });
  }
}

}  // namespace

void check_exceptions(checks::Checks& checks, const Session& session) {
  const Everything::Errors_var errors = session.root->get_errors();
  check_user_exceptions(checks, errors);
  check_system_exceptions(checks, errors);
}

}  // namespace classic
