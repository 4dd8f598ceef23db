// The built files in memory, each as it is and compressed: some hundred kilobytes in all.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listBuiltFolders } from "../../kernel/build/built_folder.ts";
import { BUILD_KIND, MANIFEST, type Manifest, typeOf } from "./built_app.ts";

export interface Asset {
  type: string;
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
}

export interface Assets extends Manifest {
  /** What the app may ask for, by name. */
  files: string[];
  find(name: string): Asset | undefined;
}

/** Also those of earlier builds beside it, for tabs that were opened before. */
export async function loadAssets(folder: string): Promise<Assets> {
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), "utf8")) as Manifest;
  const siblings = await listBuiltFolders(dirname(folder), BUILD_KIND);
  const files = new Map<string, Asset>();
  for (const name of siblings) await loadFolder(join(dirname(folder), name), files).catch(() => {});
  const own = await loadFolder(folder, files);
  const others = [manifest.scripts.pages, manifest.scripts.worker, manifest.styles.sheet, ...manifest.console];
  return { ...manifest, files: own.filter((name) => !others.includes(name)), find: (name) => files.get(name) };
}

async function loadFolder(folder: string, files: Map<string, Asset>): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg|woff2)$/.test(name));
  for (const name of names) {
    const [plain, gzip, brotli] = await Promise.all(["", ".gz", ".br"].map((ending) => readFile(join(folder, name + ending))));
    files.set(name, { type: typeOf(name), plain: plain!, gzip: gzip!, brotli: brotli! });
  }
  return names.sort();
}
