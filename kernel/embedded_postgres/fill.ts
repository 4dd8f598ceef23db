// Fills a data folder with files as root, and gives them to PostgreSQL's account afterwards.
import { chown, lchown, lstat, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OperatorError } from "../process/operator_error.ts";
import type { Account } from "./account.ts";

export async function fillAsAccount(data: string, { uid, gid }: Account, fill: () => Promise<void>): Promise<void> {
  if (uid === undefined || gid === undefined) return fill();
  // Keeps the account out meanwhile: through a link of its own, root would write elsewhere.
  await chown(dirname(data), 0, 0);
  if (!(await lstat(data)).isDirectory() || (await readdir(data)).length > 0)
    throw new OperatorError(`${data} was changed by another program.`);
  await fill();
  for (const entry of await readdir(data, { recursive: true, withFileTypes: true }))
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  await chown(data, uid, gid);
}
