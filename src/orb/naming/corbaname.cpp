#include "orb/naming/corbaname.hpp"

#include "base/text/shown_text.hpp"

#include <dimma/generated/call.hpp>
#include <dimma/generated/plain_exception.hpp>
#include <dimma/minor.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace dimma::orb {

namespace {

[[noreturn]] void refuse(std::string_view text, const char* what) {
  throw CORBA::BAD_PARAM(minor::bad_param_scheme_specific, CORBA::COMPLETED_NO,
                         "name \"" + std::string(text) + "\": " + what);
}

class NameReader {
 public:
  explicit NameReader(std::string_view text) : text_(text) {}

  std::vector<NameComponent> read() {
    std::vector<NameComponent> name;
    do {
      name.push_back(read_component());
    } while (at_ < text_.size() && text_[at_++] == '/');
    return name;
  }

 private:
  bool at_end() const noexcept { return at_ == text_.size() || text_[at_] == '/'; }

  NameComponent read_component() {
    NameComponent component;
    if (at_end()) refuse(text_, "an empty component");
    component.id = read_word();
    if (at_end()) return component;
    ++at_;  // the dot
    const bool is_point_alone = component.id.empty();
    component.kind = read_word();
    if (!at_end()) refuse(text_, "a component with two dots");
    if (component.kind.empty() && !is_point_alone) refuse(text_, "a component that ends with a dot");
    return component;
  }

  // Reads up to a dot, the end of the component or the end of the text.
  std::string read_word() {
    std::string word;
    while (!at_end() && text_[at_] != '.') {
      if (text_[at_] == '\\') {
        if (++at_ == text_.size()) refuse(text_, "a backslash at the end");
        if (std::string_view("./\\").find(text_[at_]) == std::string_view::npos) {
          refuse(text_, "an unnecessary backslash");
        }
      }
      word += text_[at_++];
    }
    return word;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

class NotBound final : public plain_exception<NotBound> {
 public:
  static constexpr const char* exception_name = "NotBound";
  static constexpr const char* repository_id = "";
  explicit NotBound(std::string what) noexcept : why(std::move(what)) {}
  std::string why;
};

// Reads the components that the service did not find, and returns the first of them.
std::string read_first_of_rest(cdr::Decoder& in) {
  constexpr std::size_t component_octets_min = 8;
  std::string first;
  for (std::size_t left = in.get_length(component_octets_min), i = 0; i < left; ++i) {
    std::string component(in.get_string_view());
    const auto kind = in.get_string_view();
    if (!kind.empty()) component.append(".").append(kind);
    if (i == 0) first = std::move(component);
  }
  return first;
}

[[noreturn]] void raise_not_found(cdr::Decoder& in) {
  static constexpr const char* reasons[] = {"a part of the name is not bound", "a part of the name is not a context",
                                            "the name is that of a context"};
  const auto reason = in.get<std::uint32_t>();
  std::string why = reason < std::size(reasons) ? reasons[reason] : "the name is not bound";
  const auto first = read_first_of_rest(in);
  if (!first.empty()) why += ", at '" + shown_text(first) + "'; 'dimma naming tree' lists the names";
  throw NotBound(std::move(why));
}
[[noreturn]] void raise_cannot_proceed(cdr::Decoder&) { throw NotBound("the naming service cannot proceed"); }
[[noreturn]] void raise_invalid_name(cdr::Decoder&) { throw NotBound("the naming service does not accept the name"); }

constexpr ExceptionEntry raises[] = {
    {"IDL:omg.org/CosNaming/NamingContext/NotFound:1.0", raise_not_found},
    {"IDL:omg.org/CosNaming/NamingContext/CannotProceed:1.0", raise_cannot_proceed},
    {"IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0", raise_invalid_name},
};
constexpr Operation resolve{.name = "resolve", .raises = raises};

void write_name(cdr::Encoder& out, const std::vector<NameComponent>& name) {
  out.put_length(name.size());
  for (const NameComponent& component : name) {
    out.put_string(component.id);
    out.put_string(component.kind);
  }
}

[[noreturn]] void raise_not_bound(const std::string& url, const NotBound& refused) {
  throw CORBA::BAD_PARAM(minor::bad_param_string_to_object, CORBA::COMPLETED_NO, url + ": " + refused.why);
}

class ResolveCompletion final : public AsyncCompletion {
 public:
  ResolveCompletion(std::vector<NameComponent> name, std::string url, std::shared_ptr<Completion> steps,
                    NameResolved done)
      : name_(std::move(name)), url_(std::move(url)), steps_(std::move(steps)), done_(std::move(done)) {}

  void write(cdr::Encoder& out) override { write_name(out, name_); }
  void read(cdr::Decoder& in) override { object_ = cdr::read_object(in); }
  void post(std::shared_ptr<AsyncStep> step) noexcept override { steps_->post(std::move(step)); }
  void complete(std::exception_ptr failure) noexcept override {
    try {
      if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
    } catch (const NotBound& refused) {
      failure = not_bound(refused);
    } catch (...) {
      failure = std::current_exception();
    }
    done_(std::move(object_), std::move(failure));
  }

 private:
  std::exception_ptr not_bound(const NotBound& refused) const noexcept {
    try {
      raise_not_bound(url_, refused);
    } catch (...) {
      return std::current_exception();
    }
  }

  const std::vector<NameComponent> name_;
  const std::string url_;
  const std::shared_ptr<Completion> steps_;
  const NameResolved done_;
  CORBA::object_reference<CORBA::Object> object_;
};

}  // namespace

std::vector<NameComponent> parse_name(std::string_view text) { return NameReader(text).read(); }

CORBA::object_reference<CORBA::Object> resolve_name(const CORBA::Object& context,
                                                    const std::vector<NameComponent>& name, const std::string& url) {
  CORBA::object_reference<CORBA::Object> object;
  try {
    call(
        context, resolve, [&name](cdr::Encoder& out) { write_name(out, name); },
        [&object](cdr::Decoder& in) { object = cdr::read_object(in); });
  } catch (const NotBound& refused) {
    raise_not_bound(url, refused);
  }
  return object;
}

std::shared_ptr<AsyncCall> begin_resolve_name(const CORBA::Object& context, std::vector<NameComponent> name,
                                              std::string url, std::shared_ptr<Completion> steps,
                                              NameResolved done) noexcept {
  return begin_async_call(
      context, resolve,
      std::make_shared<ResolveCompletion>(std::move(name), std::move(url), std::move(steps), std::move(done)));
}

}  // namespace dimma::orb
