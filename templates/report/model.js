// The model, and small helpers. Text only ever becomes text nodes.
const model = JSON.parse(document.getElementById('model').textContent);
const state = { unit: 0, file: 0, tab: '', line: 0 };

const byId = (id) => document.getElementById(id);

/** An element: attributes by name, `on…` as listeners, children as nodes or text. */
function el(name, attributes, ...children) {
  const svg = ['svg', 'path', 'line', 'rect', 'text', 'g'].includes(name);
  const node = svg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? '' : value);
  }
  for (const child of children.flat(9)) {
    if (child !== undefined && child !== null && child !== '') node.append(child);
  }
  return node;
}

const number = (n) => n.toLocaleString('en-US');

function bytes(n) {
  if (n === undefined || n === null) return '';
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let at = 0;
  let x = n;
  while (x >= 1000 && at < units.length - 1) { x /= 1000; at += 1; }
  return at === 0 ? `${n} ${n === 1 ? 'byte' : 'bytes'}` : `${x.toPrecision(3)} ${units[at]}`;
}

function time(us) {
  if (us < 1000) return `${us < 10 ? us.toFixed(1) : us.toFixed(0)} µs`;
  if (us < 1e6) return `${(us / 1000).toPrecision(3)} ms`;
  return `${(us / 1e6).toPrecision(3)} s`;
}

const percent = (part, whole) => (whole > 0 ? `${((100 * part) / whole).toFixed(1)}%` : '');
const plural = (n, word) => `${number(n)} ${word}${n === 1 ? '' : 's'}`;
const last = (path) => path.split('/').pop();

const unit = () => model.units[state.unit];
const file = () => unit().files[state.file];

/** The lines of a generated text by the user's "file:line". */
function indexed(lines) {
  const map = new Map();
  lines.forEach((line, at) => {
    if (line.l === undefined) return;
    const key = `${line.f}:${line.l}`;
    if (!map.has(key)) map.set(key, []);
    map.get(key).push(at);
  });
  return map;
}

/** Names of the same file, as the compiler and as a run call it. */
const sameFile = (a, b) => a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);

/** What a run took at a line, all constructs of the line together; undefined where nothing is known. */
function spent(name, line) {
  if (!model.run) return undefined;
  let all;
  for (const sums of model.run.sums.lines) {
    const place = model.run.places[sums.place];
    if (!place || place.line !== line || !sameFile(place.file, name)) continue;
    all = all || { times: 0, host: 0, waits: 0, kernels: 0, transfers: 0 };
    for (const key of Object.keys(all)) all[key] += sums[key];
  }
  return all;
}

/** What a run tells of a kernel, by device. */
function launches(kernel) {
  if (!model.run) return [];
  return model.run.sums.kernels.filter((k) => {
    const place = model.run.places[k.place];
    return place && place.line === kernel.line && sameFile(place.file, kernel.file) && model.run.names[k.name] === kernel.name;
  });
}

/** The transfers of a run at a line. */
function transfers(name, line) {
  if (!model.run) return [];
  return model.run.sums.transfers.filter((t) => {
    const place = model.run.places[t.place];
    return place && place.line === line && sameFile(place.file, name);
  });
}
