// Draws the report from the data in the page. It loads nothing else.
(() => {
  'use strict';
  const report = JSON.parse(document.getElementById('data').textContent);
  const problems = [];
  addEventListener('error', event => problems.push(event.message));

  // Numbers -----------------------------------------------------------------------------------------------------------
  const digits = (value, count = 3) => {
    if (!Number.isFinite(value)) return '–';  // a value that is not a number is null in the data
    if (value === 0) return '0';
    const decimals = Math.max(0, count - 1 - Math.floor(Math.log10(Math.abs(value))));
    return value.toFixed(Math.min(decimals, 6)).replace('-', '−');
  };
  const time = us => {
    if (!Number.isFinite(us)) return '–';
    const size = Math.abs(us);
    if (size === 0) return '0';
    if (size < 1) return digits(us * 1e3) + ' ns';
    if (size < 1e3) return digits(us) + ' µs';
    return size < 1e6 ? digits(us / 1e3) + ' ms' : digits(us / 1e6) + ' s';
  };
  const trimmed = text => text.replace(/(\.\d*?)0+(?= |$)/, '$1').replace(/\.(?= |$)/, '');
  const tick = us => trimmed(time(us));
  const many = value => {
    const size = Math.abs(value);
    if (size >= 1e9) return trimmed(digits(value / 1e9) + ' G');
    if (size >= 1e6) return trimmed(digits(value / 1e6) + ' M');
    return trimmed(size >= 1e4 ? digits(value / 1e3) + ' k' : digits(value, 4));
  };
  const octets = value => {
    for (const [unit, size] of [['G', 2 ** 30], ['M', 2 ** 20], ['k', 2 ** 10]]) {
      if (value >= size && value % size === 0) return value / size + unit;
    }
    return value.toLocaleString('en');
  };
  const place = (experiment, x) => experiment.axis === 'octets' ? octets(x) : many(x);
  const findings = reportFindings(report, {time, many, digits, octets});
  const verdict = reportVerdict(report, findings, digits);

  // Colours: what is bare is grey, peers are warm, dimma is itself --------------------------------------------------------
  const shades = {
    light: {bare: ['#8a8f9a', '#b3b7bf', '#6a7180', '#c9ccd2'], peer: ['#d9730d', '#b4338a', '#e0a100', '#a8452c', '#8c7a2b'],
      dimma: ['#2457d6', '#0f9d8a', '#7b3fe4', '#1b8dc9', '#4b9b2f', '#c2417a', '#5566aa', '#0b6b75', '#8657a8', '#3f7d20', '#355cc0']},
    dark: {bare: ['#8b93a5', '#667085', '#aab2c2', '#545d70'], peer: ['#ff9d4d', '#f076c4', '#f2c94c', '#e0795f', '#c8b560'],
      dimma: ['#7aa2ff', '#3fd6bf', '#b794ff', '#5cc8ff', '#8fd16a', '#ff8bb5', '#a3b1f0', '#4fc3cf', '#d0a5f0', '#b5d98a', '#9db8ff']},
  };
  let theme = 'light';
  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  // Contenders that are in many plots have the same colour in each.
  const places = {omniORB: 0, 'Cap\'n Proto': 1, gRPC: 2, 'ZeroC Ice': 3, 'dimma, Full QoS': 0, 'dimma, no QoS': 1, 'dimma, client QoS': 2,
    'dimma, server QoS': 3, 'dimma, shared memory': 6};
  const colours = series => {
    const used = {bare: new Set(), peer: new Set(), dimma: new Set()};
    const chosen = {};
    const take = (one, index) => {
      const palette = shades[theme][one.kind];
      used[one.kind].add(index);
      chosen[one.name] = palette[index % palette.length];
    };
    const place = one => places[one.kind === 'peer' ? one.name.split(', ')[0] : one.name];
    for (const one of series) if (place(one) >= 0 && !used[one.kind].has(place(one))) take(one, place(one));
    for (const one of series.filter(other => !chosen[other.name])) {
      let index = 0;
      while (used[one.kind].has(index)) ++index;
      take(one, index);
    }
    return chosen;
  };

  // What all charts have in common ---------------------------------------------------------------------------------------
  const narrow = () => innerWidth < 600;
  const axis = more => ({axisLine: {lineStyle: {color: css('--line')}}, axisTick: {show: false},
    splitLine: {lineStyle: {color: css('--line'), type: [3, 4]}}, nameTextStyle: {color: css('--soft'), fontSize: 12},
    ...more, axisLabel: {color: css('--soft'), fontSize: 12, hideOverlap: true, ...more.axisLabel}});
  // A grid whose margins contain the labels of its axes.
  const within = more => ({left: 8, right: 22, top: 14, bottom: 30, ...more, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel'});
  const frame = more => ({animation: false, textStyle: {fontFamily: getComputedStyle(document.body).fontFamily, color: css('--ink')},
    legend: {show: false},
    ...more,
    tooltip: {confine: true, backgroundColor: css('--card'), borderColor: css('--line'),
      textStyle: {color: css('--ink'), fontSize: 13}, ...more.tooltip}});
  const dotted = kind => kind === 'bare' ? [2, 3] : kind === 'peer' ? [7, 4] : 'solid';
  // Message buffers have a colour for each protocol, and a line style for each option.
  const ways = {default: 'solid', queue: [8, 4], poll: [2, 3], confirm_write: [12, 3, 2, 3]};
  const drawnAs = (one, palette) => {
    const [protocol, option] = one.name.split(', ');
    return ways[option] ? {color: shades[theme].dimma[['SHMEM', 'TCP', 'UDP'].indexOf(protocol) * 5 % 9], type: ways[option]}
      : {color: palette[one.name], type: dotted(one.kind)};
  };
  // The series that have been measured, grouped by lower layer, with the bare program of each group first.
  const taken = experiment => {
    const all = experiment.series.filter(one => one.samples.some(sample => sample.typical));
    const layers = [...new Set(all.map(one => one.lower || one.name))];
    const order = one => layers.indexOf(one.lower || one.name) * 3 + ['bare', 'peer', 'dimma'].indexOf(one.kind);
    return experiment.axis ? all : all.sort((a, b) => order(a) - order(b));
  };

  // A line over the axis for each series. `value` returns the figure of a sample.
  const lines = (experiment, series, value, format, more = {}) => {
    const palette = colours(series);
    const drawn = series.map(one => ({name: one.name, type: 'line', symbolSize: 6, color: drawnAs(one, palette).color,
      lineStyle: {width: 2.2, type: drawnAs(one, palette).type}, emphasis: {focus: 'series'},
      data: one.samples.filter(sample => sample.typical && value(sample, one) > 0)
        .map(sample => [String(sample.x), value(sample, one)])})).filter(one => one.data.length > 0);
    const places = [...new Set(series.flatMap(one => one.samples.map(sample => sample.x)))].sort((a, b) => a - b);
    const values = drawn.flatMap(one => one.data.map(at => at[1]));
    const linear = more.linear || (!more.range && Math.max(...values) < 12 * Math.min(...values));
    const ticks = format === time ? tick : format;
    return frame({
      tooltip: {trigger: 'axis', valueFormatter: format},
      xAxis: axis({type: 'category', data: places.map(String), name: experiment.axis, nameLocation: 'middle', nameGap: 26,
        axisLabel: {formatter: x => place(experiment, +x)}, boundaryGap: false}),
      yAxis: axis({type: linear ? 'value' : 'log', axisLabel: {formatter: ticks}, min: linear ? 0 : undefined, ...more.range}),
      grid: within({}),
      series: drawn});
  };

  const nameWidth = names => narrow() ? 105 : Math.min(210, 10 + 7 * Math.max(...names.map(name => name.length)));
  const bars = (names, parts, format) => frame({
    tooltip: {trigger: 'axis', axisPointer: {type: 'shadow'}, valueFormatter: format},
    grid: within({right: 20, top: 8, bottom: 8}),
    xAxis: axis({type: 'value', splitNumber: narrow() ? 2 : 5, axisLabel: {formatter: format === time ? tick : format}}),
    yAxis: axis({type: 'category', data: names, inverse: true, splitLine: {show: false},
      axisLabel: {width: nameWidth(names), overflow: 'break', lineHeight: 14, color: css('--ink'), hideOverlap: false, interval: 0}}),
    series: parts});

  // Groups the series by magnitude, the slowest first: nanoseconds would not be visible in a plot of milliseconds.
  const magnitudes = series => {
    const typical = one => one.samples.find(sample => sample.typical).p50_us.median;
    const groups = [];
    let before = Infinity;
    for (const one of [...series].sort((a, b) => typical(b) - typical(a))) {
      if (typical(one) * 10 < before) groups.push(new Set());
      groups.at(-1).add(one);
      before = typical(one);
    }
    return groups.map(group => series.filter(one => group.has(one)));
  };
  const isNetKnown = sample => sample.net_us && sample.net_us.low > 0 && !findings.unreliable();
  const netText = sample => !sample.net_us ? '' : isNetKnown(sample) ? `, net ${time(sample.net_us.median)}` : ', net within the noise';

  // The plots, by the names that the data give them ------------------------------------------------------------------------
  const plots = {
    net: experiment => magnitudes(taken(experiment)).map((series, i) => {
      const first = one => one.samples.find(sample => sample.typical);
      const palette = colours(taken(experiment));
      const lower = one => one.samples.length && first(one).net_us ? first(one).lower_us : first(one).p50_us.median;
      return {wide: true, title: i === 0 ? 'Gross: the lower layer and net' : 'The same, of those that are far quicker',
        says: 'median of a call; the coloured part is the ORB’s own, outlined where it is within the noise',
        tall: series.length,
        option: {...bars(series.map(one => one.name), [
          {name: 'lower layer', type: 'bar', stack: 'all', barWidth: '62%', barMaxWidth: 24, color: shades[theme].bare[1],
            data: series.map(one => +Math.min(lower(one), first(one).p50_us.median).toFixed(3))},
          {name: 'net', type: 'bar', stack: 'all', color: shades[theme].dimma[0],
            label: {show: true, position: 'right', color: css('--soft'), fontSize: 12,
              formatter: at => {
                const sample = first(series[at.dataIndex]);
                return time(sample.p50_us.median) + (narrow() || experiment.overview ? '' : netText(sample));
              }},
            // Bars of values within the noise are only outlined.
            data: series.map(one => ({value: first(one).net_us ? +Math.max(first(one).net_us.median, 0).toFixed(3) : 0,
              itemStyle: first(one).net_us && !isNetKnown(first(one))
                ? {color: palette[one.name] + '22', borderColor: palette[one.name], borderWidth: 1, borderType: 'dashed'}
                : {color: palette[one.name]}}))},
        ], time), grid: within({right: narrow() || experiment.overview ? 64 : 175, top: 8, bottom: 8})}};
    }),
    box: experiment => magnitudes(taken(experiment).filter(one => one.samples[0].calls_box)).map((series, i) => {
      const palette = colours(taken(experiment));
      return {wide: true, title: i === 0 ? 'How single calls spread' : 'How those spread that are far quicker',
        says: 'box: the middle half; whiskers: one and a half boxes further', tall: series.length,
        option: {...bars(series.map(one => one.name), [{type: 'boxplot', boxWidth: [8, 16],
          data: series.map(one => {
            const box = one.samples[0].calls_box;
            return {value: [box.low, box.first, box.median, box.third, box.high],
              itemStyle: {color: palette[one.name] + '33', borderColor: palette[one.name], borderWidth: 1.6}};
          })}], time),
        tooltip: {...frame({}).tooltip, trigger: 'item', formatter: at => {
          const [, low, first, median, third, high] = at.value;
          return `<b>${series[at.dataIndex].name}</b><br>median ${time(median)}<br>quartiles ${time(first)} to ${time(third)}<br>` +
            `whiskers ${time(low)} to ${time(high)}<br>${many(series[at.dataIndex].samples[0].calls_box.outside)} calls beyond`;
        }},
        grid: within({right: 20, top: 8, bottom: 8}),
        xAxis: axis({type: 'value', min: 0, splitNumber: narrow() ? 2 : 5, axisLabel: {formatter: tick}})}};
    }),
    agreement: experiment => {
      const series = taken(experiment);
      const palette = {bare: shades[theme].bare[0], peer: shades[theme].peer[0]};
      return {wide: true, title: 'Average of a call, here and by a plain program', says: 'the average of each turn: box: the middle half; whiskers: one and a half boxes further', tall: series.length,
        option: {...bars(series.map(one => one.name), [{type: 'boxplot', boxWidth: [8, 16],
          data: series.map(one => {
            const box = one.samples[0].average_box;
            return {value: [box.low, box.first, box.median, box.third, box.high],
              itemStyle: {color: palette[one.kind] + '33', borderColor: palette[one.kind], borderWidth: 1.6}};
          })}], time), xAxis: axis({type: 'value', min: 0, splitNumber: narrow() ? 2 : 5, axisLabel: {formatter: tick}})}};
    },
    'to-lower': experiment => ({title: 'Time over the bare socket’s', says: 'medians of the turns’ quotients, by ' + experiment.axis,
      option: lines(experiment, taken(experiment).filter(one => one.lower), (sample, one) => {
        const lower = experiment.series.find(other => other.name === one.lower);
        const bare = lower && lower.samples.find(other => other.x === sample.x);
        if (!bare) return 0;
        const all = sample.turns.filter((_, i) => bare.turns[i]).map((turn, i) => turn.p50_us / bare.turns[i].p50_us).sort((a, b) => a - b);
        return +all[Math.floor(all.length / 2)].toFixed(4);
      }, value => trimmed(digits(value, 3)), {linear: true})}),
    distribution: experiment => {
      const series = taken(experiment).filter(one => one.samples[0].spread_ns);
      const palette = colours(series);
      // If there are many series, only the main ones are shown at first; a click on a name adds another.
      const main = ['bare TCP socket', 'omniORB', 'dimma, Full QoS', 'dimma, no QoS', 'bare shared memory, spinning', 'dimma, shared memory, spinning'];
      const hidden = series.length > 8 ? series.map(one => one.name).filter(name => !main.includes(name)) : [];
      return {wide: true, title: 'Distribution, down to the rarest calls', hidden,
        says: 'so many of all calls took longer than this' + (hidden.length ? '; a click on a name below shows it or hides it' : ''),
        option: frame({
          tooltip: {trigger: 'item', formatter: at => `<b>${at.seriesName}</b><br>one in ${many(at.value[0])}: ${time(at.value[1])}`},
          grid: within({}),
          xAxis: axis({type: 'log', name: 'one call in', nameLocation: 'middle', nameGap: 26, axisLabel: {formatter: many}}),
          yAxis: axis({type: 'log', axisLabel: {formatter: tick}}),
          series: series.map(one => {
            const classes = one.samples[0].spread_ns.map(text => text.split(':').map(Number));
            const all = classes.reduce((sum, [, count]) => sum + count, 0);
            let before = 0;
            const data = classes.map(([ns, count]) => {
              const beyond = all - before;
              before += count;
              return [all / beyond, ns / 1000];
            });
            return {name: one.name, type: 'line', data, showSymbol: false, symbolSize: 5, color: palette[one.name],
              lineStyle: {width: 2, type: dotted(one.kind)}, emphasis: {focus: 'series'}};
          })})};
    },
    line: experiment => ({title: 'Time of a call', says: 'median, by ' + experiment.axis,
      option: lines(experiment, taken(experiment), sample => sample.typical.p50_us, time)}),
    'read-write': experiment => ({title: 'Time of a read or write', says: 'average, by octets',
      option: lines(experiment, taken(experiment), sample => sample.typical.mean_us, time)}),
    rate: experiment => ({title: 'Rate', says: 'a second, of all together',
      option: lines(experiment, taken(experiment), sample => sample.typical.calls_per_s, many)}),
    'per-thread': experiment => ({title: 'Mean time over the number of threads', says: 'level where nothing but the processors is shared',
      option: lines(experiment, taken(experiment), sample => sample.typical.mean_us / sample.x, time)}),
    longest: experiment => ({title: 'The longest read or write', says: 'of a turn, by octets',
      option: lines(experiment, taken(experiment), sample => sample.typical.max_us, time)}),
    processor: experiment => ({title: 'Processor time of a read or write', says: 'average, by octets',
      option: lines(experiment, taken(experiment), sample => sample.typical.cpu_us, time)}),
    latency: experiment => ({title: 'Latency', says: 'from before a message is written until it has been read',
      option: lines(experiment, taken(experiment), sample => sample.latency_us, time)}),
    delivered: experiment => ({title: 'What arrived', says: 'share of the messages that were sent',
      option: lines(experiment, taken(experiment), sample => sample.delivered, value => (value * 100).toFixed(0) + ' %', {linear: true})}),
    memory: experiment => ({title: 'Memory at the server', says: 'octets for each',
      option: lines(experiment, taken(experiment).filter(one => one.samples.some(sample => sample.octets_each > 0)),
        sample => sample.octets_each, many)}),
    'over-time': experiment => {
      const series = taken(experiment);
      const palette = colours(series);
      const figure = (one, name, width, opacity) => ({name: one.name, type: 'line', showSymbol: false, color: palette[one.name],
        lineStyle: {width, opacity, type: 'solid'}, data: one.samples[0].turns.map((turn, i) => [i + 1, turn[name]])});
      return {wide: true, title: 'Turn by turn', says: 'thick: median; thin: 99 of 100; faint: the longest of the turn',
        option: frame({
          tooltip: {trigger: 'axis', valueFormatter: time},
          grid: within({}),
          xAxis: axis({type: 'value', name: 'turn', nameLocation: 'middle', nameGap: 26, minInterval: 1, min: 1, max: 'dataMax', splitLine: {show: false}}),
          yAxis: axis({type: 'log', axisLabel: {formatter: tick}}),
          series: series.flatMap(one => [figure(one, 'p50_us', 2.4, 1), figure(one, 'p99_us', 1.2, .8), figure(one, 'max_us', 1, .35)])})};
    },
    parts: experiment => {
      const own = taken(experiment).filter(one => one.net_line);
      const has = (orb, type) => own.find(one => one.name === orb + ', ' + type);
      const all = [...new Set(own.map(one => one.name.split(', ')[1]))];
      const everybody = [...new Set(own.map(one => one.name.split(', ')[0]))].sort((a, b) => (b === 'dimma') - (a === 'dimma'));
      const part = (orbs, types, title, says, value) => ({title, says, tall: types.length * Math.max(1.4, .5 * orbs.length),
        option: bars(types, orbs.map(orb => ({name: orb, type: 'bar', barMaxWidth: 20,
          color: orb === 'dimma' ? shades[theme].dimma[0] : shades[theme].peer[places[orb] ?? 4],
          data: types.map(type => has(orb, type) ? +value(has(orb, type)).toFixed(4) : null)})), time)});
      const parts = (orbs, types) => [
        part(orbs, types, 'Net, the fixed part', 'what a call takes beyond the bare socket, without data', one => one.net_line.fixed_us),
        part(orbs, types, 'Net, for 1,000 ' + experiment.axis, 'what data add beyond the bare socket: marshalling', one => one.net_line.per_1000_octets_us)];
      // Peers that have only some of the types appear in extra charts, of the types that all of them have.
      const whole = everybody.filter(orb => all.every(type => has(orb, type)));
      const some = all.filter(type => everybody.every(orb => has(orb, type)));
      return [...(whole.length ? parts(whole, all) : []), ...(whole.length < everybody.length && some.length ? parts(everybody, some) : [])];
    },
    'by-type': experiment => {
      const series = taken(experiment);
      const bare = series.filter(one => one.kind === 'bare');
      const types = [...new Set(series.filter(one => one.kind !== 'bare').map(one => one.name.split(', ')[1]))];
      // All plots have the same scale, so that they can be compared.
      const all = series.flatMap(one => one.samples.filter(sample => sample.typical).map(sample => sample.p50_us.median));
      const range = {min: 10 ** Math.floor(Math.log10(Math.min(...all))), max: 10 ** Math.ceil(Math.log10(Math.max(...all)))};
      return types.map(type => ({small: true, title: type, says: 'median of a call, by ' + experiment.axis,
        option: lines(experiment, [...bare, ...series.filter(one => one.name.endsWith(', ' + type))], sample => sample.typical.p50_us, time, {range})}));
    },
  };

  // The page -------------------------------------------------------------------------------------------------------------
  const make = (tag, text, className) => {
    const element = document.createElement(tag);
    if (text) element.textContent = text;
    if (className) element.className = className;
    return element;
  };
  const fill = (id, ...content) => document.getElementById(id).replaceChildren(...content);
  const link = (to, text) => {
    const element = make('a', text);
    element.href = '#' + to;
    return element;
  };
  const charts = [];
  let sections = [];
  const draw = (figure, plot) => {
    const target = figure.querySelector('.plot');
    if (plot.tall && !plot.small) target.style.height = Math.max(130, 60 + plot.tall * (narrow() ? 44 : 34)) + 'px';
    const chart = echarts.init(target, null, {renderer: 'svg'});
    chart.setOption(plot.option);
    charts.push(chart);
    figure.append(legend(chart, plot));
    for (const name of plot.hidden || []) [...figure.querySelectorAll('.legend button')].find(one => one.textContent === name).click();
    figure.dataset.marks = plot.option.series.reduce((sum, one) => sum + one.data.length, 0) > 0 ? marks(target, plot) : 0;
  };
  // Shapes of the series' colours.
  const marks = (target, plot) => {
    const own = new Set(plot.option.series.flatMap(one => [one.color, ...one.data.map(at => at && at.itemStyle &&
      (at.itemStyle.borderColor || at.itemStyle.color))]).filter(Boolean).map(colour => colour.toLowerCase()));
    const shown = [...target.querySelectorAll('svg path, svg polyline')].filter(shape =>
      own.has((shape.getAttribute('stroke') || '').toLowerCase()) || own.has((shape.getAttribute('fill') || '').toLowerCase()));
    return shown.length;
  };
  // The legend is below the chart, where it can have as many lines as it needs. A click on a name hides or shows its line.
  const legend = (chart, plot) => {
    const box = make('div', '', 'legend');
    const names = new Map(plot.option.series.filter(one => one.name).map(one => [one.name, one]));
    for (const [name, one] of names) {
      const button = make('button', name);
      button.type = 'button';
      button.setAttribute('aria-pressed', 'true');
      const line = one.lineStyle ? one.lineStyle.type : 'solid';
      const swatch = make('i', '', line === 'solid' ? '' : line[0] < 3 ? 'dotted' : 'dashed');
      swatch.style.color = one.color;
      // If the marks of a series have their own colours, the swatch shows all of them.
      const own = [...new Set(one.data.map(at => at && at.itemStyle && (at.itemStyle.borderColor || at.itemStyle.color)).filter(Boolean))];
      if (own.length) swatch.style.borderImage = `linear-gradient(to right, ${own.map((colour, i) =>
        `${colour} ${100 * i / own.length}% ${100 * (i + 1) / own.length}%`).join(', ')}) 1`;
      button.prepend(swatch);
      button.addEventListener('click', () => {
        chart.dispatchAction({type: 'legendToggleSelect', name});
        button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
      });
      box.append(button);
    }
    return box;
  };
  const figureOf = plot => {
    const figure = make('figure', '', plot.wide ? 'wide' : '');
    const caption = make('figcaption', plot.title);
    if (plot.says) caption.append(make('small', plot.says));
    figure.append(caption, make('div', '', 'plot'));
    return figure;
  };
  const between = interval => `${time(interval.low)} – ${time(interval.high)}`;
  const scrolled = (head, body) => {
    const whole = make('div'), box = make('div', '', 'scroll'), rows = make('table');
    const used = head.map((_, column) => column === 0 || body.some(row => row[column]));
    for (const [cells, tag] of [[head, 'th'], ...body.map(row => [row, 'td'])]) {
      const row = make('tr');
      for (const cell of cells.filter((_, column) => used[column])) row.append(make(tag, cell));
      rows.append(row);
    }
    box.append(rows);
    box.tabIndex = 0;
    whole.append(make('p', 'Wider than the page: scroll it sideways →', 'hint'), box);
    return whole;
  };
  // Marks tables that are wider than their boxes. Folded boxes have no width.
  const markCut = () => {
    for (const box of document.querySelectorAll('.scroll')) box.parentNode.classList.toggle('cut', box.scrollWidth > box.clientWidth + 1);
  };
  // A table of the ORBs by their net parts, as "Gross vs. Net" compares them.
  const orbsCompared = experiment => {
    if (!(experiment.compared || []).length) return [];
    const slower = part => !part ? 'within the noise' : (part.slower_percent >= 0 ? '+' : '') + digits(part.slower_percent, 2) + ' %';
    const catching = part => !part ? '' : `${part.slower_percent >= 0 ? 'it' : 'dimma'} to ${digits(part.to_catch_up * 100, 2)} %`;
    const details = make('details');
    details.append(make('summary', 'The ORBs by their net parts: how much longer than dimma, and to what share the slower one had to come down to catch up'),
      scrolled(['', '', 'fixed part', 'to catch up', 'each of the ' + experiment.axis, 'to catch up'],
        experiment.compared.map(one => [one.type, one.other, slower(one.fixed), catching(one.fixed), slower(one.per_octet), catching(one.per_octet)])));
    return [details];
  };
  const table = experiment => {
    const details = make('details');
    details.append(make('summary', 'The figures'));
    const head = ['', experiment.axis, 'median', '95 of 100', 'average', 'p99', 'longest', 'net', '95 of 100', 'overhead', 'a second', 'processor',
      'latency', 'arrived', 'octets each', 'projected'];
    const body = taken(experiment).flatMap(one => one.samples.filter(sample => sample.typical).map(sample => [
      one.name, experiment.axis ? place(experiment, sample.x) : '', time(sample.p50_us.median),
      between(sample.p50_us), time(sample.typical.mean_us), sample.typical.p99_us ? time(sample.typical.p99_us) : '',
      sample.typical.max_us ? time(sample.typical.max_us) : '', sample.net_us ? time(sample.net_us.median) : '',
      sample.net_us ? between(sample.net_us) : '', sample.net_us ? sample.overhead_percent.toFixed(1) + ' %' : '', many(sample.typical.calls_per_s),
      sample.typical.cpu_us ? time(sample.typical.cpu_us) : '',
      sample.latency_us ? time(sample.latency_us) : '', sample.delivered >= 0 ? digits(sample.delivered * 100) + ' %' : '',
      sample.octets_each > 0 ? many(sample.octets_each) : '', sample.projected_us ? time(sample.projected_us) : '']));
    details.append(scrolled(head, body));
    return details;
  };
  // A section, folded to its title and its first answer. Its plots are drawn when it is unfolded, because they have no width
  // before.
  const section = experiment => {
    const element = make('section'), fold = make('details', '', 'fold'), summary = make('summary');
    element.id = experiment.name;
    summary.append(make('h2', experiment.title || experiment.name));
    fold.append(summary, make('p', experiment.question, 'question'));
    element.append(fold);
    const found = taken(experiment).length === 0 ? [] : findings.of(experiment);
    const failures = [experiment.failure, ...experiment.series.map(one => one.failure && `${one.name}: ${one.failure}`)].filter(Boolean);
    if (failures.length) summary.append(make('p', `Not complete: ${failures[0]}`, 'answer failure'));
    else if (found.length) summary.append(make('p', found[0], 'answer'));
    if (found.length) {
      const list = make('ul', '', 'found');
      list.append(...found.map(text => make('li', text)));
      fold.append(list);
    }
    fold.append(...failures.map(text => make('p', text, 'failure')));
    const small = make('div', '', 'plots small'), large = make('div', '', 'plots');
    fold.append(small, large);
    const all = taken(experiment).length === 0 ? [] : experiment.plots.flatMap(name => plots[name](experiment))
      .filter(plot => plot.option.series.some(one => one.data.length > 0));
    // A plot that would be alone in a row of two becomes wide.
    const halves = all.filter(plot => !plot.small && !plot.wide);
    if (halves.length % 2 === 1) halves.at(-1).wide = true;
    const figures = all.map(plot => {
      const figure = figureOf(plot);
      (plot.small ? small : large).append(figure);
      return {figure, plot};
    });
    if (!small.children.length) small.remove();
    fold.append(...orbsCompared(experiment), table(experiment));
    let isDrawn = false;
    const unfold = () => {
      fold.open = true;
      if (!isDrawn) for (const {figure, plot} of figures) draw(figure, plot);
      else for (const chart of charts) if (fold.contains(chart.getDom())) chart.resize();  // the page's width may have changed
      isDrawn = true;
      markCut();
    };
    fold.addEventListener('toggle', () => fold.open && unfold());
    return {element, fold, unfold};
  };

  // The three plots of the first screen. The first plots of other experiments replace those that are missing.
  const overview = () => {
    const by = name => report.experiments.find(one => one.name === name && taken(one).length);
    const only = (experiment, isWanted) => ({...experiment, overview: true, series: experiment.series.filter(isWanted)});
    const main = ['bare TCP socket', 'omniORB', 'dimma, Full QoS', 'omniORB, octet', 'dimma, octet'];
    const isMain = one => main.includes(one.name);
    const overTcp = one => isMain(one) || (one.kind === 'peer' && one.lower === 'bare TCP socket');
    const calls = by('null-rpc'), sizes = by('sizes');
    const chosen = [
      calls && {...plots.net(only(calls, overTcp)).at(-1), title: 'A call over TCP', says: 'median; grey: the lower layer, which no ORB can avoid'},
      sizes && {...plots.line(only(sizes, isMain)), title: 'A call with data', says: 'median, by octets'},
      calls && {...plots.distribution(only(calls, isMain)), title: 'The rarest calls', says: 'one call in so many took longer than this'}]
      .filter(plot => plot && plot.option.series.some(one => one.data.length > 0));
    const others = report.experiments.filter(one => one !== calls && one !== sizes && taken(one).length)
      .map(one => ({one, all: one.plots.flatMap(name => plots[name](only(one, () => true)))}));
    for (let rank = 0; rank < 3; ++rank) for (const {one, all} of others) {
      if (all[rank]) chosen.push({...all[rank], title: one.title || one.name, says: `${all[rank].title}: ${all[rank].says}`});
    }
    for (const plot of chosen) {
      Object.assign(plot, {small: true, wide: false});
      if (plot.option.yAxis.type === 'category') plot.option.yAxis.axisLabel.width = 92;
    }
    return chosen.slice(0, 3);
  };
  const drawOverview = () => {
    const figures = overview().map(plot => ({plot, figure: figureOf(plot)}));
    fill('overview', ...figures.map(({figure}) => figure));
    for (const {figure, plot} of figures) draw(figure, plot);
  };
  // A table of all contenders over TCP, including those that were not built.
  const standings = () => {
    const all = findings.standings();
    const peer = all.find(one => one.name === 'omniORB');
    if (!all.length) return [];
    const rows = all.map(({name, sample}) => [name, time(sample.p50_us.median),
      peer ? digits(sample.p50_us.median / peer.sample.p50_us.median, 3) : '', !sample.net_us ? '–' : isNetKnown(sample) ? time(sample.net_us.median) : 'within the noise',
      isNetKnown(sample) ? digits(sample.overhead_percent, 2) + ' %' : '',
      between(sample.p50_us), time(sample.typical.p99_us)]);
    for (const {name} of report.missing) rows.push([name, 'not built', '', '', '', '', '']);
    const details = make('details');
    details.append(make('summary', 'How it compares: a call without parameters over TCP, in figures'), scrolled(['', 'median', 'of omniORB', 'net: its own', 'share', '95 of 100', '99 of 100 within'], rows));
    return [details];
  };

  const head = () => {
    const minutes = report.took_s >= 90 ? Math.round(report.took_s / 60) + ' min' : Math.round(report.took_s) + ' s';
    fill('when', ` ${report.began.replace('T', ' ').replace('Z', ' UTC')} · ${report.quick ? 'quick, ' : ''}${minutes}`);
    fill('headline', findings.headline());
    fill('machine', report.machine);
    fill('verdict', ...verdict.sentences().map(text => make('li', text)));
    fill('next', ...verdict.next().map(step => {
      const item = make('li');
      item.append(...step.map(part => part.code ? make('code', part.code) : part.to ? link(part.to, part.text) : part));
      return item;
    }));
    fill('standings', ...standings());
    const warnings = [...report.warnings];
    if (findings.unreliable()) warnings.unshift(`Nothing here can be compared: ${findings.unreliable()}.`);
    fill('warnings', ...warnings.map(text => make('p', text)));
    if (report.missing.length) {
      const details = make('details');
      details.append(make('summary', `Not built: ${report.missing.map(({name}) => name).join(', ')}`),
        ...report.missing.map(({name, why}) => make('p', `${name}: ${why}`)));
      fill('missing', details);
    }
    const whole = make('button');
    whole.type = 'button';
    whole.addEventListener('click', () => {
      const isFolded = isAnyFolded();
      for (const one of sections) if (isFolded) one.unfold(); else one.fold.open = false;
    });
    fill('nav', whole, ...report.experiments.map(experiment => link(experiment.name, experiment.title || experiment.name)));
  };
  const wanted = () => new URLSearchParams(location.hash.slice(1)).get('theme');
  const modes = ['system', 'light', 'dark'];
  let mode = modes.includes(wanted()) ? wanted() : 'system';
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const render = () => {
    theme = mode === 'system' ? (dark.matches ? 'dark' : 'light') : mode;
    document.documentElement.dataset.theme = theme;
    document.documentElement.style.colorScheme = theme;
    document.getElementById('theme').textContent = {system: 'Colours: system', light: 'Colours: light', dark: 'Colours: dark'}[mode];
    for (const chart of charts.splice(0)) chart.dispose();
    const open = new Set([...document.querySelectorAll('section > .fold[open]')].map(one => one.parentNode.id));
    const tables = new Set([...document.querySelectorAll('.fold details[open]')].map(one => one.closest('section').id));
    sections = report.experiments.map(section);
    fill('experiments', ...sections.map(one => one.element));
    drawOverview();
    for (const {element, fold, unfold} of sections) {
      if (open.has(element.id)) unfold();
      fold.querySelector('details:last-of-type').open = tables.has(element.id);
    }
    markCut();
  };
  const isAnyFolded = () => sections.some(one => !one.fold.open);
  const sayFolded = () => document.querySelector('nav button').textContent = isAnyFolded() ? 'Unfold all' : 'Fold all';
  // A link to a section unfolds it; #open=all unfolds all.
  const unfoldWanted = () => {
    const words = new URLSearchParams(location.hash.slice(1));
    for (const one of sections) {
      if (words.get('open') === 'all') one.unfold();
      if (!words.has(one.element.id)) continue;
      one.unfold();
      one.element.scrollIntoView();
    }
    if (words.has('missing')) for (const one of document.querySelectorAll('#missing details')) one.open = true;
  };
  // For printing, all sections are unfolded, and plots get the width of the paper.
  let folded = [], isPrinting = false;
  addEventListener('beforeprint', () => {
    isPrinting = true;
    folded = [...document.querySelectorAll('details:not([open])')];
    for (const one of sections) one.unfold();
    for (const one of folded) one.open = true;
    for (const drawn of document.querySelectorAll('.plot svg')) {
      drawn.setAttribute('viewBox', `0 0 ${drawn.getAttribute('width')} ${drawn.getAttribute('height')}`);
    }
  });
  addEventListener('afterprint', () => {
    isPrinting = false;
    for (const one of folded.splice(0)) one.open = false;
  });

  head();
  render();
  unfoldWanted();
  addEventListener('hashchange', unfoldWanted);
  sayFolded();
  document.addEventListener('toggle', () => {
    markCut();
    sayFolded();
  }, true);
  document.getElementById('theme').addEventListener('click', () => {
    mode = modes[(modes.indexOf(mode) + 1) % modes.length];
    render();
  });
  dark.addEventListener('change', render);
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === width || isPrinting) return;
    width = innerWidth;
    for (const chart of charts) if (chart.getDom().clientWidth) chart.resize();
    markCut();
  });
  document.documentElement.dataset.ready = problems.length ? problems.join('; ') : 'yes';
})();
