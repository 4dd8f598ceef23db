import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { tar } from "../tar.ts";
import { layerOf } from "./layer.ts";
import { type Architecture, archiveOf } from "./oci.ts";
import { readImage } from "./read_archive.ts";
import { readTar } from "./tar_read.ts";
import { file, link, resolveIn, type Tree } from "./tree.ts";

const RUN = {
  User: "65532",
  Env: ["PATH=/bin"],
  Entrypoint: ["cofre"],
  Cmd: ["start"],
  WorkingDir: "/data",
  StopSignal: "SIGTERM",
};
const FILES: [string, Parameters<Tree["set"]>[1]][] = [
  ["app/program", file("#!/app/node\n", true)],
  ["app/read me", file("Olá")],
  ["app.d/x", file("x")],
  ["bin", link("usr/bin")],
  ["data", { kind: "folder", mode: 0o770, owner: { uid: 65532, gid: 0 } }],
];

async function archive(files: typeof FILES) {
  const layers = [await layerOf("Base", new Map(files)), await layerOf("More", new Map([["app/more", file("more")]]))];
  const created = "2026-11-18T00:00:00.000Z";
  const images = (["amd64", "arm64"] as Architecture[]).map((architecture) => ({ architecture, layers, run: RUN, created }));
  return archiveOf({ name: "cofre", version: "1.2.3", images, annotations: { "org.opencontainers.image.title": "cofre" } });
}

test("the same files give the same bytes, in whichever order they come", async () => {
  const [one, other] = await Promise.all([archive(FILES), archive([...FILES].reverse())]);
  assert.equal(one.digest, other.digest);
  assert.deepEqual(one.bytes, other.bytes);
  const changed = await archive([...FILES.slice(1), ["app/program", file("#!/app/node\n")]]);
  assert.notEqual(changed.digest, one.digest);
});

test("what is written is read back: contents, rights, owners and links, for each architecture", async (t) => {
  const path = await stored(t, (await archive(FILES)).bytes);
  for (const architecture of ["amd64", "arm64"] as Architecture[]) {
    const { tree, run } = await readImage(path, architecture);
    assert.deepEqual(run, RUN);
    assert.deepEqual(tree.get("app/program"), { ...file("#!/app/node\n", true), owner: { uid: 0, gid: 0 } });
    assert.deepEqual(tree.get("data"), { kind: "folder", mode: 0o770, owner: { uid: 65532, gid: 0 } });
    assert.deepEqual(tree.get("bin"), link("usr/bin"));
    assert.deepEqual(tree.get("app/more"), { ...file("more"), owner: { uid: 0, gid: 0 } });
    assert.deepEqual(tree.get("app"), { kind: "folder", mode: 0o755, owner: { uid: 0, gid: 0 } });
  }
});

test("an archive that was changed is refused", async (t) => {
  const { bytes } = await archive(FILES);
  const at = bytes.indexOf(Buffer.from('"WorkingDir":"/data"'));
  bytes.write('"WorkingDir":"/etc"_', at);
  await assert.rejects(readImage(await stored(t, bytes), "amd64"), /is not what it says/);
  bytes[300] = 1;
  await assert.rejects(readImage(await stored(t, bytes), "amd64"), /no tar archive, or it is damaged/);
  await assert.rejects(readImage(await stored(t, bytes.subarray(600, 1000)), "amd64"), /is no archive of OCI/);
});

test("a tar archive whose paths lead out of it is refused", () => {
  assert.throws(
    () => readTar(tar([{ path: "a/../../x", mode: 0o644, content: Buffer.from("x") }], { time: 0 }), "evil.tgz"),
    /leads out/,
  );
  assert.throws(
    () => readTar(tar([{ path: "x", mode: 0o644, content: Buffer.alloc(600) }], { time: 0 }).subarray(0, 700), "cut.tgz"),
    /cut off/,
  );
});

test("links are followed as in a running container", () => {
  const tree: Tree = new Map([
    ["lib", link("usr/lib")],
    ["usr/lib/x/libc.so.6", file("")],
    ["usr/lib/ld.so", link("/lib/x/../x/libc.so.6")],
    ["loop", link("loop")],
  ]);
  assert.equal(resolveIn(tree, "/lib/ld.so"), "usr/lib/x/libc.so.6");
  assert.equal(resolveIn(tree, "../lib/x/libc.so.6"), "usr/lib/x/libc.so.6");
  assert.equal(resolveIn(tree, "loop"), undefined);
  assert.equal(resolveIn(tree, "lib/none"), undefined);
});

test("skopeo reads it, where there is one", async (t) => {
  const path = await stored(t, (await archive(FILES)).bytes);
  const run = promisify(execFile);
  if (!(await run("skopeo", ["--version"]).catch(() => undefined))) return t.diagnostic("not run: skopeo is not installed");
  for (const [architecture, source] of [
    ["amd64", `oci-archive:${path}`],
    ["arm64", `oci-archive:${path}`],
    ["amd64", `docker-archive:${path}:cofre:1.2.3`],
    ["arm64", `docker-archive:${path}:cofre:1.2.3-arm64`],
  ] as const) {
    const { stdout } = await run("skopeo", ["--override-arch", architecture, "inspect", "--config", source]);
    const config = JSON.parse(stdout) as { architecture: string; config: { StopSignal: string } };
    assert.equal(config.architecture, architecture);
    assert.equal(config.config.StopSignal, "SIGTERM");
  }
});

async function stored(t: { after(work: () => Promise<void>): void }, bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "cofre-archive-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "image.tar");
  await writeFile(path, bytes);
  return path;
}
