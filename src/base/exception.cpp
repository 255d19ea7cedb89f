#include <dimma/exception.hpp>
#include <dimma/minor.hpp>
#include <dimma/reference.hpp>

#include "base/sync/sync.hpp"
#include "base/text/print_number.hpp"

#include <algorithm>
#include <iomanip>
#include <locale>
#include <memory>
#include <ostream>
#include <sstream>
#include <utility>

namespace CORBA {

// A text that what() has returned. If what() is called again after the exception was changed, it returns a new text,
// and the pointers returned earlier stay valid.
struct Exception::Text {
  std::string words;
  Text* older = nullptr;
};

Exception::~Exception() {
  for (Text* text = texts_; text != nullptr;) delete std::exchange(text, text->older);
}

const char* Exception::what() const noexcept {
  try {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    _print(out);
    auto made = std::make_unique<Text>(Text{std::move(out).str()});
    const dimma::sync::AtomicReference<Text*> newest(texts_);
    Text* known = newest.load(std::memory_order_acquire);
    for (const Text* text = known; text != nullptr; text = text->older) {
      if (text->words == made->words) return text->words.c_str();
    }
    do {
      made->older = known;
    } while (!newest.compare_exchange_weak(known, made.get(), std::memory_order_acq_rel, std::memory_order_acquire));
    return made.release()->words.c_str();
  } catch (...) {
    return _name();
  }
}

namespace {
const char* name_of(CompletionStatus completed) noexcept {
  switch (completed) {
    case COMPLETED_YES:
      return "COMPLETED_YES";
    case COMPLETED_NO:
      return "COMPLETED_NO";
    case COMPLETED_MAYBE:
      return "COMPLETED_MAYBE";
  }
  return "completion unknown";
}
}  // namespace

void Exception::_print(std::ostream& out) const { out << _name() << " (" << _rep_id() << ")"; }

void UserException::_insert(Any&) const {
  throw NO_IMPLEMENT(dimma::minor::no_implement_any_kind, COMPLETED_NO,
                     std::string("an Any cannot hold exception ") + _rep_id());
}

void SystemException::_print(std::ostream& out) const {
  out << "CORBA::" << _name();
  const auto flags = out.flags();
  const auto fill = out.fill('0');
  out << " (minor 0x" << std::hex << std::noshowbase << std::setw(8);
  dimma::print_classic(out, minor_);
  out.flags(flags);
  out.fill(fill);
  out << ", " << name_of(completed_) << ")";
  if (!detail_.empty()) out << ": " << detail_;
}

std::ostream& operator<<(std::ostream& out, const Exception& exception) {
  exception._print(out);
  return out;
}

}  // namespace CORBA

namespace dimma {

namespace {

struct Raiser {
  std::string_view name;
  void (*raise)(std::uint32_t minor, CORBA::CompletionStatus completed, std::string detail);
};

template <class Exception>
[[noreturn]] void raise(std::uint32_t minor, CORBA::CompletionStatus completed, std::string detail) {
  throw Exception(minor, completed, std::move(detail));
}

constexpr Raiser raisers[] = {
#define DIMMA_RAISER(NAME) {#NAME, raise<CORBA::NAME>},
    DIMMA_FOR_EACH_SYSTEM_EXCEPTION(DIMMA_RAISER)
#undef DIMMA_RAISER
};

constexpr std::string_view id_prefix = "IDL:omg.org/CORBA/";
constexpr std::string_view id_suffix = ":1.0";

// Returns the name within a standard repository id, or an empty view for any other id.
std::string_view standard_name(std::string_view id) noexcept {
  if (!id.starts_with(id_prefix) || !id.ends_with(id_suffix)) return {};
  id.remove_prefix(id_prefix.size());
  if (id.size() < id_suffix.size()) return {};
  id.remove_suffix(id_suffix.size());
  return id;
}

}  // namespace

void raise_system_exception(std::string_view repository_id, std::uint32_t minor, CORBA::CompletionStatus completed,
                            std::string detail) {
  const std::string_view name = standard_name(repository_id);
  const auto* const raiser = std::ranges::find(raisers, name, &Raiser::name);
  if (raiser != std::end(raisers)) raiser->raise(minor, completed, detail);
  constexpr std::size_t id_characters_max = 200;  // limits the length of an id that the peer has chosen
  std::string text = "non-standard system exception: ";
  text += repository_id.substr(0, id_characters_max);
  if (!detail.empty()) text += "; " + detail;
  throw CORBA::UNKNOWN(minor::unknown_system_exception, completed, std::move(text));
}

}  // namespace dimma

namespace CORBA::detail {

void raise_nil() {
  throw INV_OBJREF(dimma::minor::inv_objref_nil, COMPLETED_NO,
                   "an operation was called on a nil reference; narrow() returns one if the object is of another type");
}

}  // namespace CORBA::detail
