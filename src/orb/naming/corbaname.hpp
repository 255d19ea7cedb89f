#pragma once
// Names of the naming service (formal/2004-10-03) as written in corbaname URLs, such as "a.context/an.object".

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

// Components are separated by '/', and a component's id and kind by '.'. A backslash removes the special meaning of the
// next octet. "." is a component with neither id nor kind (2.4.1). Throws CORBA::BAD_PARAM (OMG minor 9) with a detail.
std::vector<NameComponent> parse_name(std::string_view text);

// Resolves the name in the naming context. Throws CORBA::BAD_PARAM (OMG minor 10), whose detail names `url`, if the
// context reports that no object is bound to the name. Also throws what calls throw.
CORBA::object_reference<CORBA::Object> resolve_name(const CORBA::Object& context,
                                                    const std::vector<NameComponent>& name, const std::string& url);

// Like resolve_name(), but asynchronous. `steps` runs the steps of the call; its complete() is not called. Calls `done`
// once, on such a step, with the object or with what resolve_name() throws. If a step is never run, `done` is not
// called.
using NameResolved = std::function<void(CORBA::object_reference<CORBA::Object>, std::exception_ptr)>;
std::shared_ptr<AsyncCall> begin_resolve_name(const CORBA::Object& context, std::vector<NameComponent> name,
                                              std::string url, std::shared_ptr<Completion> steps,
                                              NameResolved done) noexcept;

}  // namespace dimma::orb
