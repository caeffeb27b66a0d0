// Calls the entry of a module: node call.mjs FILE.wasm ARGUMENT.., each a value in
// JSON, and prints results in JSON, one a line; of a failure, what it is and where.
import { readFile } from "node:fs/promises";
import { load, NessieError } from "./nessie.mjs";

const [file, ...args] = process.argv.slice(2);
const big = (_, x) => (typeof x === "bigint" ? Number(x) : ArrayBuffer.isView(x) ? Array.from(x) : x);
try {
  const program = await load(await readFile(file));
  for (const result of program.entry(...args.map((a) => JSON.parse(a)))) console.log(JSON.stringify(result, big));
} catch (e) {
  if (!(e instanceof NessieError)) throw e;
  console.log(`${e.kind}: ${e.message} ${e.at.join(" ")}`);
}
