// The source, and the texts that it became, side by side with links both ways.

/** The pieces of each line of a text, [text, kind of token]. */
function painted(lines, language) {
  const grammar = Prism.languages[language];
  const out = [[]];
  const add = (text, kind) => {
    text.split('\n').forEach((piece, at) => {
      if (at > 0) out.push([]);
      if (piece) out[out.length - 1].push([piece, kind]);
    });
  };
  const walk = (token, kind) => {
    if (typeof token === 'string') add(token, kind);
    else if (Array.isArray(token)) token.forEach((t) => walk(t, kind));
    else walk(token.content, token.type);
  };
  walk(Prism.tokenize(lines.join('\n'), grammar), '');
  return out;
}

function code(pieces) {
  return el('code', {}, pieces.map(([text, kind]) => (kind ? el('span', { class: `t-${kind}` }, text) : text)));
}

/** The line's number: a button where the line leads somewhere. Of all in a pane one is in the tab order, and arrows go on from it. */
function gutter(number, links, label, go) {
  if (!links) return el('span', { class: 'no' }, String(number));
  return el('button', { class: 'no', type: 'button', tabindex: '-1', 'aria-label': label, onclick: go }, String(number));
}

function roving(pane) {
  const all = () => [...pane.querySelectorAll('button.no')];
  const first = all()[0];
  if (first) first.tabIndex = 0;
  pane.onkeydown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = all();
    const at = buttons.indexOf(document.activeElement);
    if (!step || at < 0) return;
    const next = buttons[at + step];
    if (!next) return;
    event.preventDefault();
    buttons[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };
}

/** Remarks of a line that say something new, in the report's order. */
function remarksOf(name, line) {
  const all = unit().remarks.filter((r) => r.file === name && r.line === line);
  const reasons = new Set(all.filter((r) => r.kind === 'loop').map((r) => r.reason));
  return all.filter((r) => r.kind !== 'analysis' || !reasons.has(r.text));
}

const tenth = (n) => n.toFixed(1);
const whole = (share) => `${(100 * share).toFixed(0)}%`;

/** Figures of accrs-prof in words: sectors beside the least possible, lanes. */
function figuresOf(f) {
  const parts = [];
  for (const what of ['loads', 'stores']) if (f[what]) parts.push(`${what} ${tenth(f[what][0])} of ${tenth(f[what][1])} sectors`);
  if (f.lanes !== null) parts.push(`${whole(f.lanes)} of the lanes`);
  return parts;
}

/** What accrs-prof counted at a line, for each kernel that comes by. */
function counted(name, line) {
  if (!model.counts) return [];
  return model.counts.kernels.filter((k) => unit().kernels.some((p) => p.name === k.kernel)).flatMap((k) => k.lines
    .filter((l) => l.line === line && sameFile(l.file, name) && (l.share >= 0.005 || l.loads || l.stores))
    .flatMap((l) => [
      el('div', { class: 'remark counted', title: `${k.kernel}, counted by accrs-prof` }, el('b', {}, 'counted'), el('span', {}, [`${whole(l.share)} of instructions`, ...figuresOf(l)].join(', '))),
      ...l.remarks.map((words) => el('div', { class: 'remark no-parallel' }, el('b', {}, 'cost'), el('span', {}, words))),
    ]));
}

/** How many blocks, or threads, there are along the axes: "one for 128 iterations of i, j". */
function extents(sizes) {
  const words = (size) => {
    const cover = /^ceil\(((?:trips\(\w+\)(?: \* )?)+) \/ (\d+)\)$/.exec(size);
    const vars = (cover ? cover[1] : '').match(/\w+(?=\))/g);
    return cover ? `one for ${cover[2]} iterations of ${vars.join(', ')}` : size.replace(/trips\((\w+)\)/g, 'iterations of $1');
  };
  const last = sizes.reduce((found, size, at) => (size === '1' ? found : at), 0);
  return sizes.slice(0, last + 1).map(words).join(' × ');
}

/** Every loop of a `parallel` construct is independent by the standard: under each of them that says nothing. */
const everyLoops = 'a loop of a parallel construct is independent';

function remark(r) {
  if (r.kind === 'loop') {
    const verdict = r.parallel ? 'parallel' : 'in order';
    const mapping = r.text.replace('#pragma acc loop ', '').replace(/\/\*.*?\*\/.*$/, '').trim();
    const axes = r.axes.length ? el('span', { class: 'axes' }, r.axes.join(' ')) : '';
    return el('div', { class: `remark ${r.parallel ? 'yes' : 'no-parallel'}` },
      el('b', {}, verdict), mapping === 'seq' ? '' : el('span', { class: 'map' }, mapping), axes,
      r.mapping && r.parallel ? el('span', { class: 'axes' }, r.mapping) : '',
      r.reason === everyLoops ? '' : el('span', { class: 'why' }, r.reason));
  }
  const kind = { data: 'data', kernel: 'kernel', reduction: 'yes', atomic: 'yes', private: 'said' }[r.kind] || 'said';
  const text = r.kind === 'kernel' ? `kernel ${r.name}  blocks: ${extents(r.grid)}  threads: ${extents(r.block)}` : r.text.replace(/^Generating /, '');
  return el('div', { class: `remark ${kind}` }, el('b', {}, r.kind === 'data' ? 'data' : r.kind === 'kernel' ? '' : r.kind === 'note' || r.kind === 'analysis' ? '' : r.kind), el('span', {}, text));
}

