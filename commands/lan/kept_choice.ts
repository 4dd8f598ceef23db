// Whether starts without --lan serve the network too: chosen on the page of the first run, kept in COFRE_HOME.
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../../kernel/process/operator_error.ts";

const FILE = "lan.json";

/** `on`: at every private address. An address or a name, as `--lan` takes them. */
export async function keepLanChoice(home: string, choice: string): Promise<void> {
  const path = join(home, FILE);
  await writeFile(`${path}.new`, `${JSON.stringify({ lan: choice })}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

export async function readLanChoice(home: string): Promise<string | undefined> {
  const path = join(home, FILE);
  try {
    const { lan } = JSON.parse(await readFile(path, "utf8")) as { lan?: unknown };
    if (typeof lan === "string" && lan !== "") return lan;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  }
  throw new OperatorError(`${path} is damaged. Remove it: starts then serve this machine alone.`);
}
