#include <dimma/observation.hpp>

#include <cmath>

namespace dimma::observation {

Nanoseconds Latency::quantile(double part) const {
  if (count == 0) return Nanoseconds(0);
  const double wanted = std::ceil(part * static_cast<double>(count));
  std::uint64_t seen = 0;
  for (const Bucket& bucket : buckets) {
    seen += bucket.count;
    if (static_cast<double>(seen) >= wanted) return bucket.up_to;
  }
  return buckets.back().up_to;
}

Nanoseconds Latency::mean() const { return count == 0 ? Nanoseconds(0) : sum / static_cast<Nanoseconds::rep>(count); }

}  // namespace dimma::observation
