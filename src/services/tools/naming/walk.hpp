#pragma once
// Visits all contexts that can be reached from one context, in any graph of bindings.

#include "services/tools/naming/listing.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace dimma::tools::naming {

// The contexts that were visited, each with the path of the first visit.
class Met {
 public:
  // Returns the path on which an equivalent context was visited. If there is none, records the context and returns
  // nullopt.
  std::optional<CosNaming::Name> meet(const Context& context, const CosNaming::Name& path);

 private:
  std::map<std::uint32_t, std::vector<std::pair<Context, CosNaming::Name>>> by_hash_;
};

// Determines which contexts are the service's own: their references share an address with the root's reference, or with
// that of a context that is created for this purpose and destroyed at once. The address with which the user has given
// the root may differ from the address that the service puts into references.
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
  // `bound` is nil unless WalkOptions::wants_references.
  virtual void object(const CosNaming::Name& path, const ObjectRef& bound) = 0;
  // Called on the first visit of a context. Returns false to skip its contents.
  virtual bool context(const CosNaming::Name& path, const Context& bound) = 0;
  virtual void context_again(const CosNaming::Name& path, const CosNaming::Name& first_met) = 0;
  // Called if a name cannot be resolved or a context cannot be listed. The walk continues.
  virtual void failed(const CosNaming::Name& path, bool is_context, const Failure& failure) = 0;
};

struct WalkOptions {
  std::size_t depth_max = 100;  // nested contexts
  bool wants_references = false;
};

// Visits the objects of a context in the order of the listing, and afterwards its contexts. No iterator is open while a
// nested context is visited. Throws Failure if `start` cannot be listed, and the exceptions of the visitor.
void walk(const Session& session, const Context& start, const CosNaming::Name& path, const WalkOptions& options,
          Visitor& visitor);

}  // namespace dimma::tools::naming
