#pragma once
// Lists the bindings of a context page by page.

#include "services/tools/naming/session.hpp"

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dimma::tools::naming {

struct Entry {
  CosNaming::NameComponent component;
  bool is_context = false;
  // Details that only dimma's services provide.
  std::optional<DimmaNaming::Details> details;
};

// Holds an iterator at the service while listing. The destructor destroys the iterator.
class Listing {
 public:
  // `wants_details` also requests the details of dimma's services, which is slower.
  Listing(const Session& session, Context context, CosNaming::Name path, bool wants_details);
  ~Listing();
  Listing(const Listing&) = delete;
  Listing& operator=(const Listing&) = delete;

  // Returns the next entry, in the service's order; nullopt after the last one. Throws Failure.
  std::optional<Entry> next();

 private:
  void fetch();
  void take(const CosNaming::BindingList& bindings);
  void take_details();
  void take_plain();

  const Session& session_;
  Context context_;
  CosNaming::Name path_;
  DimmaContext dimmas_;
  CORBA::object_reference<CosNaming::BindingIterator> iterator_;
  bool has_begun_ = false;
  bool is_last_page_ = false;
  CosNaming::NameComponent last_;
  std::vector<Entry> page_;
  std::size_t at_ = 0;
};

// Returns the name as text, followed by '/' for a context.
std::string entry_text(const Entry& entry);
// Returns {"name": ..., "type": "object" or "context"} with the details.
boost::json::object entry_json(const Entry& entry);
// Returns the health as text: "answers, 3 s ago", "unchecked".
std::string health_text(const DimmaNaming::Details& details);

}  // namespace dimma::tools::naming
