// The layer that everything stands on: libraries of Debian, its certificates, the names of accounts. It has no shell and no package manager.
import type { Unpacked } from "./debian.ts";
import { LIBRARY_FOLDERS } from "./libraries.ts";
import type { Architecture } from "./oci.ts";
import { type Entry, file, link, resolveIn, rootOwned, type Tree } from "./tree.ts";

/** The account that the image runs as, which exists nowhere else. */
export const ACCOUNT = { uid: 65532, gid: 65532 };
/** The only folder that is written to. */
export const HOME = "data";

/** What is taken of each package, beside its licence. `LIBRARIES` is the folder of the architecture's libraries. */
const PARTS: Record<string, RegExp> = {
  "base-files": /^usr\/(lib\/os-release|share\/common-licenses\/.+)$/,
  "ca-certificates": /^$/,
  "gcc-12-base": /^$/,
  libc6: /^(usr\/lib(64)?\/ld-linux\S+|LIBRARIES\/(ld-linux\S+|lib(c|dl|m|pthread|resolv|rt)\.so\.\d+))$/,
  "libgcc-s1": /^LIBRARIES\/libgcc_s\.so\.1$/,
  "libnss-extrausers": /^usr\/lib\/libnss_extrausers\.so\.2$/,
  "libstdc++6": /^LIBRARIES\/libstdc\+\+\.so\.6[.\d]*$/,
};

export const BASE_PACKAGES: readonly string[] = Object.keys(PARTS);

export function baseTree(packages: readonly Unpacked[], architecture: Architecture): Tree {
  const tree: Tree = new Map(packages.flatMap((each) => [...partsOf(each, architecture)]));
  for (const folder of ["lib", "lib64"]) tree.set(folder, link(`usr/${folder}`));
  for (const [path, text] of Object.entries(SETTINGS)) tree.set(path, file(text));
  tree.set("etc/os-release", link("../usr/lib/os-release"));
  tree.set("etc/ssl/certs/ca-certificates.crt", file(certificatesOf(packages)));
  tree.set("var/lib/extrausers/passwd", link(`/${HOME}/.passwd`));
  for (const folder of ["dev", "proc", "run", "sys"]) tree.set(folder, { kind: "folder", mode: 0o755 });
  // Runtimes give an unknown account the group 0, which may therefore write here.
  tree.set(HOME, { kind: "folder", mode: 0o770, owner: { uid: ACCOUNT.uid, gid: 0 } });
  return tree;
}

/** Accounts of the operator's choice come second: PostgreSQL asks for the name of the account that it runs as. */
const SETTINGS: Record<string, string> = {
  "etc/passwd": [
    "root:x:0:0:root:/:/nonexistent",
    `cofre:x:${ACCOUNT.uid}:${ACCOUNT.gid}:Cofre:/${HOME}:/nonexistent`,
    "nobody:x:65534:65534:nobody:/nonexistent:/nonexistent",
    "",
  ].join("\n"),
  "etc/group": `root:x:0:\ncofre:x:${ACCOUNT.gid}:\nnogroup:x:65534:\n`,
  // Runtimes mount their own over it; not every one has one.
  "etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
  "etc/nsswitch.conf": "passwd: files extrausers\ngroup: files\nhosts: files dns\n",
};

function partsOf({ pinned, control, tree }: Unpacked, architecture: Architecture): [string, Entry][] {
  const parts = PARTS[pinned.name];
  if (parts === undefined) throw new Error(`base.ts does not say what is taken of ${pinned.name}.`);
  const wanted = new RegExp(parts.source.replaceAll("LIBRARIES", LIBRARY_FOLDERS[architecture]));
  const merged: Tree = new Map([...tree].map(([path, entry]) => [path.replace(/^(lib|lib64)\//, "usr/$1/"), entry]));
  const licence = `usr/share/doc/${pinned.name}`;
  const kept = [...rootOwned(merged)].filter(
    ([path]) => wanted.test(path) || path === `${licence}/copyright` || (path === licence && merged.get(path)?.kind === "link"),
  );
  // Scanners of vulnerabilities look for packages here where there is no database of dpkg.
  return [...kept, [`var/lib/dpkg/status.d/${pinned.name}`, file(control.replace(/\n*$/, "\n"))]];
}

/** Every certificate of the package, in the order of their names, as its own program would join them. */
function certificatesOf(packages: readonly Unpacked[]): string {
  const tree = packages.find(({ pinned }) => pinned.name === "ca-certificates")?.tree ?? new Map();
  const paths = [...tree.keys()].filter((path) => path.startsWith("usr/share/ca-certificates/") && path.endsWith(".crt")).sort();
  const texts = paths.map((path) => tree.get(resolveIn(tree, path) ?? path)).filter((entry) => entry?.kind === "file");
  if (texts.length === 0) throw new Error("The package ca-certificates has no certificates.");
  return texts.map((entry) => `${entry.bytes.toString("latin1").trimEnd()}\n`).join("");
}
