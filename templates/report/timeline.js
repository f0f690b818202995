// The timeline of a run: a track for each thread of the host and each queue of a device, drawn on a canvas.

const lane = 17;
const kinds = { construct: '--soft', data: '--no', kernel: '--kernel', transfer: '--data', wait: '--line', queue: '--yes', device: '--k-word' };
const kindNames = { construct: 'construct', data: 'entering and leaving data', kernel: 'kernel', transfer: 'transfer', wait: 'waiting', queue: 'putting on a queue', device: 'opening, loading' };

/** Tracks with rows: slices within slices stand below them. */
function rowsOf(run) {
  const tracks = run.tracks.map((t) => ({ name: `${t.process} · ${t.name}`, host: t.host, ends: [], slices: [], depth: 1 }));
  run.slices.forEach((s) => {
    const track = tracks[s.k];
    while (track.ends.length && track.ends[track.ends.length - 1] <= s.s + 1e-3) track.ends.pop();
    track.slices.push([s, track.ends.length]);
    track.ends.push(s.s + s.d);
    track.depth = Math.max(track.depth, track.ends.length);
  });
  const used = tracks.filter((t) => t.slices.length).sort((a, b) => Number(b.host) - Number(a.host));
  let top = 22;
  for (const t of used) { t.top = top + 14; top += 14 + t.depth * lane + 6; }
  return { tracks: used, height: top + 4 };
}

function timeline(run) {
  const { tracks, height } = rowsOf(run);
  const [began, ended] = [run.sums.began, Math.max(run.sums.ended, run.sums.began + 1)];
  const view = { from: began, to: ended };
  const canvas = el('canvas', { class: 'timeline', tabindex: '0', role: 'img', 'aria-label': `Timeline of ${time(ended - began)}: ${tracks.map((t) => `${t.name}, ${plural(t.slices.length, 'slice')}`).join('; ')}. The tables below have the sums.` });
  canvas.style.height = `${height}px`;
  const x = (t, width) => ((t - view.from) / (view.to - view.from)) * width;
  const paint = () => {
    const width = canvas.clientWidth;
    if (!width) return;
    const scale = window.devicePixelRatio || 1;
    canvas.width = width * scale;
    canvas.height = height * scale;
    const g = canvas.getContext('2d');
    g.scale(scale, scale);
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    g.font = `11px ${style.getPropertyValue('--sans')}`;
    g.textBaseline = 'middle';
    axis(g, width, height, view, x, began, colour);
    for (const t of tracks) {
      g.fillStyle = colour('--soft');
      g.fillText(t.name, 4, t.top - 7);
      // Slices narrower than a pixel share one.
      const drawn = new Map();
      for (const [s, depth] of t.slices) {
        if (s.s + s.d < view.from || s.s > view.to) continue;
        const left = Math.max(0, x(s.s, width));
        const wide = Math.max(1, Math.min(width, x(s.s + s.d, width)) - left);
        const key = depth * 1e6 + Math.floor(left);
        if (wide <= 1 && drawn.has(key)) continue;
        if (wide <= 1) drawn.set(key, true);
        g.fillStyle = colour(kinds[s.c] || '--soft');
        const thick = s.c === 'wait' ? lane - 9 : lane - 3;
        g.fillRect(left, t.top + depth * lane + (lane - 3 - thick) / 2, wide > 3 ? wide - 0.5 : wide, thick);
        if (wide > 42 && s.c !== 'wait') {
          g.save();
          g.beginPath();
          g.rect(left, t.top + depth * lane, wide - 4, lane);
          g.clip();
          g.fillStyle = colour('--panel');
          g.fillText(run.names[s.n], left + 4, t.top + depth * lane + (lane - 3) / 2);
          g.restore();
        }
      }
    }
  };
  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    const t = tracks.find((r) => py >= r.top && py < r.top + r.depth * lane);
    if (!t) return undefined;
    const depth = Math.floor((py - t.top) / lane);
    const now = view.from + (px / box.width) * (view.to - view.from);
    const near = (2 * (view.to - view.from)) / box.width;
    const found = t.slices.filter(([s, d]) => d === depth && s.s - near <= now && now <= s.s + s.d + near);
    return found.length ? found[0][0] : undefined;
  };
  const zoom = (by, middle) => {
    const whole = ended - began;
    const span = Math.min(whole, Math.max(whole / 1e6, (view.to - view.from) * by));
    const part = (middle - view.from) / (view.to - view.from);
    view.from = Math.max(began, Math.min(ended - span, middle - part * span));
    view.to = view.from + span;
    paint();
  };
  const pan = (by) => {
    const span = view.to - view.from;
    view.from = Math.max(began, Math.min(ended - span, view.from + by * span));
    view.to = view.from + span;
    paint();
  };
  const middle = () => (view.from + view.to) / 2;
  const fit = () => { view.from = began; view.to = ended; paint(); };
  listen(canvas, { at, zoom, pan, fit, middle, view });
  new ResizeObserver(paint).observe(canvas);
  const used = [...new Set(run.slices.map((s) => s.c))];
  return { repaint: paint, node: el('div', {},
    el('div', { class: 'tools' },
      el('button', { type: 'button', onclick: () => zoom(0.5, middle()) }, 'zoom in'), el('button', { type: 'button', onclick: () => zoom(2, middle()) }, 'zoom out'),
      el('button', { type: 'button', onclick: fit }, 'fit'),
      el('span', { class: 'legend' }, used.map((c) => el('span', { class: `key key-${c}` }, kindNames[c] || c)))),
    canvas,
    el('p', { class: 'note' }, 'Drag to move, Ctrl and the wheel to zoom, or +, −, 0 and the arrows; a click leads to the line.')) };
}

