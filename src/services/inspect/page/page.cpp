// The files of the page, which the assembler includes unchanged. DIMMA_PAGE_FOLDER is their folder at compile time.
#include "services/inspect/page/page.hpp"

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): only a macro can form the text of asm
#define DIMMA_PAGE_FILE(NAME, FILE)                                             \
  asm(".section .rodata\n"                                                      \
      "dimma_inspect_" #NAME "_begin:\n.incbin \"" DIMMA_PAGE_FOLDER "/" FILE   \
      "\"\n"                                                                    \
      "dimma_inspect_" #NAME "_end:\n.byte 0\n.previous\n");                    \
  extern "C" {                                                                  \
  extern const char NAME##_begin[] asm("dimma_inspect_" #NAME "_begin");        \
  extern const char NAME##_end[] asm("dimma_inspect_" #NAME "_end");            \
  }                                                                             \
  std::string_view dimma::inspect::NAME() noexcept {                            \
    return {NAME##_begin, static_cast<std::size_t>(NAME##_end - NAME##_begin)}; \
  }

DIMMA_PAGE_FILE(page, "page.html")
DIMMA_PAGE_FILE(page_style, "page.css")
DIMMA_PAGE_FILE(page_script, "page.js")
DIMMA_PAGE_FILE(page_history, "history.js")
DIMMA_PAGE_FILE(page_plots, "plots.js")
DIMMA_PAGE_FILE(login_page, "login.html")
