// What is in the image above the base: Node, Cofre, and PostgreSQL, each a layer of its own, so that an upgrade loads what changed.
import { readdir, readFile, readlink } from "node:fs/promises";
import { join, posix } from "node:path";
import type { Dependency } from "../package/external_dependencies.ts";
import { type Entry, file, link, type Tree } from "./tree.ts";

export const APP = "app";
const INSIDE = new URL("inside/", import.meta.url);

/** The names of the launcher, which tells the program by which it was called. */
const COMMANDS = ["cofre", "auth", "gotrue"];

export function nodeTree(unpacked: Tree): Tree {
  return new Map(["bin/node", "LICENSE"].map((path) => [`${APP}/node/${path}`, required(unpacked, path)]));
}

/** The package of npm, as `npm run release` makes it, and what starts it. */
export async function appTree(packageFolder: string, dependencies: readonly [Dependency, Tree][]): Promise<Tree> {
  const tree: Tree = new Map();
  for (const [path, entry] of await readFolder(packageFolder)) tree.set(`${APP}/${path}`, entry);
  for (const [dependency, unpacked] of dependencies)
    for (const [path, entry] of unpacked) tree.set(`${APP}/${dependency.path}/${path}`, entry);
  for (const name of ["launcher", "wget"]) tree.set(`${APP}/image/${name}.mjs`, await inside(name));
  for (const name of COMMANDS) tree.set(`${APP}/bin/${name}`, link("../image/launcher.mjs"));
  tree.set(`${APP}/bin/wget`, link("../image/wget.mjs"));
  return tree;
}

/** What PostgreSQL runs with. Left out: what programs in C are built with, and languages whose interpreters the image lacks. */
const LEFT_OUT = /\.a$|\/(pkgconfig|pgxs)\/|^scripts\/|(plperl|plpython3u?|pltclu?)[^/]*$|_plpython3u?[^/]*$|libecpg|libpgtypes/;

export async function postgresTree(dependency: Dependency, unpacked: Tree): Promise<Tree> {
  const kept: Tree = new Map([...unpacked].filter(([path]) => !LEFT_OUT.test(path)));
  const list = required(unpacked, "native/pg-symlinks.json");
  const links = JSON.parse(list.bytes.toString("utf8")) as { source: string; target: string }[];
  for (const { source, target } of links)
    if (kept.has(source)) kept.set(target, link(posix.relative(posix.dirname(target), source)));
  const tree: Tree = new Map([...kept].map(([path, entry]) => [`${APP}/${dependency.path}/${path}`, entry]));
  tree.set(`${APP}/image/sh.mjs`, await inside("sh"));
  tree.set("usr/bin/sh", link(`/${APP}/image/sh.mjs`));
  tree.set("bin", link("usr/bin"));
  return tree;
}

async function inside(name: string): Promise<Entry> {
  return file(await readFile(new URL(`${name}.mjs`, INSIDE)), true);
}

function required(tree: Tree, path: string): Entry & { kind: "file" } {
  const entry = tree.get(path);
  if (entry?.kind !== "file") throw new Error(`A package has no ${path}, which the image needs.`);
  return entry;
}

async function readFolder(folder: string): Promise<Tree> {
  const tree: Tree = new Map();
  for (const each of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(each.parentPath, each.name);
    const below = path.slice(folder.length + 1);
    if (each.isSymbolicLink()) tree.set(below, link(await readlink(path)));
    else if (each.isFile()) tree.set(below, file(await readFile(path), below === "bootstrap/package.mjs"));
  }
  return tree;
}
