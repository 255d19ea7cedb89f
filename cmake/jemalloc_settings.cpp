// Settings that jemalloc reads when a program starts. By default it returns blocks above 8 MiB to the system as soon as
// they are free, so that each sequence of that length consists of pages that the system has to clear first. Large pages
// cause fewer TLB misses, but a program's short blocks take more memory in them.
#ifdef DIMMA_LARGE_PAGES
#define DIMMA_PAGES ",thp:always"
#else
#define DIMMA_PAGES
#endif

extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "oversize_threshold:0" DIMMA_PAGES;
}
