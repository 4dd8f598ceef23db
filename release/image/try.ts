// For `npm run release -- --try`: the archives are read by other programs, and the images run with every right taken away.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Release, Trial } from "../step.ts";
import type { Attempt, Laboratory } from "./attempt.ts";
import { bubblewrap, refusalOfBubblewrap } from "./bubblewrap.ts";
import type { Runtime } from "./container.ts";
import { crun, findCrun } from "./crun.ts";
import { readImage, type Unpacked } from "./read_archive.ts";
import { extract } from "./tree.ts";
import { allInOneAttempts } from "./try_all_in_one.ts";
import { archiveAttempts } from "./try_archives.ts";
import { armAttempts } from "./try_arm.ts";
import { servicesAttempts } from "./try_services.ts";
import { imageFile, VARIANTS } from "./variants.ts";

export async function tryImages(release: Release): Promise<Trial[]> {
  const runtime = await findRuntime();
  const refusal = typeof runtime === "string" ? runtime : undefined;
  const scratch = join(release.scratch, "try");
  await mkdir(scratch, { mode: 0o755 });
  const unpacked = new Map<string, Promise<{ root: string; image: Unpacked["run"] }>>();
  const laboratory: Laboratory = {
    runtime: typeof runtime === "string" ? undefined : runtime,
    scratch,
    unpack(name, architecture) {
      const root = join(scratch, `${name}-${architecture}`);
      const unpack = unpacked.get(root) ?? unpackTo(root, archiveOf(release, name), architecture);
      unpacked.set(root, unpack);
      return unpack;
    },
  };
  const archives = VARIANTS.map((variant) => ({
    name: variant.name,
    file: archiveOf(release, variant.name),
    version: release.label,
  }));
  const attempts = [
    ...archiveAttempts(archives, scratch),
    ...allInOneAttempts(laboratory),
    ...servicesAttempts(laboratory),
    ...armAttempts(laboratory),
  ];
  const trials: Trial[] = [];
  for (const attempt of attempts) trials.push(await run(attempt, release, refusal));
  return trials;
}

async function run({ what, needsRuntime, work }: Attempt, release: Release, refusal: string | undefined): Promise<Trial> {
  if (needsRuntime && refusal !== undefined) return { what, outcome: "not run", detail: refusal };
  release.say(what);
  const began = performance.now();
  try {
    const detail = await work();
    if (typeof detail !== "string") return { what, outcome: "not run", detail: detail.notRun };
    const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    return { what, outcome: "ok", detail: [detail, seconds].filter(Boolean).join("; ") };
  } catch (error) {
    return { what, outcome: "failed", detail: (error as Error).message };
  }
}

/** The first that runs here, or why none does. */
async function findRuntime(): Promise<Runtime | string> {
  const called = await findCrun();
  if (typeof called !== "string") return crun(called);
  const refusal = await refusalOfBubblewrap();
  return refusal === undefined ? bubblewrap : `${called}, and ${refusal}`;
}

async function unpackTo(root: string, archive: string, architecture: "amd64" | "arm64") {
  const { tree, run: image } = await readImage(archive, architecture);
  await extract(tree, root);
  return { root, image };
}

function archiveOf(release: Release, name: string): string {
  return join(release.folder, imageFile({ name }, release));
}
