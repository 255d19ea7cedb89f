// What jemalloc reads when a program starts. By itself it gives blocks above 8 MiB back to the system as soon as they are
// free, so that each sequence as long as that is made of pages which the system has to clear first.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "oversize_threshold:0";
}
