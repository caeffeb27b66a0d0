// Programs in links: compressed, in the part behind #, which no server sees.
const KEY = "#p=";

const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();

export async function link(program) {
  const packed = new Uint8Array(await through(program, new CompressionStream("deflate-raw")));
  const text = btoa(Array.from(packed, (b) => String.fromCharCode(b)).join(""));
  const url = new URL(location.href);
  url.hash = KEY + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return url.href;
}

// shared is the program of the link by which the page was opened; undefined if there is
// none, or if it is damaged.
export async function shared() {
  if (!location.hash.startsWith(KEY)) return undefined;
  try {
    const text = location.hash.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/");
    const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await through(packed, new DecompressionStream("deflate-raw")));
  } catch {
    return undefined;
  }
}
