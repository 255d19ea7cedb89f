// What jemalloc reads when a program starts. By itself it gives blocks above 8 MiB back to the system as soon as they
// are free, so that each sequence as long as that is made of pages which the system has to clear first. Of large pages
// fewer have to be looked up; what a program has of short blocks takes more memory in them.
#ifdef DIMMA_LARGE_PAGES
#define DIMMA_PAGES ",thp:always"
#else
#define DIMMA_PAGES
#endif

extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "oversize_threshold:0" DIMMA_PAGES;
}