/** The bar and the time of a line of the source. */
function spentCell(name, line, most) {
  const s = spent(name, line);
  if (!s) return el('span', { class: 'spent' });
  const device = s.kernels + s.transfers;
  const long = Math.max(s.host, device);
  const cell = el('span', { class: 'spent', title: `host ${time(s.host)}, of it waiting ${time(s.waits)}; kernels ${time(s.kernels)}; transfers ${time(s.transfers)}; reached ${plural(s.times, 'time')}` },
    el('i', { class: 'bar-kernel' }), el('i', { class: 'bar-transfer' }), el('em', {}, time(long)));
  const share = (x) => `${(100 * x) / most}%`;
  cell.children[0].style.width = share(s.kernels);
  cell.children[1].style.left = share(s.kernels);
  cell.children[1].style.width = share(s.transfers);
  return cell;
}

function drawSource() {
  const pane = byId('source');
  const here = file();
  const lines = here.lines;
  const pieces = painted(lines, 'c');
  const links = { cuda: indexed(unit().cuda), openmp: indexed(unit().openmp.filter((l) => !l.o)) };
  const times = model.run ? model.run.sums.lines.map((l) => Math.max(l.host, l.kernels + l.transfers)) : [];
  const most = Math.max(1, ...times);
  pane.classList.toggle('timed', Boolean(model.run));
  pane.replaceChildren(...lines.map((_, at) => {
    const n = at + 1;
    const key = `${state.file}:${n}`;
    const linked = links.cuda.has(key) || links.openmp.has(key);
    const remarks = remarksOf(here.name, n);
    const loop = remarks.find((r) => r.kind === 'loop');
    const tone = loop ? (loop.parallel ? ' is-parallel' : ' is-serial') : '';
    const row = el('div', { class: `line${linked ? ' linked' : ''}${tone}`, 'data-line': n, onclick: linked ? () => choose(n, true) : null },
      model.run ? spentCell(here.name, n, most) : '',
      gutter(n, linked, `Line ${n}: to the lines that come from it`, (e) => { e.stopPropagation(); choose(n, true); }),
      code(pieces[at] || []));
    return [row, ...remarks.map(remark), ...counted(here.name, n)];
  }).flat());
  roving(pane);
  byId('source-name').textContent = here.name;
}

/** A pane with generated text. */
function drawGenerated(kind) {
  const pane = byId(`view-${kind}`);
  const lines = unit()[kind];
  const empty = kind === 'cuda' ? 'There are no kernels for a device in this source, or no device was built for.' : 'Nothing was made for the host’s cores (--acc-target).';
  if (!lines.length) return pane.replaceChildren(el('p', { class: 'note' }, empty));
  const pieces = painted(lines.map((l) => l.t), kind === 'cuda' ? 'cpp' : 'c');
  const rows = lines.map((line, at) => {
    const linked = line.l !== undefined && !(kind === 'openmp' && line.o && !line.t.trim());
    const go = () => chooseFrom(line);
    const label = linked ? `Line ${at + 1}: to line ${line.l} of the source` : '';
    return el('div', { class: `line${linked ? ' linked' : ''}${kind === 'openmp' && !line.o ? ' made' : ''}`, 'data-at': at, 'data-from': linked ? `${line.f}:${line.l}` : null, onclick: linked ? go : null },
      gutter(at + 1, linked, label, (e) => { e.stopPropagation(); go(); }), code(pieces[at] || []));
  });
  pane.replaceChildren(...rows);
  roving(pane);
}

/** Scrolls a pane, and nothing around it, so that the row is in its upper third. */
function reveal(pane, row) {
  if (!row || !pane) return;
  const top = row.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  pane.scrollTo({ top: Math.max(0, top - pane.clientHeight / 3), behavior: still ? 'auto' : 'smooth' });
}

/** Marks all lines that belong to a line of the source. */
function mark() {
  for (const old of document.querySelectorAll('.line.hit')) old.classList.remove('hit');
  if (!state.line) return;
  const row = byId('source').querySelector(`[data-line="${state.line}"]`);
  if (row) row.classList.add('hit');
  for (const hit of document.querySelectorAll(`[data-from="${state.file}:${state.line}"]`)) hit.classList.add('hit');
}

/** Chooses a line of the source, and shows what comes from it. */
function choose(line, show) {
  state.line = line;
  const has = (kind) => unit()[kind].some((l) => l.f === state.file && l.l === line && !(kind === 'openmp' && l.o));
  if (show && !(state.tab === 'openmp' && has('openmp'))) openTab(has('cuda') ? 'cuda' : 'openmp');
  mark();
  const view = byId(`view-${state.tab}`);
  if (show) reveal(view, view.querySelector('.line.hit'));
  remember();
}

/** Chooses the line of the source that a generated line comes from. */
function chooseFrom(line) {
  if (line.f !== state.file) {
    state.file = line.f;
    drawSource();
  }
  goTo(line.l);
}

/** Chooses a line and scrolls the source to it. */
function goTo(line) {
  choose(line, false);
  reveal(byId('source'), byId('source').querySelector(`[data-line="${line}"]`));
}

/** Goes to a place that is told by name; other files of the page are opened. */
function goToPlace(name, line) {
  for (let u = 0; u < model.units.length; u += 1) {
    const at = (u + state.unit) % model.units.length;
    const f = model.units[at].files.findIndex((x) => sameFile(x.name, name));
    if (f < 0) continue;
    openFile(at, f);
    goTo(line);
    return;
  }
}
