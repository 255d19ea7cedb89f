#pragma once
// `dimma naming`: shows and changes the contents of a naming service. Works with the services of any ORB.

#include "services/tools/common/command.hpp"

namespace dimma::tools::naming {

int run(Invocation invocation);

// The subcommands. Each parses its own flags.
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
