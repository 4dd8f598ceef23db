// npm run release: makes the products of a release, one step after the other, and reports.
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildSite } from "../docs/site/build_site.ts";
import { readSources, type Sources } from "./agreement.ts";
import { updateBase } from "./image/image.ts";
import { HELP, type Options, readOptions } from "./options.ts";
import { ROOT } from "./package/join.ts";
import type { Release, Step, Trial } from "./step.ts";
import { STEPS } from "./steps.ts";

const say = (line: string) => console.log(line);

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) {
    say(HELP);
    return 0;
  }
  if (typeof options === "string") {
    console.error(`${options}\n\n${HELP}`);
    return 2;
  }
  if (options["update-base"]) {
    say(await updateBase());
    return 0;
  }
  let sources: Sources;
  try {
    sources = readSources(ROOT);
  } catch (error) {
    console.error(`A release is made in a git checkout: ${(error as Error).message.trim().split("\n").at(-1)}`);
    return 1;
  }
  const { version, commit, time, disagreements } = sources;
  const isDraft = disagreements.length > 0;
  if (isDraft) {
    console.error(`This is not ${version} as it is released:\n${disagreements.map((line) => `  - ${line}`).join("\n")}`);
    if (!options.draft) {
      console.error("Nothing was made. --draft goes on.");
      return 1;
    }
  }
  const folder = resolve(options.folder);
  await mkdir(folder, { recursive: true });
  const scratch = await mkdtemp(join(folder, "scratch-"));
  try {
    const release = {
      version,
      label: isDraft ? `${version}-draft` : version,
      commit,
      time,
      folder,
      scratch,
      debian: options.debian,
      site: join(scratch, "site"),
    };
    say("the documentation");
    await buildSite(release.site);
    return await makeAll(release, options);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function makeAll(common: Omit<Release, "say">, options: Options): Promise<number> {
  const steps = STEPS.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  say(`Cofre ${common.label}, from ${common.commit.slice(0, 12)} of ${new Date(common.time * 1000).toISOString()}`);
  const trials: Trial[] = [];
  for (const step of steps) {
    const release = { ...common, scratch: join(common.scratch, step.name), say: (line: string) => say(`  ... ${line}`) };
    await mkdir(release.scratch);
    await makeOne(step, release);
    if (options.try && step.attempt) trials.push(...(await step.attempt(release)));
  }
  for (const { what, outcome, detail } of trials) say(`${outcome.padEnd(8)} ${what}${detail && `: ${detail}`}`);
  return trials.some(({ outcome }) => outcome === "failed") ? 1 : 0;
}

async function makeOne({ name, make }: Step, release: Release): Promise<void> {
  say(name);
  const began = performance.now();
  const { files, lines } = await make(release);
  for (const file of files) say(`  ${file}  ${megabytes((await stat(join(release.folder, file))).size)}`);
  for (const line of lines) say(`  ${line}`);
  say(`  in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

process.exitCode = await main();
