#pragma once
// `dimma naming`: shows and changes a naming service's contents from a shell. Works with the service of any ORB.

#include "services/tools/common/command.hpp"

namespace dimma::tools::naming {

int run(Invocation invocation);

// The commands. Each parses its own flags.
int list(Invocation invocation);
int tree(Invocation invocation);
int resolve(Invocation invocation);
int bind(Invocation invocation);
int rebind(Invocation invocation);
int unbind(Invocation invocation);
int make_context(Invocation invocation);
int remove(Invocation invocation);
int check(Invocation invocation);
int watch(Invocation invocation);
int export_tree(Invocation invocation);
int import_tree(Invocation invocation);

}  // namespace dimma::tools::naming
