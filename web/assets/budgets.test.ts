// How much script and style browsers load, compressed by gzip, and that the app and the console share no file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type Assets, loadAssets } from "./assets_of_build.ts";
import { openBuild } from "./build.ts";
import { CONSOLE_SCREENS } from "./screens.ts";

const built = openBuild([fileURLToPath(new URL("../../.runtime", import.meta.url))]).then(loadAssets);

/** Scripts that these load at once, or, with `later`, at any time: built files name each other in quotes. */
function scriptsFrom(assets: Assets, names: readonly (string | undefined)[], { later = false } = {}): string[] {
  const imports = later ? /"\.\/([\w-]+\.js)"/g : /\b(?:import|from)\s*"\.\/([\w-]+\.js)"/g;
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const [, next] of assets.find(name)?.plain.toString().matchAll(imports) ?? []) add(next as string);
  };
  for (const name of names) add(name ?? assert.fail("a script is missing"));
  return [...found];
}

const kilobytes = (assets: Assets, names: readonly (string | undefined)[]) =>
  names.reduce((sum, name) => sum + (assets.find(name ?? "")?.gzip.length ?? Number.NaN), 0) / 1000;

test("scripts and styles stay within their budgets, compressed: hosted page, shell, screens, and what the console loads first", async () => {
  const assets = await built;
  const { scripts, styles } = assets;
  const ofApp = scriptsFrom(assets, [scripts.app], { later: true });
  const ofConsole = scriptsFrom(assets, [scripts.console], { later: true });
  const screens = [...ofApp, ...ofConsole].filter((name) => name !== scripts.app);
  const firstLoads = Object.entries(CONSOLE_SCREENS).map(([path, file]): [what: string, kilobytes: number, most: number] => [
    `first load at ${path}`,
    kilobytes(assets, scriptsFrom(assets, [scripts.console, ...(assets.screens[file] ?? assert.fail(file))])),
    60,
  ]);
  const budgets: [what: string, kilobytes: number, most: number][] = [
    ["hosted page", kilobytes(assets, [scripts.pages]), 4],
    ["quick entry, which is the shell", kilobytes(assets, [scripts.app]), 29],
    ["largest file of a screen", Math.max(...screens.map((name) => kilobytes(assets, [name]))), 20],
    ["all of the app", kilobytes(assets, [...ofApp, scripts.pages, scripts.worker]), 240],
    ...firstLoads,
    ["style of the app", kilobytes(assets, [styles.look]), 16],
    ["style of hosted pages", kilobytes(assets, [styles.sheet]), 15],
  ];
  assert.deepEqual(
    budgets.filter(([, size, most]) => !(size <= most)),
    [],
  );
});

test("the app loads no file of the console, at no time, and the console none of the app", async () => {
  const assets = await built;
  const ofApp = scriptsFrom(assets, [assets.scripts.app], { later: true });
  const ofConsole = scriptsFrom(assets, [assets.scripts.console], { later: true });
  assert.ok(ofApp.length > 20 && ofConsole.length > 20, "both load their screens later");
  assert.deepEqual(
    ofApp.filter((name) => ofConsole.includes(name)),
    [],
  );
  // What the app's offline copy holds.
  assert.deepEqual(
    assets.files.filter((name) => ofConsole.includes(name) || assets.console.includes(name)),
    [],
  );
  const listed = assets.console.filter((name) => name.endsWith(".js"));
  assert.deepEqual(ofConsole.toSorted(), listed.toSorted(), "the list of the console's files is whole");
});
