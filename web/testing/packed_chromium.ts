// Test support: the Chromium of npm, unpacked once into a folder that no other user can write to, with the libraries and fonts that the package brings.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { lstat, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openBuiltFolder } from "../../kernel/build/built_folder.ts";
import { ROOT } from "../../kernel/testing/root.ts";
import { absentSqlite } from "./absent_sqlite.ts";

const execute = promisify(execFile);
const UNPACKER = join(import.meta.dirname, "unpack_chromium.ts");
const MANIFEST = fileURLToPath(new URL("../package.json", import.meta.resolve("@sparticuz/chromium")));

/** Within what is unpacked. */
const LIBRARIES = "al2023/lib";

export interface PackedChromium {
  executablePath: string;
  /** Variables for the browser's process alone. */
  variables: Record<string, string>;
}

export async function unpackChromium(runtime: string = join(ROOT, ".runtime")): Promise<PackedChromium> {
  const folder = await openBuiltFolder({
    kind: "chromium",
    hash: createHash("sha256")
      .update(FONTS)
      .update(absentSqlite())
      .update(await readFile(MANIFEST))
      .digest("hex"),
    folders: [await ownFolder(runtime)],
    // A browser that runs may still need a part of its own.
    earlierFolders: 1,
    fill: async (staging) => {
      await execute(process.execPath, [UNPACKER], { env: { ...process.env, TMPDIR: staging } });
      await writeFile(join(staging, "fonts", "fonts.conf"), FONTS);
      await writeFile(join(staging, LIBRARIES, "libsqlite3.so.0"), absentSqlite());
    },
  });
  const executablePath = join(folder, "chromium");
  return {
    executablePath,
    variables: {
      FONTCONFIG_FILE: join(folder, "fonts", "fonts.conf"),
      ...((await lacksLibraries(executablePath)) && { LD_LIBRARY_PATH: join(folder, LIBRARIES) }),
    },
  };
}

/** Pages of a Chromium without any font crash, so that of the package is added to the system's. */
const FONTS = `<?xml version="1.0"?>
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

async function lacksLibraries(executablePath: string): Promise<boolean> {
  return execute(executablePath, ["--version"]).then(
    () => false,
    () => true,
  );
}

/** Below the runtime folder. Where that folder is not ours to write to, a temporary one, for as long as this process runs. */
async function ownFolder(runtime: string): Promise<string> {
  const folder = join(runtime, `browser-${process.getuid?.()}`);
  await mkdir(runtime, { recursive: true }).catch(() => {});
  await mkdir(folder, { mode: 0o700 }).catch(() => {});
  if (await isOurs(folder)) return folder;
  const temporary = await mkdtemp(join(tmpdir(), "cofre-browser-"));
  process.once("exit", () => rmSync(temporary, { recursive: true, force: true }));
  return temporary;
}

/** Whoever can write to the folder decides what is run. */
export async function isOurs(folder: string): Promise<boolean> {
  const result = await lstat(folder).catch(() => undefined);
  return result?.isDirectory() === true && result.uid === process.getuid?.() && (result.mode & 0o077) === 0;
}
