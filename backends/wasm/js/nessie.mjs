// Modules that `nessiec build -wasm -entry=f` wrote, in Node and in browsers.
// backends/wasm/INTERFACE.md says what a module expects and exports.
//
//   import { load } from "./nessie.mjs";
//   const f = await load(bytes);            // bytes of the file; options: print, seed
//   const [y] = f.entry([1, 2, 3], 0.5);    // flat arguments, flat results
//
// Scalars are numbers, booleans and, for ints of 64 bits, BigInts (numbers, too, as
// arguments); a char is its code. Arrays are typed arrays, or anything that one can be made from; a string is
// one of chars. Nested sequences are offsets, of one entry more than there are rows,
// and then what is in them.

const HEADER = 16; // bytes before an array; its length is the first number there
const FAIL_SITE = 0, FAIL_CHECK = 1, FAIL_MEMORY = 2;

// A failure of the program: kind is "runtime", "user" or "memory", at are places.
export class NessieError extends Error {
  constructor(kind, message, at) {
    super(message);
    this.name = "NessieError";
    this.kind = kind;
    this.at = at;
  }
}

const mathematics = {
  sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos, atan: Math.atan,
  sinh: Math.sinh, cosh: Math.cosh, tanh: Math.tanh,
};

export async function load(bytes, options = {}) {
  const module = await WebAssembly.compile(bytes);
  const sections = WebAssembly.Module.customSections(module, "nessie");
  if (sections.length === 0) throw new Error("the module was not written by nessiec -o");
  const info = JSON.parse(new TextDecoder().decode(sections[0]));
  if (info.version !== 2) throw new Error(`version ${info.version} of the interface is not known`);
  return new Program(module, info, options).start();
}

class Program {
  constructor(module, info, options) {
    Object.assign(this, { module, info });
    this.print = options.print ?? ((text) => globalThis.process?.stdout.write(text) ?? console.log(text));
    this.seed = BigInt(options.seed ?? 0);
    this.keys = 0n;
    this.words = options.words ?? ["program"];
    this.status = 0;
  }

  async start() {
    const imports = { ...this.scalars(), fail: (kind, number, amount) => this.fail(kind, number, amount), poll() {} };
    for (const effect of this.info.effects) {
      imports[effect.import] = (...args) => this.effect(effect, args);
    }
    this.instance = await WebAssembly.instantiate(this.module, { nes: imports });
    this.exports = this.instance.exports;
    return this;
  }

  // entry calls the function that the module was made for.
  entry(...args) {
    const { parameters, results, arguments: order } = this.info.entry;
    if (args.length !== parameters.length) throw new TypeError(`the entry takes ${parameters.length} flat arguments: ${parameters}`);
    const passed = args.map((x, i) => this.give(x, parameters[i]));
    const out = this.exports.entry(...(order ? this.arranged(order, passed) : passed));
    const list = results.length === 1 ? [out] : out;
    return results.map((type, i) => this.take(list[i], type));
  }

  // topValues are the values of the top level that the entry needs, made when it is called first.
  topValues() {
    if (this.values === undefined) {
      const made = [];
      for (const v of this.info.entry.values) {
        const out = this.exports[v.function](...this.arranged(v.arguments, [], made));
        made.push(v.results.map((type, i) => ({ type, value: v.results.length === 1 ? out : out[i] })));
      }
      this.values = made;
    }
    return this.values;
  }

  // arranged are arguments of a function, which owns them: what is passed, and values of the
  // top level, which get one more owner.
  arranged(order, passed, values = this.topValues()) {
    return order.map(({ from, number }) => {
      if (from === undefined) return passed[number];
      const { type, value } = values[from][number];
      if (type.startsWith("[")) this.exports.retain(value);
      return value;
    });
  }

  // elements is the typed array for elements of a type, and the logarithm of the
  // bytes of one.
  elements(type) {
    if (type === "int") return this.info.int === 64 ? [BigInt64Array, 3] : [Int32Array, 2];
    if (type === "float") return this.info.float === 64 ? [Float64Array, 3] : [Float32Array, 2];
    return [Uint8Array, 0];
  }

