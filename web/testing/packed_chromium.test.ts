import assert from "node:assert/strict";
import { chmod, chown, mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { runApart } from "../../kernel/testing/run_apart.ts";
import { isOurs, unpackChromium } from "./packed_chromium.ts";

const hasPackage = process.platform === "linux" && process.arch === "x64";
const NOBODY = 65_534;

test("Chromium is unpacked once, into a folder of this user alone; what others could have planted there is not run", {
  skip: !hasPackage,
}, async () => {
  await using runtime = await temporaryFolder();
  const [first, second] = await Promise.all([unpackChromium(runtime.path), unpackChromium(runtime.path)]);
  assert.equal(first.executablePath, second.executablePath);
  const own = dirname(dirname(first.executablePath));
  assert.deepEqual([dirname(own), (await stat(own)).mode & 0o777], [runtime.path, 0o700]);
  assert.match(await readFile(first.variables.FONTCONFIG_FILE as string, "utf8"), /fontconfig/);
  for (const library of ["libnss3.so", "libsqlite3.so.0"])
    assert.ok((await stat(join(dirname(first.executablePath), "al2023/lib", library))).isFile());

  await writeFile(first.executablePath, "#!/bin/sh\necho planted\n");
  assert.equal((await unpackChromium(runtime.path)).executablePath, first.executablePath, "nobody else can have done it");
  await chmod(own, 0o777);
  const { executablePath } = await unpackChromium(runtime.path);
  assert.ok(!executablePath.startsWith(runtime.path), executablePath);
  assert.ok(await isOurs(dirname(dirname(executablePath))));
  assert.ok((await stat(executablePath)).size > 1e8, "the one that the package has");
});

test("a folder is ours if it is this user's, no link, and open to nobody else", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "own");
  assert.equal(await isOurs(path), false, "not there");
  await mkdir(path, { mode: 0o700 });
  assert.equal(await isOurs(path), true);
  await symlink(path, `${path}-link`);
  assert.equal(await isOurs(`${path}-link`), false);
  for (const mode of [0o770, 0o707, 0o755]) {
    await chmod(path, mode);
    assert.equal(await isOurs(path), false, mode.toString(8));
  }
  await chmod(path, 0o700);
  if (process.getuid?.() !== 0) return;
  await chown(path, NOBODY, NOBODY);
  assert.equal(await isOurs(path), false, "another user's");
});

test("where no browser runs, its tests are left out with the reason, and the run ends well", async () => {
  const { code, said } = await runApart({ files: ["web/browser.test.ts"] }, { COFRE_CHROMIUM: "/bin/false" });
  assert.equal(code, 0, said);
  assert.match(said, /\bfail 0\n/);
  assert.match(
    said,
    /LEFT OUT, and not tested here:\n {2}\d+ of web\/browser\.test\.ts: \/bin\/false does not run here: exitCode=1/,
  );
});
