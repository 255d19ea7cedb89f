#pragma once
// The way through all contexts below one, however they are bound to each other.

#include "services/tools/naming/listing.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace dimma::tools::naming {

// Contexts that have been met, and where first.
class Met {
 public:
  // The path of an equivalent context that was met before; nothing, and the context is remembered, if there is none.
  std::optional<CosNaming::Name> meet(const Context& context, const CosNaming::Name& path);

 private:
  std::map<std::uint32_t, std::vector<std::pair<Context, CosNaming::Name>>> by_hash_;
};

// Which contexts are the service's own: those whose references share an address with the root context's reference, or
// with a context that the service is asked to make for this, and that is destroyed at once. The way to the root may be
// given by another address than the service puts into its references.
class Home {
 public:
  explicit Home(const Session& session);
  bool has(const Context& context);

 private:
  void add(const Context& context);
  bool shares_address(const Context& context) const;

  const Session& session_;
  std::set<std::string> addresses_;
  bool has_asked_ = false;
};

class Visitor {
 public:
  virtual ~Visitor() = default;
  // `bound` is nil unless references are wanted.
  virtual void object(const CosNaming::Name& path, const ObjectRef& bound) = 0;
  // A context that was not met before; false: what is in it is not looked at.
  virtual bool context(const CosNaming::Name& path, const Context& bound) = 0;
  virtual void context_again(const CosNaming::Name& path, const CosNaming::Name& first_met) = 0;
  // A name that could not be resolved, or a context that could not be listed. The walk goes on.
  virtual void failed(const CosNaming::Name& path, bool is_context, const Failure& failure) = 0;
};

struct WalkOptions {
  std::size_t depth_max = 100;  // contexts in each other
  bool wants_references = false;
};

// The objects of a context first, as they are listed, then each of its contexts. No iterator is open while a context
// below is being looked at. Throws Failure if `start` itself can't be listed; what the visitor throws ends the walk.
void walk(const Session& session, const Context& start, const CosNaming::Name& path, const WalkOptions& options,
          Visitor& visitor);

}  // namespace dimma::tools::naming
