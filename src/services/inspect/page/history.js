"use strict";
// The last five minutes of a process, computed from consecutive snapshots (/describe?buckets=on).
//
// The numbers of calls and failures, and the buckets of each operation's histogram, never decrease. The activity between
// two snapshots is the difference of their numbers, and the time between them is measured by the process's own clock
// ("taken_s"). Differences are added up in bins of five seconds. Percentiles are computed from the added buckets, and
// are never averaged.
class History {
  // There are up to span_s/bin_s bins. A bin is longer than bin_s if the snapshots are further apart. While all
  // bins together have more than counts_max rows and buckets, the oldest is dropped, even if it is younger than span_s.
  constructor(span_s = 300, bin_s = 5, counts_max = 200000) {
    Object.assign(this, {span_s, bin_s, counts_max, process: null});
    this.clear();
  }

  clear() {
    this.bins = [];     // {from_s, to_s, rows}, oldest first; a row: {calls, failed, buckets}, by the operation's key
    this.before = null; // the last snapshot: {taken_s, rows, is_whole}
    this.counts = 0;    // number of buckets and rows in all bins
    this.is_cut = false; // bins were dropped because of counts_max
  }

  // Clears the history if the process has been restarted, since its counters begin at 0 again.
  add(all) {
    const process = all.process.pid + " " + all.process.started_s;
    if (process !== this.process) this.clear();
    this.process = process;
    const now = {taken_s: all.taken_s, rows: History.rows_of(all), is_whole: !all.left_out}, before = this.before;
    this.before = now;
    if (!before || now.taken_s <= before.taken_s) return;
    const bin = this.bin_of(before.taken_s, now.taken_s);
    for (const [key, row] of now.rows) this.add_row(bin, key, row, before);
    while (this.bins.length && this.bins[0].from_s < now.taken_s - this.span_s) this.drop_oldest();
    while (this.counts > this.counts_max && this.bins.length > 1) {
      this.drop_oldest();
      this.is_cut = true;
    }
  }

  static rows_of(all) {
    const rows = new Map();
    for (const channel of all.channels) for (const operation of channel.operations) {
      rows.set(`${channel.side} ${channel.id} ${operation.operation}`, {calls: operation.calls, buckets: operation.buckets_ns,
        failed: operation.failures.reduce((sum, failure) => sum + failure.count, 0)});
    }
    return rows;
  }

  bin_of(from_s, to_s) {
    let last = this.bins.at(-1);
    if (!last || last.to_s - last.from_s >= this.bin_s) this.bins.push(last = {from_s, to_s, rows: new Map()});
    last.to_s = to_s;
    return last;
  }

  // An operation that the previous snapshot does not contain has begun since then, because channel ids are not reused.
  // If that snapshot was incomplete, this is unknown, and the operation is ignored.
  add_row(bin, key, row, before) {
    const old = before.rows.get(key) || {calls: 0, failed: 0, buckets: []};
    if (!before.rows.has(key) && !before.is_whole) return;
    const old_counts = new Map(old.buckets), calls = row.calls - old.calls;
    const grown = row.buckets.filter(([up_to, count]) => count !== (old_counts.get(up_to) || 0));
    if (!calls && !grown.length) return;
    let sum = bin.rows.get(key);
    if (!sum) {
      bin.rows.set(key, sum = {calls: 0, failed: 0, buckets: new Map()});
      ++this.counts;
    }
    sum.calls += calls;
    sum.failed += row.failed - old.failed;
    for (const [up_to, count] of grown) {
      if (!sum.buckets.has(up_to)) ++this.counts;
      sum.buckets.set(up_to, (sum.buckets.get(up_to) || 0) + count - (old_counts.get(up_to) || 0));
    }
  }

  drop_oldest() {
    for (const row of this.bins.shift().rows.values()) this.counts -= 1 + row.buckets.size;
  }

  // `scope` is a key, or a prefix of keys that ends in a blank: "server ", "client 3 ".
  sum_of(bins, scope) {
    const sum = {calls: 0, failed: 0, buckets: new Map(), seconds: 0};
    for (const bin of bins) {
      sum.seconds += bin.to_s - bin.from_s;
      for (const [key, row] of bin.rows) {
        if (key !== scope && !(scope.endsWith(" ") && key.startsWith(scope))) continue;
        sum.calls += row.calls;
        sum.failed += row.failed;
        for (const [up_to, count] of row.buckets) sum.buckets.set(up_to, (sum.buckets.get(up_to) || 0) + count);
      }
    }
    const buckets = [...sum.buckets].sort(([one], [other]) => one - other);
    return {seconds: sum.seconds, calls: sum.calls, failed: sum.failed, calls_per_s: sum.calls / sum.seconds,
      failed_per_s: sum.failed / sum.seconds, p50_us: History.quantile_us(buckets, 0.5), p99_us: History.quantile_us(buckets, 0.99)};
  }

  // Returns the upper limit of the bucket that contains the quantile, like the process itself; null if there are no calls.
  static quantile_us(buckets, share) {
    const wanted = Math.ceil(share * buckets.reduce((sum, [, count]) => sum + count, 0));
    let seen = 0;
    for (const [up_to, count] of buckets) if ((seen += count) >= wanted) return up_to / 1000;
    return null;
  }

  points(scope) { return this.bins.map(bin => ({from_s: bin.from_s, to_s: bin.to_s, ...this.sum_of([bin], scope)})); }
  whole(scope) { return this.sum_of(this.bins, scope); }
}
