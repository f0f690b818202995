// Arithmetic of kernels, as far as the text says it, and the roofline.

const amount = (a) => `${number(a.flops)} flop, ${number(a.loaded)} + ${number(a.stored)} bytes`;
const intensities = (a) => {
  const all = a.loaded + a.stored;
  return a.flops > 0 && all > 0 && a.least > 0 ? [a.flops / all, a.flops / a.least] : undefined;
};
const span = ([low, high]) => (high - low < 0.005 ? low.toPrecision(2) : `${low.toPrecision(2)} to ${high.toPrecision(2)}`);

/** Rows about a kernel's arithmetic: name, value, hint. */
function arithmetic(work) {
  const rows = [];
  const most = work.at_most ? ', at most: branches decide' : '';
  if (work.each.flops || work.each.loaded || work.each.stored) rows.push(['iteration', amount(work.each) + most, 'Floating-point operations, bytes loaded and stored in an iteration of the loops that threads share, as the text has them']);
  for (const i of work.inner) rows.push([`loop ${i.line}`, `${amount(i.each)} in an iteration`, 'It runs as often as is known only when the program runs']);
  if (work.missing.length) rows.push(['not counted', work.missing.join(', ')]);
  return rows;
}

/** What is known of a kernel for the roofline; `why` where it has no place there. */
function pointOf(k) {
  const w = k.work;
  if (!w) return { why: 'not counted' };
  if (w.missing.length) return { why: `not counted: ${w.missing.join(', ')}` };
  if (w.inner.length) {
    const inner = w.inner.map((i) => i.each).find((a) => intensities(a));
    const lines = w.inner.map((i) => i.line);
    const which = lines.length > 1 ? `the loops at lines ${lines.join(', ')} run` : `the loop at line ${lines[0]} runs`;
    return { range: inner && intensities(inner), why: `${which} as often as only the program knows${inner ? '; this is an iteration’s' : ''}` };
  }
  const range = intensities(w.each);
  if (!range) return { why: w.each.flops ? 'no memory is touched' : 'no floating-point operations' };
  const run = launches(k)[0];
  if (!run) return { range, why: model.run ? 'not launched in this run' : 'no run is given (--trace)' };
  const iterations = w.iterations !== null ? w.iterations * run.launches : k.per_thread ? run.threads * k.per_thread : 0;
  if (!iterations) return { range, run, why: 'the run doesn’t say how many iterations there were' };
  return { range, run, speed: (w.each.flops * iterations) / run.total / 1000, rate: [w.each.least, w.each.loaded + w.each.stored].map((b) => (b * iterations) / run.total / 1000), exact: w.iterations !== null, why: w.at_most ? 'at most: branches decide' : '' };
}

/** The peaks of what a kernel ran on, where the machine's model says them: GFLOP/s and GB/s. */
function roofOf(device) {
  if (device && device.startsWith('sim')) return undefined;
  const peaks = device && !device.startsWith('nvidia') ? model.machine.cores : model.machine.device;
  return peaks.flops && peaks.bandwidth ? peaks : undefined;
}

function roofline() {
  const all = unit().kernels.filter((k) => !k.in_order).map((k) => ({ k, ...pointOf(k) }));
  if (!all.some((p) => p.range)) return '';
  const ran = all.find((p) => p.run);
  const roof = roofOf(ran && ran.run.device);
  const drawn = all.filter((p) => p.range && (p.speed || roof));
  const notes = [];
  if (ran && ran.run.device.startsWith('sim')) notes.push('The run was on sim, an interpreter of blocks on the CPU: its speeds say nothing of a GPU, so there is no roof.');
  else if (!roof) notes.push('There is no roof, since the machine’s model says no peaks: give them to --acc-machine as flops (GFLOP/s) and bandwidth (GB/s).');
  notes.push('A bar goes from the intensity of all accesses, as if nothing were found in a cache, to that of each array’s elements once.');
  if (drawn.some((p) => p.speed && !p.exact)) notes.push('Iterations are the threads that were launched: exact to a block.');
  const rows = all.map((p) => [el('code', {}, p.k.name), p.range ? span(p.range) : '', p.speed ? `${p.speed.toPrecision(3)} GFLOP/s` : '', p.rate ? `${span(p.rate)} GB/s` : '',
    p.speed && roof ? percent(p.speed, Math.min(roof.flops, roof.bandwidth * p.range[1])) : '', p.why || '']);
  const list = table('Roofline', ['kernel', 'flop per byte', 'speed', 'memory', 'of the roof', 'what isn’t known'], rows);
  const canvas = drawn.length && typeof Chart !== 'undefined' ? el('canvas', { role: 'img', 'aria-label': 'Roofline; the table has its figures' }) : '';
  const part = el('section', {}, list, canvas ? el('div', { class: 'chart' }, canvas) : '', notes.map((n) => el('p', { class: 'note' }, n)));
  if (canvas) requestAnimationFrame(() => chart(canvas, drawn, roof));
  return part;
}

let drawnChart = null;

function chart(canvas, points, roof) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const xs = points.flatMap((p) => p.range);
  const [from, to] = [Math.min(...xs, 0.1) / 2, Math.max(...xs, 1, roof ? roof.flops / roof.bandwidth : 1) * 4];
  const attainable = (x) => Math.min(roof.flops, roof.bandwidth * x);
  const tones = ['--kernel', '--data', '--yes', '--no', '--k-word', '--k-text'];
  const tone = (_, at) => colour(tones[at % tones.length]);
  const sets = points.map((p, at) => ({
    label: p.k.name, showLine: true, borderColor: tone(p, at), backgroundColor: p.speed ? tone(p, at) : colour('--panel'), borderWidth: 3, pointRadius: 5,
    data: p.range.map((x) => ({ x, y: p.speed || attainable(x) })),
  }));
  if (roof) {
    const ridge = roof.flops / roof.bandwidth;
    sets.push({ label: `${number(roof.bandwidth)} GB/s, ${number(roof.flops)} GFLOP/s`, showLine: true, pointRadius: 0, borderWidth: 1.5, borderColor: colour('--ink'), backgroundColor: colour('--ink'),
      data: [from, ridge, to].map((x) => ({ x, y: attainable(x) })) });
  }
  const axis = (text) => ({ type: 'logarithmic', title: { display: true, text, color: colour('--soft') }, ticks: { color: colour('--soft'), maxTicksLimit: 8 }, grid: { color: colour('--line') } });
  const ys = sets.flatMap((set) => set.data.map((d) => d.y));
  const powers = { min: 10 ** Math.floor(Math.log10(Math.min(...ys))), max: 10 ** Math.ceil(Math.log10(1.01 * Math.max(...ys))) };
  if (drawnChart) drawnChart.destroy();
  Chart.defaults.font.family = style.getPropertyValue('--sans');
  drawnChart = new Chart(canvas, {
    type: 'scatter', data: { datasets: sets },
    options: { animation: false, maintainAspectRatio: false, scales: { x: { ...axis('flop per byte'), min: from, max: to }, y: { ...axis('GFLOP/s'), ...powers } },
      plugins: { legend: { position: 'bottom', labels: { color: colour('--ink'), boxWidth: 10 } } } },
  });
}
