// The files of deploy/, read as their programs read them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, parseAllDocuments } from "yaml";

export const FOLDER = fileURLToPath(new URL("../../deploy", import.meta.url));

export type Variables = Record<string, string>;

export interface ComposeService {
  image: string;
  command: string[];
  environment?: Variables;
  ports?: string[];
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  healthcheck?: { test: string[] };
  depends_on?: string[] | Record<string, { condition: string }>;
  networks?: string[];
  volumes?: string[];
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  networks?: Record<string, { ipam?: { config: { subnet: string }[] } } | null>;
  volumes?: Record<string, unknown>;
}

export const readDeployed = (name: string): string => readFileSync(join(FOLDER, name), "utf8");

/** `variables`: of the .env file beside it. */
export function readCompose(name: string, variables: Variables = {}): ComposeFile {
  const strange = (given: string) => {
    throw new Error(`${name}: ${given} is not set`);
  };
  return parse(interpolate(readDeployed(name), variables, strange), { merge: true });
}

/** `${NAME}`, `${NAME:-default}` and `${NAME:?}`; an empty value counts as none, as the colon says. */
export function interpolate(text: string, variables: Variables, missing: (name: string) => never): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = "") => {
    const value = variables[name] ?? "";
    return value === "" && kind === "?" ? missing(name) : value === "" && kind === "-" ? rest : value;
  });
}

interface Named {
  kind: string;
  metadata: { name: string; namespace?: string };
}

/** Of every file in deploy/kubernetes. */
export function readKubernetes<Each extends Named>(): Each[] {
  return readdirSync(join(FOLDER, "kubernetes")).flatMap((name) =>
    parseAllDocuments(readDeployed(`kubernetes/${name}`)).map((document) => {
      if (document.errors[0]) throw document.errors[0];
      return document.toJS() as Each;
    }),
  );
}

/** Lines `NAME=value`, as `cofre secrets` prints them. */
export function readVariables(lines: readonly string[]): Variables {
  return Object.fromEntries(
    lines.filter((line) => /^\w+=/.test(line)).map((line) => [line.split("=", 1)[0], line.slice(line.indexOf("=") + 1)]),
  );
}
