// Where the built app lies: a package has it ready, a checkout bundles it at the first start after a change.
import { fileURLToPath } from "node:url";
import { IS_PACKAGE } from "../../kernel/process/version.ts";

/** In a package alone. */
const READY = new URL("../ready", import.meta.url);

/** The built folder. Where it has to be made, the first of the given folders that can be written to is taken. */
export async function openApp(folders: readonly string[]): Promise<string> {
  if (IS_PACKAGE) return fileURLToPath(READY);
  const { openBuild } = await import("./build.ts");
  return openBuild(folders);
}
