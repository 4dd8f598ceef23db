// A folder for what a run makes.
import { rmSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface WorkFolder extends Disposable {
  path: string;
  /** Leaves it behind, for whoever looks for what went wrong. */
  keep(): void;
}

export async function openWorkFolder(name: string): Promise<WorkFolder> {
  const path = await mkdtemp(join(tmpdir(), `cofre-${name}-`));
  // PostgreSQL runs under another account where we are root, and has to pass.
  await chmod(path, 0o711);
  // An interrupted run leaves nothing behind either.
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
