// The data that moves, region by region, and what kernels take.

const whoSays = { clause: 'by a clause', implicit: 'by the standard’s rules', inferred: 'found by the compiler', reduction: 'for a reduction', held: 'found by the compiler' };

function place(name, line, text) {
  return el('button', { class: 'place', type: 'button', onclick: () => goToPlace(name, line) }, text || `${last(name)}:${line}`);
}

const gigabytes = (n, us) => { const x = n / 1000 / us; return `${x >= 10 ? x.toFixed(1) : x.toPrecision(2)} GB/s`; };
const speed = (t) => (t.total >= 0.05 ? ` · ${gigabytes(t.bytes, t.total)}` : '');

/** An arrow between host and device, with what it carries. */
function arrow(region, item, back) {
  const measured = transfers(region.file, region.line).filter((t) => t.variable === item.name && (t.way === 'download') === back);
  const run = measured.map((t) => el('span', { class: 'measured' }, `${number(t.count)}× · ${bytes(t.bytes)} · ${time(t.total)}${speed(t)}`));
  return el('div', { class: `arrow ${back ? 'back' : 'there'}` },
    el('span', { class: 'what' }, el('code', {}, item.name), ' ', el('span', { class: 'clause' }, item.clause), item.bytes ? ` ${bytes(item.bytes)}` : ''),
    el('span', { class: 'shaft', 'aria-label': back ? 'from the device' : 'to the device' }),
    el('span', { class: 'by', title: item.why }, whoSays[item.origin] || item.origin, item.held ? ', stays while the host’s loop runs' : '', item.why ? el('small', {}, item.why) : ''), run);
}

function regionBox(region, inside) {
  const there = region.items.filter((i) => i.to_device);
  const back = region.items.filter((i) => i.from_device);
  const made = region.items.filter((i) => i.allocates && !i.to_device);
  const rest = region.items.filter((i) => !i.to_device && !i.from_device && !i.allocates);
  const lines = region.end > region.line ? `${region.line}–${region.end}` : region.line;
  const kernels = region.compute ? unit().kernels.filter((k) => k.file === region.file && k.line >= region.line && k.line <= region.end) : [];
  return el('div', { class: `region${region.compute ? ' compute' : ''}` },
    el('h4', {}, place(region.file, region.line, String(lines)), ` ${region.construct}`),
    there.map((i) => arrow(region, i, false)),
    made.length ? el('p', { class: 'made-there' }, 'made on the device: ', made.map((i) => el('span', { class: 'tag' }, `${i.name}${i.bytes ? ` ${bytes(i.bytes)}` : ''} · ${i.clause}`))) : '',
    rest.length ? el('p', { class: 'made-there' }, 'there already: ', rest.map((i) => el('span', { class: 'tag', title: `${i.clause}, ${whoSays[i.origin]}` }, `${i.name} · ${i.clause}${i.origin === 'clause' ? '' : ` (${i.origin})`}`))) : '',
    kernels.length ? el('div', { class: 'on-device' }, kernels.map((k) => el('span', { class: 'kernel-box' }, k.name))) : '',
    inside,
    back.map((i) => arrow(region, i, true)));
}

function drawData() {
  const pane = byId('view-data');
  const functions = new Map();
  for (const r of unit().regions) {
    const key = `${r.file}\n${r.function}`;
    if (!functions.has(key)) functions.set(key, []);
    functions.get(key).push(r);
  }
  const nested = (all) => {
    const out = [];
    for (let at = 0; at < all.length;) {
      let next = at + 1;
      while (next < all.length && all[next].line <= all[at].end && all[at].end > all[at].line && all[next].end <= all[at].end) next += 1;
      out.push(regionBox(all[at], nested(all.slice(at + 1, next))));
      at = next;
    }
    return out;
  };
  const parts = [...functions].map(([key, all]) => el('section', { class: 'function' },
    el('h3', {}, `${key.split('\n')[1] || 'file scope'} `, el('small', {}, key.split('\n')[0])),
    el('div', { class: 'sides' }, el('span', {}, 'host'), el('span', {}, 'device')),
    nested(all)));
  pane.replaceChildren(...(parts.length ? parts : [el('p', { class: 'note' }, 'No construct of this source has data.')]));
}

function kernelCard(k) {
  const f = k.figures;
  const runs = launches(k);
  const rows = [];
  const row = (name, value, hint) => { if (value !== '' && value !== undefined && value !== null) rows.push(el('dt', { title: hint }, name), el('dd', {}, value)); };
  row('grid', extents(k.grid), 'Blocks');
  row('block', extents(k.block), 'Threads of a block');
  row('mapping', k.mapping);
  if (k.in_order) row('in order', 'one thread, where memory overlaps');
  if (f) {
    row('registers', f.registers, `Of a thread, on ${f.arch}`);
    row('spilled', f.spill_stores + f.spill_loads ? `${bytes(f.spill_stores)}, ${bytes(f.spill_loads)} read back` : 'nothing');
    if (f.local) row('local memory', bytes(f.local), 'Of a thread');
    if (f.shared) row('shared memory', bytes(f.shared), 'Of a block');
    if (f.barriers) row('barriers', f.barriers);
    if (f.occupancy) row('at once', `${plural(f.occupancy.blocks, 'block')}, ${f.occupancy.percent}% of a multiprocessor’s threads`, 'Blocks that a multiprocessor holds');
    for (const l of f.loops || []) row(`loop ${l.line}`, `${plural(l.instructions, 'instruction')}, ${plural(l.loads, 'load')}, ${l.in_flight} under way at once`, 'Innermost loop');
  }
  for (const r of runs) {
    row(r.device, `${number(r.launches)} ${r.launches === 1 ? 'launch' : 'launches'}, ${time(r.total)} in all, ${time(r.total / r.launches)} each`);
    if (r.shape) row('launched as', `${r.shape[0]} of ${r.shape[1]}`);
  }
  const c = model.counts && model.counts.kernels.find((x) => x.kernel === k.name);
  if (c) {
    row('counted', figuresOf(c).join(', '), 'By accrs-prof: sectors of 32 bytes that a warp’s request takes, and the least that hold its data; lanes at work');
    if (c.idle >= 0.005) row('idle', `${whole(c.idle)} of the threads`);
    row('a launch', `reads ${bytes(Math.round(c.read))}, writes ${bytes(Math.round(c.written))}`, 'What a cache without limits would fetch and write back');
    c.remarks.forEach((words) => row('cost', words));
  }
  if (k.work) arithmetic(k.work).forEach(([name, value, hint]) => row(name, value, hint));
  const head = k.begins !== null && k.begins !== undefined
    ? el('button', { class: 'place', type: 'button', onclick: () => { openTab('cuda'); reveal(byId('view-cuda'), byId('view-cuda').children[k.begins]); } }, k.name)
    : k.name;
  return el('article', { class: 'card', 'data-kernel': k.name }, el('h3', {}, head, ' ', place(k.file, k.line)), el('dl', {}, rows));
}

function drawKernels() {
  const missing = unit().figures_missing;
  const arch = (unit().kernels.find((k) => k.figures) || {}).figures;
  byId('view-kernels').replaceChildren(
    missing ? el('p', { class: 'note' }, `What kernels take of a GPU isn’t known here: ${missing}`) : '',
    arch ? el('p', { class: 'note' }, `Registers, memory and loops as compiled for ${arch.arch}.`) : '',
    el('div', { class: 'cards' }, unit().kernels.map(kernelCard)),
    unit().kernels.length ? '' : el('p', { class: 'note' }, 'There are no kernels in this source.'),
    roofline());
}
