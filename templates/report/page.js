// Tabs, the choice of files, light and dark.

const tabs = [['cuda', 'CUDA'], ['openmp', 'OpenMP'], ['data', 'Data'], ['kernels', 'Kernels'], ['run', 'Run']]
  .filter(([id]) => id !== 'run' || model.run);
const drawn = new Set();
const draw = { cuda: () => drawGenerated('cuda'), openmp: () => drawGenerated('openmp'), data: drawData, kernels: drawKernels, run: drawRun };

function openTab(id) {
  state.tab = id;
  for (const [other] of tabs) {
    const tab = byId(`tab-${other}`);
    tab.setAttribute('aria-selected', String(other === id));
    tab.tabIndex = other === id ? 0 : -1;
    byId(`view-${other}`).hidden = other !== id;
  }
  if (!drawn.has(id)) {
    drawn.add(id);
    draw[id]();
    if (id === 'cuda') {
      const first = unit().kernels.find((k) => k.begins !== null && k.begins !== undefined);
      if (first && !state.line) reveal(byId('view-cuda'), byId('view-cuda').children[first.begins]);
    }
  }
  mark();
  remember();
}

/** The address says what is open, so that it can be sent around. */
let remembering = 0;
function remember() {
  // Browsers take few changes of the address a second.
  clearTimeout(remembering);
  remembering = setTimeout(writeAddress, 150);
}

function writeAddress() {
  const hash = `#${state.unit}.${state.file}.${state.line}.${state.tab}`;
  try { history.replaceState(null, '', hash); } catch { /* some viewers have no history */ }
}

function makeTabs() {
  const list = byId('tabs');
  for (const [id, name] of tabs) {
    list.append(el('button', { role: 'tab', type: 'button', id: `tab-${id}`, 'aria-controls': `view-${id}`, onclick: () => openTab(id) }, name));
    byId('views').append(el('div', { role: 'tabpanel', id: `view-${id}`, 'aria-labelledby': `tab-${id}`, class: id === 'cuda' || id === 'openmp' ? 'code view' : 'view', tabindex: id === 'cuda' || id === 'openmp' ? '-1' : '0', hidden: true }));
  }
  list.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = tabs.findIndex(([id]) => id === state.tab);
    const next = tabs[(at + step + tabs.length) % tabs.length][0];
    openTab(next);
    byId(`tab-${next}`).focus();
  };
}

function openFile(u, f) {
  if (u === state.unit && f === state.file && drawn.size) return;
  const other = u !== state.unit || !drawn.size;
  state.unit = u;
  state.file = f;
  state.line = 0;
  byId('file').value = `${u}.${f}`;
  if (other) {
    drawn.clear();
    openTab(state.tab || (unit().cuda.length ? 'cuda' : 'openmp'));
  }
  drawSource();
  mark();
}

function makeChooser() {
  const select = byId('file');
  model.units.forEach((u, at) => u.files.forEach((f, n) => select.append(el('option', { value: `${at}.${n}` }, n === 0 ? f.name : `${last(u.name)} › ${f.name}`))));
  byId('chooser').hidden = select.options.length < 2;
  select.onchange = () => { const [u, f] = select.value.split('.').map(Number); openFile(u, f); };
}

function summary() {
  const loops = model.units.flatMap((u) => u.remarks.filter((r) => r.kind === 'loop'));
  const parallel = loops.filter((r) => r.parallel).length;
  const kernels = model.units.flatMap((u) => u.kernels).length;
  const chips = [
    [plural(parallel, 'parallel loop'), 'yes'],
    [`${loops.length - parallel} in order`, 'no-parallel'],
    [plural(kernels, 'kernel'), 'kernel'],
    [`for ${[...new Set(model.units.flatMap((u) => u.targets))].join(', ')}`, 'plain'],
  ];
  if (model.run) chips.push([`run of ${model.run.program}: ${time(model.run.sums.ended - model.run.sums.began)}`, 'data', `From the first event of ${model.run.file} to its last`]);
  byId('summary').replaceChildren(...chips.map(([text, kind, title]) => el('span', { class: `chip ${kind}`, title }, text)));
}

function legend() {
  byId('source-legend').replaceChildren(
    el('span', { class: 'key key-yes' }, 'parallel'), el('span', { class: 'key key-no' }, 'in order'),
    ...(model.run ? [el('span', { class: 'key key-kernel' }, 'kernels'), el('span', { class: 'key key-transfer' }, 'transfers')] : []));
}

function theme(name) {
  document.documentElement.dataset.theme = name;
  for (const id of ['run', 'kernels']) if (drawn.has(id)) draw[id]();
}

function start() {
  let kept = null;
  try { kept = localStorage.getItem('accrs-theme'); } catch { /* files may have no storage */ }
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  theme(kept || (dark.matches ? 'dark' : 'light'));
  dark.onchange = () => theme(dark.matches ? 'dark' : 'light');
  byId('theme').onclick = () => {
    const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    theme(next);
    try { localStorage.setItem('accrs-theme', next); } catch { /* as above */ }
  };
  byId('remarks').onchange = (e) => byId('source').classList.toggle('bare', !e.target.checked);
  makeTabs();
  makeChooser();
  summary();
  legend();
  const [u, f, line, tab] = location.hash.slice(1).split('.');
  const known = model.units[Number(u)] && model.units[Number(u)].files[Number(f)];
  if (tabs.some(([id]) => id === tab)) state.tab = tab;
  openFile(known ? Number(u) : 0, known ? Number(f) : 0);
  if (known && Number(line) > 0) goTo(Number(line));
}

start();
