'use strict';
// Makes the columns from the data, and shows what is clicked in all of them.
// The address says what is shown (#name=xs.1 or #line=0:3), so it can be kept.
const data = JSON.parse(document.getElementById('data').textContent);
const main = document.querySelector('main'), what = document.getElementById('what');
const rows = []; // {div, text, pos, column, source} of every line

function element(tag, parent, text, cls) {
  const e = document.createElement(tag);
  if (text) e.textContent = text;
  if (cls) e.className = cls;
  parent.append(e);
  return e;
}

// column makes the frame of a column and returns the place of its lines.
function column(title, small) {
  const s = element('section', main);
  const h = element('h2', s, title);
  element('small', h, small);
  h.onclick = () => s.classList.toggle('folded');
  return s;
}

data.Sources.forEach(src => {
  const s = column('source', src.Name), code = element('div', s, '', 'code');
  src.Lines.forEach((t, i) => {
    const div = element('div', code, data.Texts[t]);
    div.dataset.n = i + 1;
    rows.push({div, text: data.Texts[t], pos: [src.File + ':' + (i + 1)], column: s, source: true});
  });
});

data.Columns.forEach(c => {
  const s = column(c.Title, c.Lang);
  element('div', s, c.Doc, 'note');
  if (c.Same) element('div', s, 'unchanged by ' + c.Same.join(', '), 'note');
  if (c.Time) element('div', s, c.Time, 'note');
  if (c.Said) c.Said.forEach(l => element('div', s, l, 'note'));
  if (c.Counts || c.Costs) {
    const table = element('table', element('div', s, '', 'note'));
    (c.Counts || []).forEach(n => {
      const tr = element('tr', table);
      element('td', tr, n.Name);
      element('td', tr, '' + n.N);
    });
    (c.Costs || []).forEach(n => {
      const tr = element('tr', table);
      element('td', tr, n.Name);
      if (n.Before === undefined) element('td', tr, '' + n.After);
      else element('td', tr, n.Before + ' → ' + n.After, n.After < n.Before ? 'less' : n.After > n.Before ? 'more' : '');
    });
  }
  if (c.Figure) {
    const f = element('figure', s);
    f.innerHTML = c.Figure;
    f.querySelectorAll('[data-name]').forEach(e => e.onclick = () => { location.hash = 'name=' + encodeURIComponent(e.dataset.name); });
  }
  const code = element('div', s, '', 'code');
  c.Lines.forEach(l => {
    const div = element('div', code, data.Texts[l.T], (l.New ? 'new ' : '') + (l.Gone ? 'gone' : ''));
    rows.push({div, text: data.Texts[l.T], pos: l.Pos || [], column: s});
  });
});

const names = /[A-Za-z_][\w.^!']*/g;
const base = n => n.replace(/[._]\d+$/, '');

// show marks lines from places of the source, and a name: as it is written, and
// with another number, which may be the same thing in another column.
function show(places, name) {
  const line = p => p.split(':').slice(0, 2).join(':');
  const lines = new Set(places.map(line)), exact = new Set(places), first = new Map();
  let n = 0;
  for (const r of rows) {
    const here = r.pos.some(p => r.source ? lines.has(p) : exact.has(p) || exact.has(line(p)));
    r.div.classList.toggle('here', here);
    const hit = name && mark(r, name);
    if (r.marked && !hit) r.div.textContent = r.text;
    r.marked = hit;
    if (here || hit) {
      n++;
      if (!first.has(r.column) || hit && !first.get(r.column).hit) first.set(r.column, {div: r.div, hit});
    }
  }
  first.forEach(({div}, column) => {
    if (column !== clicked) div.parentNode.scrollTop = div.offsetTop - div.parentNode.offsetTop - div.parentNode.clientHeight / 3;
  });
  what.textContent = (name || 'source line ' + [...lines].join(', ')) + ': ' + n + ' lines in ' + first.size + ' columns';
}

// mark marks a name in a line and reports whether it is there.
function mark(r, name) {
  if (!r.text.includes(base(name))) return false;
  const parts = [];
  let at = 0;
  for (const m of r.text.matchAll(names)) {
    if (m[0] !== name && base(m[0]) !== base(name)) continue;
    const e = document.createElement('mark');
    e.textContent = m[0];
    if (m[0] !== name) e.className = 'near';
    parts.push(r.text.slice(at, m.index), e);
    at = m.index + m[0].length;
  }
  if (!parts.length) return false;
  r.div.replaceChildren(...parts, r.text.slice(at));
  return true;
}

// wordAt is the name under a point of a line.
function wordAt(r, x, y) {
  const p = document.caretPositionFromPoint ? document.caretPositionFromPoint(x, y) : document.caretRangeFromPoint(x, y);
  if (!p) return '';
  let node = p.offsetNode || p.startContainer, at = p.offset !== undefined ? p.offset : p.startOffset;
  const all = document.createRange();
  all.setStart(r.div, 0);
  all.setEnd(node, at);
  at = all.toString().length;
  for (const m of r.text.matchAll(names)) if (m.index <= at && at <= m.index + m[0].length) return m[0];
  return '';
}

let clicked = null;
const byDiv = new Map(rows.map(r => [r.div, r]));
main.addEventListener('click', e => {
  const div = e.target.closest('.code > div'), r = div && byDiv.get(div);
  if (!r) return;
  clicked = r.column;
  const name = wordAt(r, e.clientX, e.clientY);
  location.hash = (r.source ? 'line=' + r.pos[0] : r.pos.length ? 'line=' + r.pos.join(',') : '') + (name && !r.source ? '&name=' + encodeURIComponent(name) : '');
});

function shown() {
  const q = new URLSearchParams(location.hash.slice(1));
  if (q.has('name') || q.has('line')) show((q.get('line') || '').split(',').filter(p => p), q.get('name'));
  clicked = null;
}
window.addEventListener('hashchange', shown);
shown();
