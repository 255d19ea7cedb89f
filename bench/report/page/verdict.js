// The text of the first screen: the meaning of the figures, and the next steps. A step is a list of texts, {code}, and
// {to, text}, which is a link to an experiment's section.
const reportVerdict = (report, findings, digits) => {
  'use strict';
  const ours_name = 'dimma, Full QoS';
  const listed = texts => texts.length < 2 ? texts.join('') : texts.slice(0, -1).join(', ') + ' and ' + texts.at(-1);
  const of = name => report.experiments.find(one => one.name === name);
  const said = (name, part) => of(name) ? findings.of(of(name)).find(text => text.includes(part)) : null;

  // For each peer over TCP: how much longer or shorter a call of dimma takes, or that the difference is within the noise.
  const against_peers = () => {
    const all = findings.standings(), ours = all.find(one => one.name === ours_name);
    if (!ours) return [];
    const peers = all.filter(one => one.kind === 'peer').map(({name, sample}) => ({name, is_clear: findings.differ(ours.sample, sample),
      by: ours.sample.p50_us.median / sample.p50_us.median - 1}));
    const clear = is_less => peers.filter(({is_clear, by}) => is_clear && by < 0 === is_less)
      .map(({name, by}) => `${digits(Math.abs(by) * 100, 2)} % ${is_less ? 'less' : 'more'} than ${name}`);
    const unclear = peers.filter(({is_clear}) => !is_clear).map(({name}) => name);
    const parts = [...clear(true), ...clear(false)];
    return [parts.length && `A call of dimma’s over TCP takes ${listed(parts)}.`,
      unclear.length && `${parts.length ? 'It' : 'A call of dimma’s over TCP'} cannot be told from ${listed(unclear)}: the difference is within the noise.`];
  };

  // Returns the answers of the first experiments if there is nothing to compare.
  const sentences = () => {
    if (findings.unreliable()) {
      return [`These figures cannot be compared: ${findings.unreliable()}. The plots show what was measured, and not what dimma or its peers need.`];
    }
    const said_of_all = [...against_peers(), said('sizes', 'octets in one call'), said('null-rpc', 'shared memory')].filter(Boolean);
    return said_of_all.length ? said_of_all : report.experiments.map(one => findings.of(one)[0]).filter(Boolean).slice(0, 3);
  };

  // Each of these experiments is a model of programs that have much of one thing.
  const alike = [['sizes', 'much data'], ['threads', 'many threads'], ['asynchronous', 'many calls in progress'], ['busy', 'many clients'],
    ['connections', 'many connections'], ['objects', 'many objects'], ['loans', 'shared memory'], ['flow', 'streams of messages'],
    ['over-time', 'jitter over a long time']];
  const next = () => {
    const incomplete = report.experiments.filter(one => !one.complete || one.failure);
    const links = alike.filter(([name]) => of(name)).map(([name, text]) => ({to: name, text}));
    const steps = [];
    if (findings.unreliable()) steps.push(['Run it again on a machine that has nothing else to do.']);
    else if (report.warnings.length) {
      const is_one = report.warnings.length === 1;
      steps.push(['Before you trust small differences, read the ', {to: 'warnings', text: is_one ? 'warning' : `${report.warnings.length} warnings`}, '.']);
    }
    if (report.quick) steps.push(['This was a quick run. For figures to keep: ', {code: 'dimma-bench report --output DIR'}]);
    if (!report.whole || incomplete.length) {
      const sections = incomplete.map(one => ({to: one.name, text: one.title || one.name}));
      steps.push(sections.length ? ['Not everything was measured: ', ...joined(sections), '. The sections say why.'] : ['Not everything was measured.']);
    }
    if (report.missing.length) steps.push([`To compare with ${listed(report.missing.map(one => one.name))}, see `, {to: 'missing', text: 'why they were not built'}, '.']);
    if (links.length) steps.push(['Open what is like your program: ', ...joined(links), '.']);
    steps.push(['Keep report.json. After a change, measure again and compare: ', {code: 'dimma-bench compare before/report.json after/report.json'}]);
    return steps;
  };
  const joined = links => links.flatMap((link, at) => at ? [', ', link] : [link]);
  return {sentences, next};
};