  // int is a number as an int of the module.
  int(x) {
    return this.info.int === 64 ? BigInt(x) : x;
  }

  // give hands a value over to the module.
  give(x, type) {
    if (!type.startsWith("[")) return type === "int" ? this.int(x) : Number(x);
    const [Elements, shift] = this.elements(type.slice(1, -1));
    const from = typeof x === "string" ? new TextEncoder().encode(x) : Elements === BigInt64Array ? Elements.from(x, BigInt) : Elements.from(x);
    const at = this.exports.alloc(this.int(from.length), shift, -1) >>> 0;
    new Elements(this.exports.memory.buffer, at, from.length).set(from);
    return at;
  }

  // look copies a value of the module, take also drops it.
  look(x, type) {
    if (!type.startsWith("[")) return type === "bool" ? x !== 0 : x;
    const [Elements] = this.elements(type.slice(1, -1));
    const at = x >>> 0, buffer = this.exports.memory.buffer;
    return new Elements(buffer, at, new DataView(buffer).getUint32(at - HEADER, true)).slice();
  }

  take(x, type) {
    const value = this.look(x, type);
    if (type.startsWith("[")) this.exports.release(x);
    return value;
  }

  fail(kind, number, amount) {
    if (kind === FAIL_SITE) {
      const site = this.info.sites[Number(amount % BigInt(this.info.sites.length))];
      throw new NessieError("runtime", this.info.errors[site.error], this.where(site.at));
    }
    if (kind === FAIL_CHECK) {
      const check = this.info.checks[number];
      throw new NessieError("runtime", this.info.errors[check.error], this.where(check.at));
    }
    const at = kind === FAIL_MEMORY && number >= 0 ? this.info.places[number] : [];
    throw new NessieError("memory", `Out of memory: for an array of ${amount} bytes.`, this.where(at));
  }

  // where is the lines of a place, and of the calls in progress.
  where(at) {
    const all = [...at], memory = new DataView(this.exports.memory.buffer);
    for (let p = this.exports.calls_top.value; p > this.exports.calls_first.value; p -= 4) {
      all.push(...this.info.calls[memory.getUint32(p - 4, true)]);
    }
    return all.map((n) => this.info.lines[n]);
  }

  scalars() {
    const named = {};
    for (const { name } of WebAssembly.Module.imports(this.module)) {
      if (mathematics[name]) named[name] = mathematics[name];
    }
    return named;
  }

  // effect performs a routine; arguments are borrowed, results are the module's.
  effect({ routine, parameters, results }, args) {
    const known = routines[routine];
    if (!known) throw new Error(`the routine ${routine} is for nessiec only`);
    const values = known(this, args.map((x, i) => this.look(x, parameters[i])));
    const out = values.map((x, i) => this.give(x, results[i]));
    return out.length === 1 ? out[0] : out;
  }
}

const text = (bytes) => new TextDecoder().decode(bytes);
const u64 = (x) => BigInt.asUintN(64, x);

// mix is the generator of random keys (SplitMix64).
function mix(key, x) {
  let z = u64(key + (x + 1n) * 0x9e3779b97f4a7c15n);
  z = u64((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = u64((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

const routines = {
  print_string: (p, [s]) => (p.print(text(s)), [true]),
  print_char: (p, [c]) => (p.print(String.fromCharCode(c)), [true]),
  clock: () => [performance.now() / 1000],
  argument_count: (p) => [p.words.length],
  argument: (p, [i]) => [p.words[Number(i)] ?? ""],
  exit_status: (p, [status]) => ((p.status = Number(status)), [true]),
  rand_seed: (p, [seed]) => ((p.seed = BigInt(seed)), (p.keys = 0n), [true]),
  rand_key: (p) => {
    const key = mix(mix(0x6e65736cn, u64(p.seed)), p.keys++);
    const half = (x) => Number(BigInt.asIntN(32, x));
    return [half(key >> 32n), half(key)];
  },
  error: (p, [message]) => {
    throw new NessieError("user", text(message), p.where([]));
  },
};
