#pragma once
/// Puts the names of the classic mapping into the namespaces of the standard. Included by all headers of the mapping;
/// applications include <dimma/classic/corba.hpp>.
///
/// The names are defined in dimma::classic, so that the modern mapping may be used in the same process. One source file
/// uses one mapping: either these headers and what `dimma-idl --classic` writes, or the other headers of dimma. The
/// library itself is compiled with DIMMA_CLASSIC_LIBRARY, and sees both.

namespace dimma {
namespace classic {
namespace BiDirPolicy {}
namespace CORBA {}
namespace Messaging {}
namespace PortableServer {}
namespace TimeBase {}
}  // namespace classic
}  // namespace dimma

#ifndef DIMMA_CLASSIC_LIBRARY
#ifdef DIMMA_ABI_KIND
#error "this file includes a header of the modern mapping; a source file that includes <dimma/classic/...> cannot"
#endif
#ifndef DIMMA_CLASSIC_MAPPING
#define DIMMA_CLASSIC_MAPPING
namespace BiDirPolicy {
using namespace ::dimma::classic::BiDirPolicy;
}
namespace CORBA {
using namespace ::dimma::classic::CORBA;
}
namespace Messaging {
using namespace ::dimma::classic::Messaging;
}
namespace PortableServer {
using namespace ::dimma::classic::PortableServer;
}
namespace TimeBase {
using namespace ::dimma::classic::TimeBase;
}
#endif
#endif
