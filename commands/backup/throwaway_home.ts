// A home for a restored copy that is removed afterwards. It holds everything in the clear while it exists.
import { chmod, lstat, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "../../kernel/embedded_postgres/account.ts";

const PREFIX = "cofre-verify-";

export async function openThrowawayHome(): Promise<AsyncDisposable & { path: string }> {
  const folder = await realpath(tmpdir());
  await removeLeftovers(folder);
  const path = await mkdtemp(join(folder, `${PREFIX}${process.pid}-`));
  // For root, PostgreSQL's account must pass through.
  if (process.getuid?.() === 0) await chmod(path, 0o711);
  const remove = () => rm(path, { recursive: true, force: true });
  const stop = (signal: NodeJS.Signals) => void remove().finally(() => process.exit(signal === "SIGINT" ? 130 : 143));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      await remove();
    },
  };
}

/** Of processes that were killed. Others may use these names too, so only our own folders count. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (!(pid > 0) || isAlive(pid)) continue;
    const status = await lstat(join(folder, name)).catch(() => undefined);
    if (status?.isDirectory() && status.uid === process.getuid?.())
      await rm(join(folder, name), { recursive: true, force: true });
  }
}
