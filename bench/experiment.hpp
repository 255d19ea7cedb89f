#pragma once
// An experiment is a subcommand of dimma-bench. It answers one question by measuring a bare program, the peer and dimma
// in one run.

namespace bench {

struct Experiment {
  const char* name;
  const char* purpose;
  // Takes the command line from the subcommand's name on, and returns the exit status. Reports errors by exceptions.
  int (*run)(int argc, const char* const* argv);
};

int run_null_rpc(int argc, const char* const* argv);
int run_threads(int argc, const char* const* argv);
int run_latency(int argc, const char* const* argv);
int run_transports(int argc, const char* const* argv);
int run_arguments(int argc, const char* const* argv);
int run_loans(int argc, const char* const* argv);
int run_asynchronous(int argc, const char* const* argv);
int run_scale(int argc, const char* const* argv);
int run_growth(int argc, const char* const* argv);
int run_many(int argc, const char* const* argv);
int run_flow(int argc, const char* const* argv);
#ifdef DIMMA_HAS_CLASSIC
int run_classic(int argc, const char* const* argv);
#endif
#ifdef DIMMA_HAS_NAMING
int run_naming(int argc, const char* const* argv);
#endif
#ifdef DIMMA_HAS_TRACE
int run_observing(int argc, const char* const* argv);
#endif
#ifdef DIMMA_HAS_SEALED
int run_sealed(int argc, const char* const* argv);
#endif
#ifdef DIMMA_HAS_TLS
int run_tls(int argc, const char* const* argv);
#endif
int run_report(int argc, const char* const* argv);
int run_compare(int argc, const char* const* argv);

}  // namespace bench
