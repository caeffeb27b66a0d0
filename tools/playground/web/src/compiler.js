// The compiler as this page sees it: two workers, one that runs programs and can be
// ended, and one that looks at the program while it is typed.

// load fetches the compiler, which is compressed whatever the server does, and compiles it.
export async function load(progress) {
  const response = await fetch("nessiec.wasm.gzip");
  if (!response.ok) throw new Error(`the compiler cannot be loaded: ${response.status}`);
  const all = Number(response.headers.get("Content-Length"));
  let seen = 0;
  const counted = new TransformStream({
    transform(chunk, to) {
      progress(all ? Math.min((seen += chunk.length) / all, 1) : undefined);
      to.enqueue(chunk);
    },
  });
  const body = response.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(body, { headers: { "Content-Type": "application/wasm" } }));
}

// What ends a request: the worker was stopped, or it died.
export class Stopped extends Error {}
export class Died extends Error {}

export class Compiler {
  constructor(module) {
    this.module = module;
    this.start();
  }

  start() {
    this.waiting = new Map();
    this.next = 0;
    this.worker = new Worker("worker.js", { type: "module" });
    this.ready = new Promise((resolve) => {
      this.worker.onmessage = ({ data }) => {
        if (data.ready) return resolve();
        if (data.dead) return this.restart(new Died(data.why));
        const request = this.waiting.get(data.id);
        if (data.print) request.events.print?.(data.print);
        else if (data.picture) request.events.picture?.(data.picture);
        else {
          this.waiting.delete(data.id);
          if (data.reply.Bug) request.reject(new Error(data.reply.Bug));
          else request.resolve(data.reply);
        }
      };
    });
    this.worker.onerror = (e) => this.restart(new Died(e.message));
    this.worker.postMessage(this.module);
  }

  restart(why) {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(why);
    this.start();
  }

  stop() {
    this.restart(new Stopped());
  }

  // ask calls a function of the compiler; it prints and draws by events.
  async ask(op, args, events = {}) {
    await this.ready;
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.waiting.set(id, { resolve, reject, events });
      this.worker.postMessage({ id, op, args });
    });
  }
}
