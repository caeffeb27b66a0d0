// The worker: the compiler, which is WebAssembly made from Go. A message is
// {id, op, args}, the answer {id, reply}; on the way to it a program prints and draws.
import "./wasm_exec.js";

onmessage = async ({ data: module }) => {
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance).then(() => postMessage({ dead: true })); // it never returns, unless its stack is too small
  onmessage = ({ data: { id, op, args } }) => {
    const events = {
      print: (bytes) => postMessage({ id, print: bytes }),
      picture: (kind, width, height, data) => postMessage({ id, picture: { kind, width, height, data } }),
    };
    try {
      postMessage({ id, reply: JSON.parse(globalThis.nessiec[op](...args, events)) });
    } catch (e) {
      postMessage({ dead: true, why: String(e) });
    }
  };
  postMessage({ ready: true });
};
