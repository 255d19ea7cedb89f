// Expresses the figures of a report in sentences: the answer of each experiment and of the whole, and the contenders' ranking.
const reportFindings = (report, format) => {
  'use strict';
  const {time, many, digits, octets} = format;
  const experiment = name => report.experiments.find(one => one.name === name);
  const series = (of, name) => of && of.series.find(one => one.name === name && one.samples.some(sample => sample.typical));
  const samples = one => one ? one.samples.filter(sample => sample.typical) : [];
  const first = one => samples(one)[0], last = one => samples(one).at(-1);
  const at = (one, x) => samples(one).find(sample => sample.x === x);
  const us = sample => sample.p50_us.median;
  const times = quotient => digits(quotient, 2).replace(/\.0$/, '') + ' times';
  const unsure = net => net.low <= 0;
  const net = sample => !sample.net_us ? '' : unreliable() ? 'how much of it is net cannot be told' : unsure(sample.net_us)
    ? `what is net of it is less than this machine’s noise (${time(sample.net_us.low)} to ${time(sample.net_us.high)})`
    : `${time(sample.net_us.median)} of it ${sample.net_us.median < 0.001 ? 'is' : 'are'} net (${time(sample.net_us.low)} to ${time(sample.net_us.high)})`;
  // The largest argument that all of them have.
  const largest = all => Math.min(...all.map(one => last(one).x));

  // Returns the reason why the figures cannot be compared, if there is one: the machine was busy with other programs, or an
  // ORB was faster than the bare program, which does only part of its work.
  const others_most = 0.1;
  const unreliable = () => {
    if (report.others_share > others_most) {
      return `other programs had ${digits(report.others_share * 100, 2)} % of the processors`;
    }
    const of = experiment('null-rpc');
    const bare = first(series(of, 'bare TCP socket'));
    const quicker = bare && of.series.find(one => one.lower === 'bare TCP socket' && first(one) && us(first(one)) < us(bare));
    return quicker ? `${quicker.name} was quicker than the bare socket that it stands on, which only noise can be` : '';
  };
  // The 95 percent confidence interval of the median of the quotients of two samples' turns, by the binomial distribution of
  // the number of values below it. Turns alternate, so that those with the same index belong together. Undefined if there
  // are too few.
  const quotient_between = (one, other) => {
    const quotients = one.turns.map((turn, i) => other.turns[i] && turn.p50_us / other.turns[i].p50_us)
      .filter(quotient => quotient > 0).sort((a, b) => a - b);
    const count = quotients.length;
    let below = 0, chance = Math.pow(0.5, count), sum = chance;
    if (!(count >= 6) || sum > 0.025) return null;
    while (sum + chance * (count - below) / (below + 1) <= 0.025) {
      chance *= (count - below) / (below + 1);
      sum += chance;
      ++below;
    }
    return {low: quotients[below], high: quotients[count - 1 - below]};
  };
  // Returns true if the times of the two differ significantly, and by 3 percent or more.
  const differ = (one, other) => {
    const between = quotient_between(one, other);
    const quotient = us(one) / us(other);
    return !unreliable() && between && (between.low > 1 || between.high < 1) && Math.abs(quotient - 1) >= 0.03;
  };
  const compared = (sample, than_sample, than) => {
    if (!differ(sample, than_sample)) {
      return `cannot be told from ${than}: ${unreliable() || 'the difference is within the noise'}`;
    }
    const quotient = us(sample) / us(than_sample);
    const words = by => digits(by * 100, 2) + ' %';
    return quotient < 1 ? `takes ${words(1 - quotient)} less than ${than}` : `takes ${words(quotient - 1)} more than ${than}`;
  };

  // The times projected to the network that the flags describe.
  const projected = (all, x) => {
    const there = report.network || {};
    const words = [there.octets_per_s && `${many(there.octets_per_s * 8)}bit/s`, there.round_trip_us && `${time(there.round_trip_us)} there and back`];
    const sizes = [...new Set([0, x])].filter(size => all.some(one => at(one, size) && at(one, size).projected_us));
    return sizes.map(size => `On a network with ${words.filter(Boolean).join(' and ')}, a call with ${octets(size)} octets would take: ` +
      all.filter(one => at(one, size) && at(one, size).projected_us)
        .map(one => `${one.name.replace(', octet', '')} ${time(at(one, size).projected_us)}`).join(', ') + '.');
  };

  const sentences = {
    'null-rpc': of => {
      const full = first(series(of, 'dimma, Full QoS')), peer = first(series(of, 'omniORB'));
      const spinning = first(series(of, 'dimma, shared memory, spinning'));
      return [full && `A call over TCP with Full QoS takes ${time(us(full))}; ${net(full)}.`,
        full && peer && `omniORB takes ${time(us(peer))}, and ${net(peer)}: dimma ${compared(full, peer, 'omniORB')}.`,
        full && spinning && `Through shared memory, where both ends spin, it takes ${time(us(spinning))}` +
          (differ(full, spinning) ? `: TCP takes ${times(us(full) / us(spinning))} that.` : '.')];
    },
    agreement: of => ['bare TCP socket', 'omniORB'].map(name => {
      const here = first(series(of, name + ', here')), plain = first(series(of, name + ', plain program'));
      if (!here || !plain) return null;
      const quotients = here.turns.map((turn, i) => plain.turns[i] && turn.mean_us / plain.turns[i].mean_us).filter(Boolean).sort((a, b) => a - b);
      const share = part => digits(quotients[Math.round((quotients.length - 1) * part)], 3);
      return `${name}: ${time(here.average_us.median)} on average here, ${time(plain.average_us.median)} by the plain program; turn by turn ` +
        `${share(.5)} of it (half of the turns: ${share(.25)} to ${share(.75)}).`;
    }).concat(`Timing a call on its own adds ${Math.round(report.harness_ns)} ns to it.`),
    oneway: of => {
      const full = first(series(of, 'dimma, Full QoS')), peer = first(series(of, 'omniORB')), bare = first(series(of, 'bare TCP socket'));
      return [full && bare && `dimma with Full QoS has handed a message over in ${time(us(full))}, the bare socket in ${time(us(bare))}` +
        (peer ? `, omniORB in ${time(us(peer))}.` : '.')];
    },
    sizes: of => {
      const some = ['dimma, octet', 'omniORB, octet', 'bare TCP socket'].map(name => series(of, name)).filter(Boolean);
      if (some.length < 2) return [];
      const x = largest(some);
      const rates = some.map(one => `${one.name.replace(', octet', '')} ${many(x / us(at(one, x)) * 1e6)} octets/s`);
      const by = one => one.per_octet ? 1 + one.per_octet.slower_percent / 100 : 1;
      const peer = unreliable() ? [] : of.compared.filter(one => one.other === 'omniORB');
      const dearer = peer.filter(one => by(one) > 1.2).map(one => `${one.type} ${times(by(one))}`);
      const cheaper = peer.filter(one => by(one) < 1 / 1.2).map(one => `${one.type} ${times(1 / by(one))}`);
      return [x > 0 && `${octets(x)} octets in one call move at: ${rates.join(', ')}.`,
        ...projected(some, x),
        dearer.length && `By net, an octet costs omniORB more than dimma: ${dearer.join(', ')}.`,
        cheaper.length && `By net, an octet costs dimma more than omniORB: ${cheaper.join(', ')}.`];
    },
    characters: of => ['dimma', 'omniORB'].map(orb => {
      const plain = series(of, orb + ', as they are'), converted = series(of, orb + ', as UTF-8'), wide = series(of, orb + ', wide');
      if (!plain || !converted || !wide) return null;
      const x = largest([plain, converted, wide]);
      return `${orb}: ${many(x)} characters take ${time(us(at(plain, x)))} as they are, ${times(us(at(converted, x)) / us(at(plain, x)))} that as UTF-8, ` +
        `and ${times(us(at(wide, x)) / us(at(plain, x)))} as wide ones.`;
    }),
    'read-ahead': of => {
      const off = first(series(of, 'read-ahead off')), on = first(series(of, 'read-ahead 4k'));
      return [off && on && `With ${octets(off.x)} octets, a call takes ${time(us(off))} without and ${time(us(on))} with it.`];
    },
    loans: of => ['block', 'spin'].map(wait => {
      const loaned = series(of, 'loaned, ' + wait), copied = series(of, 'copied, ' + wait), peer = series(of, 'omniORB over TCP'),
        iceoryx2 = series(of, 'iceoryx2, ' + wait);
      if (!loaned || !copied) return null;
      const x = largest([loaned, copied]);
      return `${octets(x)} octets through shared memory, ${wait === 'spin' ? 'spinning' : 'blocking'}: ${time(us(at(loaned, x)))} loaned, ` +
        `${time(us(at(copied, x)))} copied` + (wait === 'block' && peer && at(peer, x) ? `; omniORB over TCP ${time(us(at(peer, x)))}.` : '.') +
        (iceoryx2 && at(iceoryx2, x) ? ` By iceoryx2 it is ${time(us(at(iceoryx2, x)))}; a loaned call ${compared(at(loaned, x), at(iceoryx2, x), 'iceoryx2')}.` : '');
    }),
    flow: of => {
      const batches = series(of, 'dimma, in batches'), single = series(of, 'dimma, each at once');
      if (!batches || !single) return [];
      const one = at(batches, 1400) || first(batches), other = at(single, one.x) || first(single);
      return [`${octets(one.x)} octets each: ${many(other.calls_per_s.median)} messages a second at once, ${many(one.calls_per_s.median)} in batches; ` +
        `${digits(other.delivered * 100, 3)} % and ${digits(one.delivered * 100, 3)} % of them arrived.`];
    },
    buffers: of => {
      const shared = first(series(of, 'SHMEM, default')), tcp = first(series(of, 'TCP, default'));
      return [shared && tcp && `${octets(shared.x)} octets: a read or write takes ${time(shared.typical.mean_us)} through shared memory and ` +
        `${time(tcp.typical.mean_us)} by TCP, on average; ${many(shared.calls_per_s.median)} and ${many(tcp.calls_per_s.median)} messages a second.`];
    },
    threads: of => {
      const all = ['dimma, default, one binding', 'dimma, a channel for each', 'omniORB'].map(name => series(of, name)).filter(Boolean);
      if (!all.length) return [];
      const x = largest(all);
      return [`With ${x} threads: ${all.map(one => `${one.name}: ${many(at(one, x).calls_per_s.median)} calls a second`).join('; ')}.`];
    },
    asynchronous: of => {
      const blocking = series(of, 'dimma, a thread that blocks'), awaited = series(of, 'dimma');
      const peers = ['gRPC', "Cap'n Proto"].map(name => series(of, name)).filter(Boolean);
      const some = at(awaited, 32), beside = at(blocking, 32);
      const x = awaited ? largest([awaited, ...peers]) : 0;
      const rates = awaited ? [awaited, ...peers].map(one => `${one.name} ${many(at(one, x).calls_per_s.median)}`) : [];
      return [some && beside && `With 32 calls in progress from one thread, a call ${compared(some, beside, 'one that blocks its thread')}.`,
        awaited && `With ${many(x)} calls in progress, calls a second: ${rates.join(', ')}.`];
    },
    busy: of => ['16 in progress on each', 'one after the other'].map(how => {
      const ours = last(series(of, 'dimma, ' + how)), bare = ours && at(series(of, 'bare epoll server, ' + how), ours.x);
      return bare && `${many(ours.x)} connections, ${how}: ${many(ours.calls_per_s.median)} calls a second, ` +
        `${digits(ours.calls_per_s.median / bare.calls_per_s.median, 2)} of a bare epoll server's.`;
    }),
    pools: of => ['pool at the server', 'pool at the client'].map(name => {
      const best = samples(series(of, name)).sort((a, b) => b.calls_per_s.median - a.calls_per_s.median)[0];
      return best && `Most calls a second with a ${name}: ${many(best.calls_per_s.median)}, with ${best.x} ${best.x === 1 ? 'thread' : 'threads'} in it.`;
    }),
    connections: of => ['dimma', 'omniORB'].map(name => {
      const end = last(series(of, name)), begin = first(series(of, name));
      return end && `${name}: beside ${many(end.x)} idle connections a call takes ${time(us(end))} (beside ${many(begin.x)}: ${time(us(begin))})` +
        (end.octets_each > 0 ? `; each takes ${many(end.octets_each)} octets of memory.` : '.');
    }),
    objects: of => {
      const end = last(series(of, 'at random')), begin = first(series(of, 'at random')), apart = last(series(of, 'the first of each'));
      return [end && `At a server with ${many(end.x)} objects a call takes ${time(us(end))}, with ${many(begin.x)} ${time(us(begin))}` +
        (end.octets_each > 0 ? `; an object takes ${many(end.octets_each)} octets.` : '.'),
      apart && `The first call to each object takes ${time(us(apart))}.`];
    },
    growth: of => ['operations', 'POAs', 'bindings'].map(what => {
      const end = last(series(of, 'dimma, ' + what)), begin = first(series(of, 'dimma, ' + what));
      return end && begin && `With ${many(end.x)} ${what} a call takes ${time(us(end))}, with ${many(begin.x)} ${time(us(begin))}.`;
    }),
    sealed: of => ['TCP', 'Unix socket', 'shared memory'].map(name => {
      const sealed = first(series(of, `dimma, ${name}, sealed`)), plain = first(series(of, `dimma, ${name}`));
      return sealed && sealed.heap_calls > 0 && `${name}: ${many(sealed.heap_calls)} sealed calls made ${many(sealed.heap_allocations)} heap allocations` +
        (plain ? `; a sealed call takes ${time(us(sealed))}, one that is not ${time(us(plain))}.` : '.');
    }),
    'over-time': of => of.series.map(one => {
      const sample = first(one);
      const all = sample && sample.turns.map(turn => turn.p50_us).sort((a, b) => a - b);
      return all && `${one.name}: a turn’s median lay between ${time(all[0])} and ${time(all.at(-1))}; the longest call took ` +
        `${time(Math.max(...sample.turns.map(turn => turn.max_us)))}; jitter, the median to 99 of 100, was ` +
        `${time(sample.typical.p99_us - sample.typical.p50_us)}.`;
    }),
  };

  const calls = experiment('null-rpc');
  // The contenders over TCP, the bare program first, then by their times.
  const standings = () => {
    const over = calls ? calls.series.filter(one => first(one) && (one.name === 'bare TCP socket' || one.lower === 'bare TCP socket')) : [];
    return over.sort((a, b) => (a.kind !== 'bare') - (b.kind !== 'bare') || us(first(a)) - us(first(b)))
      .map(one => ({name: one.name, kind: one.kind, sample: first(one)}));
  };
  const headline = () => {
    const full = first(series(calls, 'dimma, Full QoS'));
    if (!full) return report.whole ? 'What a call costs here, and whose time it is' : 'What a call costs here, as far as it was measured';
    return `A call takes ${time(us(full))} here; ` + (unreliable() ? 'of that, what is the ORB’s own cannot be told'
      : unsure(full.net_us || {low: 0}) ? 'of that, what is the ORB’s own is less than the noise' : `${time(full.net_us.median)} of that are the ORB’s own`);
  };
  return {headline, standings, unreliable, differ, of: one => (sentences[one.name] ? sentences[one.name](one) : []).filter(Boolean)};
};
