'use strict';
const $ = s => document.querySelector(s);
const make = (tag, props = {}, ...parts) => {
  const e = Object.assign(document.createElement(tag), props);
  e.append(...parts);
  return e;
};
const seconds = s => s === 0 ? '' : s < 1e-3 ? (1e6 * s).toFixed(1) + ' µs' : s < 1 ? (1e3 * s).toFixed(2) + ' ms' : s.toFixed(3) + ' s';
const bytes = n => n === 0 ? '' : n < 1e3 ? n + ' B' : n < 1e6 ? (n / 1e3).toFixed(1) + ' kB' : n < 1e9 ? (n / 1e6).toFixed(1) + ' MB' : (n / 1e9).toFixed(2) + ' GB';
const percent = x => x === 0 ? '' : x < 0.001 ? '<0.1%' : (100 * x).toFixed(1) + '%';
const lineAt = (file, line) => line > 0 && data.files[file] ? data.files[file].lines[line - 1] : undefined;
const colour = (file, line) => {
  const l = lineAt(file, line);
  return `var(--c${l && l.rank > 0 && l.rank <= 6 ? l.rank : 0})`;
};

// ---- tooltip

const tip = $('#tip');
const tell = (e, ...text) => {
  e.addEventListener('pointermove', at => {
    tip.replaceChildren(...text.map((s, i) => make(i ? 'div' : 'b', {}, s)));
    tip.hidden = false;
    tip.style.left = Math.max(4, Math.min(at.clientX + 14, innerWidth - tip.offsetWidth - 8)) + 'px';
    tip.style.top = Math.max(4, at.clientY + tip.offsetHeight + 24 > innerHeight ? at.clientY - tip.offsetHeight - 12 : at.clientY + 16) + 'px';
  });
  e.addEventListener('pointerleave', () => { tip.hidden = true; });
};

// ---- source

const rows = new Map();
for (const [file, f] of data.files.entries()) {
  if (!f.lines) continue;
  const table = make('table');
  table.append(make('thead', {}, make('tr', {}, make('th', { className: 'left', colSpan: 2, textContent: 'time' }), make('th', { className: 'wide', textContent: 'launches' }),
    make('th', { className: 'wide', textContent: 'memory' }), make('th'), make('th', { className: 'left', textContent: f.name }))));
  const body = make('tbody');
  const most = Math.max(...data.files.flatMap(f => (f.lines || []).map(l => l.part)), 1e-9);
  f.lines.forEach((l, i) => {
    const some = l.time > 0 || l.wait > 0 || l.peak > 0 || l.bytes > 0 || (l.say || []).length > 0;
    const bar = make('td', { className: 'bar' });
    if (l.time > 0) {
      const fill = make('i');
      fill.style.cssText = `width:${100 * l.part / most}%;background:${colour(file, i + 1)}`;
      bar.append(fill);
    }
    const tr = make('tr', { className: some ? 'some' : '' }, bar, make('td', { className: 'num time', textContent: percent(l.part) }),
      make('td', { className: 'num wide', textContent: l.launches || '' }), make('td', { className: 'num wide', textContent: bytes(l.peak) }),
      make('td', { className: 'num at', textContent: i + 1 }), make('td', { textContent: l.text }));
    if (some) {
      tr.tabIndex = 0;
      tr.onclick = () => choose(file, i + 1);
      tr.onkeydown = e => { if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); choose(file, i + 1); } };
    }
    rows.set(`${file}:${i + 1}`, tr);
    body.append(tr);
  });
  table.append(body);
  $('#source').append(table);
}

// ---- one line

