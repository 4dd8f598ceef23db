import assert from "node:assert/strict";
import { chmod, chown, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { runApart } from "../../kernel/testing/run_apart.ts";
import { unpackChromium } from "./packed_chromium.ts";

const hasPackage = process.platform === "linux" && process.arch === "x64";
const NOBODY = 65_534;

test("Chromium is unpacked once, into a folder of this user alone; what others could have planted is not run", {
  skip: !hasPackage,
}, async () => {
  await using runtime = await temporaryFolder();
  const [first, second] = await Promise.all([unpackChromium(runtime.path), unpackChromium(runtime.path)]);
  assert.equal(first.executablePath, second.executablePath);
  const own = dirname(dirname(first.executablePath));
  assert.equal(dirname(own), runtime.path);
  assert.equal((await stat(own)).mode & 0o777, 0o700);
  assert.match(await readFile(first.variables.FONTCONFIG_FILE as string, "utf8"), /fontconfig/);
  for (const library of ["libnss3.so", "libsqlite3.so.0"])
    assert.ok((await stat(join(dirname(first.executablePath), "al2023/lib", library))).isFile());

  await writeFile(first.executablePath, "#!/bin/sh\necho planted\n");
  const plantings = [() => chmod(own, 0o777), ...(process.getuid?.() === 0 ? [() => chown(own, NOBODY, NOBODY)] : [])];
  for (const plant of plantings) {
    await chmod(own, 0o700);
    assert.equal((await unpackChromium(runtime.path)).executablePath, first.executablePath);
    await plant();
    const { executablePath } = await unpackChromium(runtime.path);
    assert.ok(!executablePath.startsWith(runtime.path), executablePath);
    assert.equal((await stat(dirname(dirname(executablePath)))).mode & 0o777, 0o700);
    assert.ok((await stat(executablePath)).size > 1e8, "the one that the package has");
  }
});

test("where no browser runs, its tests are left out with the reason, and the run ends well", async () => {
  for (const [program, reason] of [
    ["/bin/false", "/bin/false does not run here: exitCode=1, signal=null"],
    [
      "/nowhere/chromium",
      "/nowhere/chromium does not run here: browserType.launch: Failed to launch chromium because executable",
    ],
  ] as const) {
    const { code, said } = await runApart({ files: ["web/browser.test.ts"] }, { COFRE_CHROMIUM: program });
    assert.equal(code, 0, said);
    assert.match(said, /\bfail 0\n/);
    assert.match(said, new RegExp(`LEFT OUT, and not tested here:\\n {2}\\d+ of web/browser\\.test\\.ts: ${RegExp.escape(reason)}`));
  }
});
