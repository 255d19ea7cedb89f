#pragma once
// Names of the naming service (formal/2004-10-03), as they are written in corbaname URLs: "a.context/an.object".

#include <dimma/generated/async_call.hpp>
#include <dimma/object.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::orb {

struct NameComponent {
  std::string id;
  std::string kind;

  friend bool operator==(const NameComponent&, const NameComponent&) = default;
};

// Components are separated by '/', id and kind by '.'; a backslash takes the special meaning from the octet after it;
// "." is a component with neither id nor kind (2.4.1). Throws CORBA::BAD_PARAM (OMG minor 9) that says what is wrong.
std::vector<NameComponent> parse_name(std::string_view text);

// Asks the naming context for the object that is bound to the name. Throws CORBA::BAD_PARAM (OMG minor 10), which names
// `url`, if the context says that there is no binding, and what calls throw.
CORBA::object_reference<CORBA::Object> resolve_name(const CORBA::Object& context,
                                                    const std::vector<NameComponent>& name, const std::string& url);

// The same without waiting. `steps` runs the steps of the call; its complete() is not called. Calls `done` once, on
// such a step, with the context's answer or what resolve_name() throws; never if a step is not run.
using NameResolved = std::function<void(CORBA::object_reference<CORBA::Object>, std::exception_ptr)>;
std::shared_ptr<AsyncCall> begin_resolve_name(const CORBA::Object& context, std::vector<NameComponent> name,
                                              std::string url, std::shared_ptr<Completion> steps,
                                              NameResolved done) noexcept;

}  // namespace dimma::orb
