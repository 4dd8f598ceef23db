// A temporary folder for a run.
import { rmSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface WorkFolder extends Disposable {
  path: string;
  /** Keeps it, for analysis. */
  keep(): void;
}

export async function openWorkFolder(name: string): Promise<WorkFolder> {
  const path = await mkdtemp(join(tmpdir(), `cofre-${name}-`));
  // If root runs this, PostgreSQL's account must be able to traverse it.
  await chmod(path, 0o711);
  // Also removed after an interruption.
  const remove = () => rmSync(path, { recursive: true, force: true });
  process.once("exit", remove);
  const keep = () => void process.off("exit", remove);
  return {
    path,
    keep,
    [Symbol.dispose]: () => {
      keep();
      remove();
    },
  };
}