function choose(file, line, scroll) {
  const l = lineAt(file, line);
  if (!l) return;
  document.querySelectorAll('.chosen').forEach(e => e.classList.remove('chosen'));
  const tr = rows.get(`${file}:${line}`);
  tr.classList.add('chosen');
  if (scroll) tr.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  document.querySelectorAll('#lanes rect[data-line]').forEach(r => r.classList.toggle('dim', !(r.dataset.lines || '').split(' ').includes(`${file}:${line}`)));
  const facts = make('dl');
  for (const [name, value] of [['time', seconds(l.time) + (l.part ? `, ${percent(l.part)}` : '')], ['the host waits', seconds(l.wait)], ['launches', l.launches || ''],
    ['arrays and transfers', bytes(l.bytes)], ['in use at the peak', bytes(l.peak)]]) {
    if (value) facts.append(make('dt', { textContent: name }), make('dd', { textContent: value }));
  }
  const parts = [make('h3', { textContent: `Line ${line}` }), make('code', { textContent: l.text.trim() }), facts];
  const inside = data.kernels.filter(k => (k.shares || []).some(s => s.File === file && s.Line === line));
  if (inside.length) {
    parts.push(make('h4', { textContent: 'Kernels that compute it' }), make('ul', {}, ...inside.map(k => {
      const part = k.shares.find(s => s.File === file && s.Line === line).Part;
      const others = k.shares.filter(s => s.File !== file || s.Line !== line).map(s => s.Line);
      return make('li', {}, make('span', { className: 'name', textContent: k.name }), `: ${seconds(k.time)}` +
        (others.length ? `, ${percent(part)} of it for this line; together with line${others.length > 1 ? 's' : ''} ${others.join(', ')}` : ', for this line alone'));
    })));
  }
  if ((l.say || []).length) parts.push(make('h4', { textContent: 'Fusion' }), make('ul', {}, ...l.say.map(s => make('li', { textContent: s }))));
  $('#detail').replaceChildren(...parts);
}

// ---- timeline

const svgElement = (tag, attributes, text) => {
  const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  if (text !== undefined) e.textContent = text;
  return e;
};
const kernelShares = new Map(data.kernels.map(k => [k.name, k.shares || []]));
const lanes = [['K', 'kernels'], ['C', 'copies'], ['H', 'host works'], ['W', 'host waits']].filter(([kind]) => data.timeline.some(s => s.kind === kind));

