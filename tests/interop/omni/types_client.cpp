// types_client --root REF [--wide yes|no|skip] [omniORB's options]: checks a server of types.idl, prints each check and
// its outcome; status 0 if all passed.

#include "common/checks.hpp"
#include "common/program.hpp"

#include <types.hh>

#include <cstring>
#include <cwchar>
#include <memory>
#include <vector>

namespace {

using checks::require;

std::string describe_exception() {
  try {
    throw;
  } catch (const CORBA::SystemException& exception) {
    std::ostringstream text;
    text << "CORBA::" << exception._name() << " (minor 0x" << std::hex << exception.minor() << std::dec
         << ", completed " << exception.completed() << ')';
    return text.str();
  } catch (const CORBA::Exception& exception) {
    return exception._name();
  } catch (const std::exception& exception) {
    return exception.what();
  }
}

// Compares two values by the octets that omniORB would send.
template <class T>
bool alike(const T& left, const T& right) {
  cdrMemoryStream of_left(0, true);  // padding is zero
  cdrMemoryStream of_right(0, true);
  const_cast<T&>(left) >>= of_left;
  const_cast<T&>(right) >>= of_right;
  return of_left.bufSize() == of_right.bufSize() &&
         std::memcmp(of_left.bufPtr(), of_right.bufPtr(), of_left.bufSize()) == 0;
}

template <class T, class Turn>
void check_echo(const std::vector<T>& values, Turn turn) {
  for (const T& a : values) {
    for (const T& b : values) {
      T first = b;
      T* second = nullptr;
      const std::unique_ptr<T> result(turn(a, first, second));
      const std::unique_ptr<T> kept(second);
      require(alike(*result, a), "the result differs");
      require(alike(first, a), "b differs");
      require(alike(*kept, b), "c differs");
    }
  }
}

std::vector<Types::Choice> choices() {
  std::vector<Types::Choice> made(9);
  made[0].number(-5);
  made[1].text("text");
  made[2].text("text");
  made[2]._d(-3);
  Types::Point place;
  place.x = 1;
  place.y = 2;
  made[3].place(place);
  CORBA::Octet* const octets = Types::Octets::allocbuf(3);
  for (int i = 0; i < 3; ++i) octets[i] = static_cast<CORBA::Octet>(i + 100);
  const Types::Octets raw(3, 3, octets, true);
  made[4].raw(raw);
  made[5].flag(true);
  made[6].card(Types::spades);
  made[7].exact(0.1);
  made[8]._default();
  return made;
}

std::vector<Types::Tree> trees() {
  std::vector<Types::Tree> made(3);
  made[0].leaf("leaf");
  made[1].branches(Types::Forest());
  Types::Forest forest;
  forest.length(2);
  forest[0] = made[0];
  forest[1] = made[1];
  made[2].branches(forest);
  return made;
}

std::vector<Types::Unions> unions() {
  std::vector<Types::Unions> made(2);
  const auto some = choices();
  for (auto& each : made) {
    each.first = 1;
    each.last = 255;
    each.one = some[1];
    each.two.no(0.5);
    each.three.number(7);
    each.four.most(-1);
    each.five.none(9);
    each.six.red(some[3]);
    each.seven = trees()[2];
    each.both[0] = some[0];
    each.both[1] = some[8];
    each.many.length(static_cast<CORBA::ULong>(some.size()));
    for (CORBA::ULong i = 0; i < each.many.length(); ++i) each.many[i] = some[i];
  }
  made[1].two.yes("yes");
  made[1].three.raw(some[4].raw());
  made[1].four.least("least");
  made[1].five.most("most");
  made[1].six.black("black");
  made[1].six._d(Types::spades);
  return made;
}

Types::Wide wide(const wchar_t* text) {
  Types::Wide made;
  made.first = 1;
  made.letter = text[0];
  made.text = CORBA::wstring_dup(text);
  made.tag = CORBA::wstring_dup(text);
  made.many.length(2);
  made.many[0] = CORBA::wstring_dup(L"");
  made.many[1] = CORBA::wstring_dup(text);
  for (int i = 0; i < 3; ++i) made.row[i] = text[i];
  made.narrow = CORBA::string_dup("narrow");
  made.last = 255;
  return made;
}

bool alike(const Types::Wide& left, const Types::Wide& right) {
  const auto same = [](const CORBA::WChar* one, const CORBA::WChar* other) { return std::wcscmp(one, other) == 0; };
  return left.first == right.first && left.letter == right.letter && same(left.text, right.text) &&
         same(left.tag, right.tag) && left.many.length() == right.many.length() && same(left.many[0], right.many[0]) &&
         same(left.many[1], right.many[1]) && std::memcmp(left.row, right.row, sizeof left.row) == 0 &&
         std::strcmp(left.narrow, right.narrow) == 0 && left.last == right.last;
}

void check_wide(Types::Echo_ptr echo) {
  const Types::Wide a = wide(L"caf\u00e9\u20ac");
  const Types::Wide b = wide(L"abc");
  Types::Wide first = b;
  Types::Wide_var second;
  const Types::Wide_var result = echo->echo_Wide(a, first, second.out());
  require(alike(result.in(), a), "the result differs");
  require(alike(first, a), "b differs");
  require(alike(second.in(), b), "c differs");
  const CORBA::WString_var twice = echo->twice(L"a\u20ac", L'b');
  require(std::wcscmp(twice, L"a\u20acba\u20ac") == 0, "the text differs");
}

void check_exceptions(Types::Echo_ptr echo) {
  Types::Choice refused;
  refused.number(666);
  Types::Choice why = choices()[2];
  Types::Choice_var out;
  try {
    const Types::Choice_var result = echo->echo_Choice(refused, why, out.out());
  } catch (const Types::Refused& exception) {
    require(alike(exception.why, why), "the exception's member differs");
    return;
  }
  throw checks::Failed("no exception");
}

template <class T>
void check_any_of(Types::Echo_ptr echo, const T& value) {
  CORBA::Any a;
  a <<= value;
  CORBA::Any b;
  b <<= "text";
  CORBA::Any_var c;
  const CORBA::Any_var result = echo->echo_any(a, b, c.out());
  const CORBA::Any_var rebuilt = echo->rebuilt(a);
  const char* text = nullptr;
  require((c.in() >>= text) && std::strcmp(text, "text") == 0, "c differs");
  const CORBA::Any* const all[] = {&result.in(), &b, &rebuilt.in()};
  for (const CORBA::Any* each : all) {
    const T* taken = nullptr;
    require(*each >>= taken, "another type came back");
    require(alike(*taken, value), "another value came back");
  }
  const CORBA::TypeCode_var type = echo->type_of(a);
  const CORBA::TypeCode_var own = a.type();
  require(type->equal(own), "the TypeCode differs");
}

void check_any(Types::Echo_ptr echo, bool with_wide) {
  for (const auto& each : trees()) check_any_of(echo, each);
  for (const auto& each : unions()) check_any_of(echo, each);
  if (with_wide) check_any_of(echo, wide(L"abc"));
}

void check_any_of_a_reference(Types::Echo_ptr echo) {
  CORBA::Any any;
  any <<= echo;
  const CORBA::Any_var result = echo->rebuilt(any);
  Types::Echo_ptr same = Types::Echo::_nil();
  require(result.in() >>= same, "no reference to an Echo");
  require(same->_is_equivalent(echo), "another object");
}

int check(int argc, char** argv) {
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  const program::Options options(argc, argv);
  const CORBA::Object_var object = orb->string_to_object(options.required("--root").c_str());
  const Types::Echo_var echo = Types::Echo::_narrow(object);
  require(!CORBA::is_nil(echo), "--root is no Types::Echo");
  checks::Checks checks(describe_exception);
  const auto at = echo.in();
  checks.run("echo_Choice",
             [at] { check_echo(choices(), [at](auto& a, auto& b, auto*& c) { return at->echo_Choice(a, b, c); }); });
  checks.run("echo_Tree",
             [at] { check_echo(trees(), [at](auto& a, auto& b, auto*& c) { return at->echo_Tree(a, b, c); }); });
  checks.run("echo_Unions",
             [at] { check_echo(unions(), [at](auto& a, auto& b, auto*& c) { return at->echo_Unions(a, b, c); }); });
  checks.run("exceptions", [at] { check_exceptions(at); });
  const bool with_wide = options.optional("--wide", "yes") == "yes";
  checks.run("any", [at, with_wide] { check_any(at, with_wide); });
  checks.run("any_of_a_reference", [at] { check_any_of_a_reference(at); });
  if (with_wide) checks.run("echo_Wide", [at] { check_wide(at); });
  const int status = checks.finish();
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return check(argc, argv);
  } catch (...) {
    std::cerr << "types_client: " << describe_exception() << '\n';
  }
  return 1;
}