function axis(g, width, height, view, x, began, colour) {
  const span = view.to - view.from;
  const rough = span / Math.max(2, width / 110);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough);
  g.strokeStyle = colour('--line');
  g.fillStyle = colour('--soft');
  for (let t = Math.ceil((view.from - began) / step) * step; t <= view.to - began; t += step) {
    const at = Math.round(x(t + began, width)) + 0.5;
    g.beginPath();
    g.moveTo(at, 16);
    g.lineTo(at, height);
    g.stroke();
    g.fillText(time(t), Math.min(at + 3, width - 44), 9);
  }
}

function listen(canvas, { at, zoom, pan, fit, middle, view }) {
  const tip = byId('tip');
  const hide = () => { tip.hidden = true; };
  let drag = null;
  canvas.onpointerdown = (e) => { drag = { x: e.clientX, moved: false }; canvas.setPointerCapture(e.pointerId); };
  canvas.onpointerup = (e) => {
    const clicked = drag && !drag.moved ? at(e) : undefined;
    drag = null;
    const where = clicked && model.run.places[clicked.p];
    if (where) goToPlace(where.file, where.line);
  };
  canvas.onpointermove = (e) => {
    if (drag) {
      const by = drag.x - e.clientX;
      if (Math.abs(by) > 3) { drag.moved = true; pan(by / canvas.clientWidth); drag.x = e.clientX; }
      return hide();
    }
    const s = at(e);
    canvas.classList.toggle('over', Boolean(s));
    if (!s) return hide();
    const where = model.run.places[s.p];
    tip.replaceChildren(el('b', {}, model.run.names[s.n]), el('br'), `${time(s.d)}, from ${time(s.s - model.run.sums.began)}`,
      s.b ? [el('br'), `${bytes(s.b)}, ${gigabytes(s.b, s.d)}`] : '', s.g ? [el('br'), `grid ${s.g[0]}, block ${s.g[1]}`] : '',
      where ? [el('br'), `${where.file}:${where.line} ${where.construct}`] : '');
    tip.hidden = false;
    tip.style.left = `${Math.max(4, Math.min(e.clientX + 12, window.innerWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${Math.min(e.clientY + 14, window.innerHeight - tip.offsetHeight - 8)}px`;
  };
  canvas.onpointerleave = hide;
  canvas.ondblclick = fit;
  canvas.addEventListener('wheel', (e) => {
    if (!e.ctrlKey && !e.metaKey) return;
    e.preventDefault();
    const box = canvas.getBoundingClientRect();
    zoom(e.deltaY > 0 ? 1.25 : 0.8, view.from + ((e.clientX - box.left) / box.width) * (view.to - view.from));
  }, { passive: false });
  canvas.onkeydown = (e) => {
    const what = { ArrowLeft: () => pan(-0.1), ArrowRight: () => pan(0.1), '+': () => zoom(0.8, middle()), '-': () => zoom(1.25, middle()), 0: fit }[e.key];
    if (what) { e.preventDefault(); what(); }
  };
}
