import { relative } from "node:path";
import { buildProgram, PROGRAM } from "./program.ts";

await buildProgram();
console.log(`Built. Run it with: node ${relative(process.cwd(), PROGRAM)} <command>`);
