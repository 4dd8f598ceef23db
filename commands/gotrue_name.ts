// Whether the binary was called by a name of GoTrue's. Apart from gotrue.ts, so that other commands do not load that.
import { basename } from "node:path";

const NAMES = ["auth", "gotrue"];

/** A launcher may say the name in COFRE_ENTRY, because Node sees the path of the program and not that of a script around it. */
export function isGotrue(program: string | undefined, entry: string | undefined): boolean {
  return NAMES.includes(entry || basename(program ?? ""));
}
