// Pictures of results: grids of numbers or colours, points in the plane.

// From the least number to the largest.
const ramp = [[17, 20, 52], [41, 66, 122], [22, 122, 138], [62, 168, 116], [186, 204, 78], [253, 242, 190]];

function colourAt(x) {
  const at = Math.min(Math.max(x, 0), 1) * (ramp.length - 1), i = Math.min(Math.floor(at), ramp.length - 2), part = at - i;
  return ramp[i].map((c, k) => c + (ramp[i + 1][k] - c) * part);
}

function bounds(data, first = 0, step = 1) {
  let low = Infinity, high = -Infinity;
  for (let i = first; i < data.length; i += step) {
    if (!Number.isFinite(data[i])) continue;
    low = Math.min(low, data[i]);
    high = Math.max(high, data[i]);
  }
  return low <= high ? [low, high] : [0, 0];
}

const number = (x) => (Number.isInteger(x) ? String(x) : x.toPrecision(3));

function grid(canvas, { kind, width, height, data }) {
  canvas.width = width;
  canvas.height = height;
  const image = new ImageData(width, height), [low, high] = bounds(data);
  for (let i = 0; i < width * height; i++) {
    const rgb = kind === "colour" ? data.subarray(3 * i, 3 * i + 3) : colourAt((data[i] - low) / (high - low || 1));
    image.data.set([...rgb, 255], 4 * i); // what is beyond 0 .. 255 is clamped
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
  return kind === "colour" ? `${width} × ${height}` : `${width} × ${height}, from ${number(low)} to ${number(high)}`;
}

function points(canvas, { data }) {
  const size = 460, sharp = Math.max(devicePixelRatio, 2), edge = 26, style = getComputedStyle(canvas);
  canvas.width = canvas.height = size * sharp;
  const c = canvas.getContext("2d"), [x0, x1] = bounds(data, 0, 2), [y0, y1] = bounds(data, 1, 2);
  const across = Math.max(x1 - x0, y1 - y0) || 1; // the same scale both ways
  const px = (x) => edge + ((x - (x0 + x1) / 2) / across + 0.5) * (size - 2 * edge);
  const py = (y) => edge + (0.5 - (y - (y0 + y1) / 2) / across) * (size - 2 * edge);
  c.scale(sharp, sharp);
  c.strokeStyle = style.borderTopColor;
  c.beginPath();
  for (let i = 0; i <= 4; i++) {
    const at = edge + (i / 4) * (size - 2 * edge);
    c.moveTo(at, edge), c.lineTo(at, size - edge), c.moveTo(edge, at), c.lineTo(size - edge, at);
  }
  c.stroke();
  c.fillStyle = style.color;
  c.globalAlpha = data.length > 4000 ? 0.5 : 0.85;
  const radius = Math.max(1, Math.min(4, 60 / Math.sqrt(data.length / 2)));
  for (let i = 0; i < data.length; i += 2) {
    c.beginPath();
    c.arc(px(data[i]), py(data[i + 1]), radius, 0, 7);
    c.fill();
  }
  return `${data.length / 2} points, x from ${number(x0)} to ${number(x1)}, y from ${number(y0)} to ${number(y1)}`;
}

// picture makes a figure, which draws itself again when its colours change.
export function picture(p) {
  const figure = document.createElement("figure"), canvas = document.createElement("canvas"), caption = document.createElement("figcaption");
  figure.className = p.kind;
  figure.append(canvas, caption);
  figure.draw = () => (caption.textContent = p.kind === "points" ? points(canvas, p) : grid(canvas, p));
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `picture of the result (${p.kind})`);
  return figure;
}