function timeline() {
  const width = $('#lanes').clientWidth, left = 108, right = 16, laneHeight = 26, memory = 74;
  const height = 18 + lanes.length * (laneHeight + 6) + memory + 26;
  const x = t => left + (width - left - right) * (data.total > 0 ? t / data.total : 0);
  const svg = svgElement('svg', { height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'Kernels, waits and memory over time' });
  const step = [1, 2, 5].flatMap(m => [...Array(13)].map((_, i) => m * 10 ** (i - 9))).sort((a, b) => a - b).find(s => data.total / s <= Math.max(3, width / 130)) || data.total;
  for (let t = 0; t <= data.total * 1.0001 && step > 0; t += step) {
    svg.append(svgElement('line', { class: 'grid', x1: x(t), x2: x(t), y1: 4, y2: height - 22 }), svgElement('text', { class: 'tick', x: x(t), y: height - 7, 'text-anchor': x(t) > width - 60 ? 'end' : 'middle' }, t === 0 ? '0' : seconds(t).replace(/\.?0+ /, ' ')));
  }
  lanes.forEach(([kind, name], i) => {
    const y = 8 + i * (laneHeight + 6);
    svg.append(svgElement('text', { x: 16, y: y + 17 }, name));
    for (const s of data.timeline) {
      if (s.kind !== kind) continue;
      const shares = kind === 'K' ? kernelShares.get(s.kernel) || [] : [];
      const parts = shares.length ? shares : [{ File: s.file, Line: s.line, Part: 1 }];
      const across = Math.max(0.8, x(s.end) - x(s.start) - 0.4), lines = parts.map(p => `${p.File}:${p.Line}`).join(' ');
      let from = y;
      for (const p of [...parts].sort((a, b) => b.Part - a.Part)) { // a kernel is as high in a colour as its line has part in it
        const r = svgElement('rect', { x: x(s.start), y: from, width: across, height: laneHeight * p.Part });
        from += laneHeight * p.Part;
        if (kind === 'W') r.setAttribute('class', 'wait'); else r.style.fill = colour(p.File, p.Line);
        r.dataset.line = p.Line;
        r.dataset.lines = lines;
        tell(r, `${{ K: 'kernel', C: 'copy', H: 'host', W: 'wait' }[kind]}${s.kernel ? ' ' + s.kernel : ''}`, `${seconds(s.busy) || '0'}${s.count > 1 ? `, ${s.count} in a row` : ''}, at ${seconds(s.start) || '0'}`,
          shares.map(q => `line ${q.Line} ${percent(q.Part)}`).join(', ') || (s.line ? `line ${s.line}` : 'no line'));
        if (p.Line) r.onclick = () => choose(p.File, p.Line, true);
        svg.append(r);
      }
    }
  });
  const base = height - 24, top = base - memory + 12, y = b => base - (base - top) * (data.peak > 0 ? b / data.peak : 0);
  let edge = `M${x(0)} ${base}`, last = 0;
  for (const p of data.memory || []) { edge += `H${x(p.At)}V${y(p.Bytes)}`; last = p.Bytes; }
  edge += `H${x(data.total)}`;
  svg.append(svgElement('path', { class: 'area', d: edge + `V${base}Z` }), svgElement('path', { class: 'edge', d: edge }), svgElement('text', { x: 16, y: top + 18 }, 'memory'),
    svgElement('text', { class: 'tick', x: 16, y: top + 34 }, `up to ${bytes(data.peak) || '0'}`));
  const over = svgElement('rect', { x: left, y: top, width: Math.max(0, width - left - right), height: base - top, fill: 'transparent' });
  over.addEventListener('pointermove', e => {
    const t = (e.clientX - svg.getBoundingClientRect().left - left) / (width - left - right) * data.total;
    let at = 0;
    for (const p of data.memory || []) { if (p.At > t) break; at = p.Bytes; }
    tip.replaceChildren(make('b', {}, bytes(at) || '0 B'), make('div', {}, `in use at ${seconds(t) || '0'}`));
    tip.hidden = false;
    tip.style.left = Math.min(e.clientX + 14, innerWidth - tip.offsetWidth - 8) + 'px';
    tip.style.top = e.clientY + 16 + 'px';
  });
  over.addEventListener('pointerleave', () => { tip.hidden = true; });
  svg.append(over);
  $('#lanes').replaceChildren(svg);
}

// ---- kernels

{
  const total = data.kernels.reduce((a, k) => a + k.time, 0);
  const table = $('#kernels table');
  table.append(make('thead', {}, make('tr', {}, make('th', { className: 'left', textContent: 'name in generated code' }), make('th', { textContent: 'time' }), make('th', { textContent: 'of kernels' }),
    make('th', { textContent: 'launches' }), make('th', { className: 'left', textContent: 'its lines, by what they compute' }), make('th'))));
  const body = make('tbody');
  for (const k of data.kernels) {
    const bar = make('div', { className: 'shares' });
    for (const s of k.shares || []) {
      const i = make('i');
      i.style.cssText = `width:${100 * s.Part}%;background:${colour(s.File, s.Line)}`;
      i.onclick = () => choose(s.File, s.Line, true);
      tell(i, `line ${s.Line}`, percent(s.Part), (lineAt(s.File, s.Line) || { text: '' }).text.trim());
      bar.append(i);
    }
    body.append(make('tr', {}, make('td', { className: 'name', textContent: k.name }), make('td', { className: 'num', textContent: seconds(k.time) || '0' }),
      make('td', { className: 'num', textContent: percent(total ? k.time / total : 0) }), make('td', { className: 'num', textContent: k.launches }), make('td', {}, bar),
      make('td', { textContent: (k.shares || []).map(s => `line ${s.Line} ${percent(s.Part)}`).join(', ') })));
  }
  table.append(body);
}

// ---- start

timeline();
addEventListener('resize', timeline);
{
  let best;
  data.files.forEach((f, file) => (f.lines || []).forEach((l, i) => { if (l.rank && (!best || l.rank < best.rank)) best = { rank: l.rank, file, line: i + 1 }; }));
  if (best) choose(best.file, best.line);
  document.querySelectorAll('#lanes rect.dim').forEach(r => r.classList.remove('dim'));
}
