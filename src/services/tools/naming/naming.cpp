#include "services/tools/naming/naming.hpp"

namespace dimma::tools::naming {

namespace {

constexpr Command commands[] = {
    {"list", "list the names in a context", list},
    {"tree", "show a context and those below it", tree},
    {"resolve", "print the reference that a name is bound to", resolve},
    {"bind", "bind a reference to a name that is free", bind},
    {"rebind", "bind a reference to a name, and replace its binding", rebind},
    {"unbind", "remove a name", unbind},
    {"mkdir", "make a context", make_context},
    {"rm", "remove a name and destroy the context that it is bound to", remove},
    {"check", "ask bound objects by each of their addresses", check},
    {"watch", "print the changes of a context", watch},
    {"export", "write all bindings, for import", export_tree},
    {"import", "bind the names of an export", import_tree},
};

constexpr const char* purpose =
    "Lists and changes the names of a naming service, of any ORB.\n\n"
    "A NAME is what the specification calls a stringified name: a/b.kind/c. '/' separates components, '.' separates "
    "id\n"
    "and kind, and a backslash takes the meaning from these three. \\xHH is an octet, which is how octets that are "
    "not\n"
    "UTF-8, and characters that a terminal obeys, are printed, in JSON too. '/' alone, or no name, is the root "
    "context;\n"
    "a '/' in front changes nothing.\n\n"
    "The exit status is 0 for success, 1 if the service refused or the answer is no, 2 for a wrong command line, and "
    "3\nif the service was not reached or did not answer in time.";

}  // namespace

int run(Invocation invocation) { return dispatch(commands, purpose, std::move(invocation)); }

}  // namespace dimma::tools::naming
