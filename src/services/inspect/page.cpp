// The page. The assembler takes the file in as it is; DIMMA_PAGE_FOLDER says where it lies when this is compiled.
#include "services/inspect/answers.hpp"

asm(".section .rodata\n"
    "dimma_inspect_page_begin:\n.incbin \"" DIMMA_PAGE_FOLDER
    "/page.html\"\n"
    "dimma_inspect_page_end:\n.byte 0\n.previous\n");

extern "C" {
extern const char page_begin[] asm("dimma_inspect_page_begin");
extern const char page_end[] asm("dimma_inspect_page_end");
}

namespace dimma::inspect {

std::string_view page() noexcept { return {page_begin, static_cast<std::size_t>(page_end - page_begin)}; }

}  // namespace dimma::inspect
