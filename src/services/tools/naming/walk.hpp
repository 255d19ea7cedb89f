#pragma once
// Walks through all contexts below one, however they are bound to each other.

#include "services/tools/naming/listing.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace dimma::tools::naming {

// The contexts that have been met, each with the path on which it was first met.
class Met {
 public:
  // Returns the path of an equivalent context that was met before. Otherwise remembers the context and returns nullopt.
  std::optional<CosNaming::Name> meet(const Context& context, const CosNaming::Name& path);

 private:
  std::map<std::uint32_t, std::vector<std::pair<Context, CosNaming::Name>>> by_hash_;
};

// Tells which contexts are the service's own: those whose references share an address with the reference of the root,
// or of a context that the service is asked to make for this, and that is destroyed at once. The given address of the
// root may differ from the one that the service puts into its references.
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
  // Called for a context that was not met before. Returns false if its contents are not to be visited.
  virtual bool context(const CosNaming::Name& path, const Context& bound) = 0;
  virtual void context_again(const CosNaming::Name& path, const CosNaming::Name& first_met) = 0;
  // Called for a name that could not be resolved, or a context that could not be listed. The walk continues.
  virtual void failed(const CosNaming::Name& path, bool is_context, const Failure& failure) = 0;
};

struct WalkOptions {
  std::size_t depth_max = 100;  // contexts within each other
  bool wants_references = false;
};

// Visits the objects of a context first, as they are listed, then each of its contexts. No iterator is open while a
// context below is visited. Throws Failure if `start` itself can't be listed, and exceptions of the visitor.
void walk(const Session& session, const Context& start, const CosNaming::Name& path, const WalkOptions& options,
          Visitor& visitor);

}  // namespace dimma::tools::naming
