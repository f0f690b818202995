// A run of the program: times by line, the timeline, transfers by variable.

function table(caption, heads, rows) {
  return el('div', { class: 'wide' }, el('table', {}, el('caption', {}, caption),
    el('thead', {}, el('tr', {}, heads.map((h) => el('th', { scope: 'col' }, h)))),
    el('tbody', {}, rows.map((row) => el('tr', {}, row.map((cell) => el('td', {}, cell)))))));
}

const placeOf = (at) => { const p = model.run.places[at]; return p ? place(p.file, p.line) : ''; };

function linesTable(run) {
  const whole = run.sums.ended - run.sums.began;
  const long = (l) => Math.max(l.host, l.kernels + l.transfers);
  const rows = [...run.sums.lines].filter((l) => l.place >= 0).sort((a, b) => long(b) - long(a));
  return table('Time by line of the source', ['line', 'construct', 'reached', 'host', '', 'waiting', 'kernels', 'transfers'],
    rows.map((l) => [placeOf(l.place), run.places[l.place].construct, number(l.times), time(l.host), percent(l.host, whole), time(l.waits), time(l.kernels), time(l.transfers)]));
}

function transfersTable(run) {
  const rows = [...run.sums.transfers].sort((a, b) => b.total - a.total);
  if (!rows.length) return el('p', { class: 'note' }, 'Nothing was transferred.');
  return table('Transfers by variable', ['variable', 'direction', 'line', 'device', 'times', 'bytes', 'in all', 'bandwidth'],
    rows.map((t) => [el('code', {}, t.variable), t.way === 'upload' ? '→ device' : '← device', placeOf(t.place), t.device, number(t.count), number(t.bytes), time(t.total), speed(t).slice(3)]));
}

function kernelsTable(run) {
  const rows = [...run.sums.kernels].sort((a, b) => b.total - a.total);
  if (!rows.length) return el('p', { class: 'note' }, 'No kernel was launched.');
  return table('Kernels', ['kernel', 'line', 'device', 'launches', 'in all', 'least', 'mean', 'most', 'grid', 'block'],
    rows.map((k) => [el('code', {}, run.names[k.name]), placeOf(k.place), k.device, number(k.launches), time(k.total), time(k.least), time(k.total / k.launches), time(k.most), ...(k.shape || ['', ''])]));
}

/** Kernels of the run that these sources don't have, though they are of one of these files: then the run is of another version. */
function strangers(run) {
  const known = new Set(model.units.flatMap((u) => u.kernels.map((k) => k.name)));
  const files = model.units.flatMap((u) => u.files.map((f) => f.name));
  const here = (k) => run.places[k.place] && files.some((f) => sameFile(f, run.places[k.place].file));
  return [...new Set(run.sums.kernels.filter((k) => here(k) && !known.has(run.names[k.name])).map((k) => run.names[k.name]))];
}

/** Whether the run has a line of one of these files. */
function isOfThese(run) {
  const files = model.units.flatMap((u) => u.files.map((f) => f.name));
  return !run.places.length || run.places.some((p) => files.some((f) => sameFile(f, p.file)));
}

function drawRun() {
  const run = model.run;
  const strange = strangers(run);
  const lost = [run.dropped ? `${plural(run.dropped, 'event')} that the program didn’t keep (ACCRS_TRACE_EVENTS) are not in any figure.` : '', run.left_out ? `The timeline shows the longest ${number(run.slices.length)} slices, and leaves out ${number(run.left_out)}; the tables have all.` : ''].filter(Boolean);
  const line = timeline(run);
  byId('view-run').replaceChildren(
    el('p', { class: 'note', title: run.file }, `${run.program}, from ${last(run.file)}`), ...lost.map((text) => el('p', { class: 'note' }, text)),
    isOfThese(run) ? '' : el('p', { class: 'warn' }, `No line of the run is in a file of this page; it has lines of ${[...new Set(run.places.map((p) => p.file))].join(', ')}.`),
    strange.length ? el('p', { class: 'warn' }, `The run is of another version of the source, or of another build: it has ${strange.join(', ')}, which this page doesn’t know. Its lines may be others.`) : '',
    line.node, linesTable(run), kernelsTable(run), transfersTable(run));
  line.repaint();
}
