// The unit of systemd and the Caddyfile, by the programs that read them, where this machine has those.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { VERSION } from "../../kernel/process/version.ts";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { FOLDER, readDeployed } from "./files.ts";

const MOST_EXPOSURE = 2;
const absent = (program: string) => spawnSync(program, ["--version"]).error !== undefined && `${program} is not on this machine`;

test("the unit is one that systemd loads, and its exposure is at most 2.0", { skip: absent("systemd-analyze") }, async () => {
  await using folder = await temporaryFolder();
  const unit = join(folder.path, "cofre.service");
  // The program that it names need not be on this machine.
  writeFileSync(unit, readDeployed("cofre.service").replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
  const verified = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
  assert.deepEqual([verified.status, verified.stderr.split("\n").filter((line) => line.includes("cofre"))], [0, []]);
  const { stdout } = spawnSync("systemd-analyze", ["security", "--offline=true", unit], { encoding: "utf8" });
  const [, exposure] = /exposure level for cofre\.service: ([\d.]+)/.exec(stdout) ?? [];
  assert.ok(Number(exposure) <= MOST_EXPOSURE, stdout);
});

test("the unit starts the all-in-one with its state where it may write, and leaves V8 what it needs", () => {
  const unit = readDeployed("cofre.service");
  for (const line of [
    "ExecStart=/usr/local/bin/cofre start",
    "StateDirectory=cofre",
    "Environment=COFRE_HOME=%S/cofre",
    "ProtectSystem=strict",
  ])
    assert.match(unit, new RegExp(`^${RegExp.escape(line)}$`, "m"));
  assert.doesNotMatch(unit, /^(MemoryDenyWriteExecute|ProcSubset)=/m);
});

test("Caddy reads the Caddyfile", { skip: absent("caddy") }, async () => {
  await using folder = await temporaryFolder();
  const environment = { PATH: process.env.PATH, HOME: folder.path, XDG_DATA_HOME: folder.path };
  const file = join(FOLDER, "Caddyfile");
  const validated = spawnSync("caddy", ["validate", "--adapter", "caddyfile", "--config", file], {
    encoding: "utf8",
    env: environment,
  });
  assert.equal(validated.status, 0, validated.stderr);
});

test("every file names the images of this version", () => {
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const texts = files.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), "utf8")] as const);
  const versions = texts.flatMap(([name, text]) =>
    [...text.matchAll(/\bcofre(?:-services)?:(\d+\.\d+\.\d+)/g)].map(([, version]) => `${name}: ${version}`),
  );
  assert.ok(versions.length >= 6);
  assert.deepEqual(
    versions.filter((line) => !line.endsWith(`: ${VERSION}`)),
    [],
    `npm run generate puts ${VERSION} into them`,
  );
});
