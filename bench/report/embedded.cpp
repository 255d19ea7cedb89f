// The assembler includes the files unchanged, from DIMMA_PAGE_FOLDER.

#include "report/embedded.hpp"

#define DIMMA_EMBED(name, file)                                          \
  asm(".section .rodata\n"                                               \
      "embedded_" #name "_begin:\n.incbin \"" DIMMA_PAGE_FOLDER "/" file \
      "\"\n"                                                             \
      "embedded_" #name "_end:\n.byte 0\n.previous\n");                  \
  extern const char name##_begin[] asm("embedded_" #name "_begin");      \
  extern const char name##_end[] asm("embedded_" #name "_end")

extern "C" {
DIMMA_EMBED(page, "page/page.html");
DIMMA_EMBED(style, "page/page.css");
DIMMA_EMBED(script, "page/page.js");
DIMMA_EMBED(findings, "page/findings.js");
DIMMA_EMBED(verdict, "page/verdict.js");
DIMMA_EMBED(charts, "vendor/charts.js");
}

namespace bench {
namespace {

std::string_view between(const char* begin, const char* end) noexcept {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::string_view embedded_page() noexcept { return between(page_begin, page_end); }
std::string_view embedded_style() noexcept { return between(style_begin, style_end); }
std::string_view embedded_script() noexcept { return between(script_begin, script_end); }
std::string_view embedded_findings() noexcept { return between(findings_begin, findings_end); }
std::string_view embedded_verdict() noexcept { return between(verdict_begin, verdict_end); }
std::string_view embedded_charts() noexcept { return between(charts_begin, charts_end); }

}  // namespace bench
