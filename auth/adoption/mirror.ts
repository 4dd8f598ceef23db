// The functions and triggers that keep an adopted schema and ours in step, and for an empty one the tables that they need.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { DatabaseFunction } from "../../kernel/sql/functions.ts";

export interface Schemas {
  ours: string;
  theirs: string;
}

const read = (file: URL) => readFileSync(file, "utf8");

const CONTRACT = read(new URL("contract.sql", import.meta.url));

/** Later ones call functions of earlier ones. */
const MIRROR = [
  read(new URL("mirror/hear_users.sql", import.meta.url)),
  read(new URL("mirror/tell_users.sql", import.meta.url)),
  read(new URL("mirror/identities.sql", import.meta.url)),
  read(new URL("mirror/factors.sql", import.meta.url)),
  read(new URL("mirror/sessions.sql", import.meta.url)),
  read(new URL("mirror/copy.sql", import.meta.url)),
  read(new URL("mirror/mend.sql", import.meta.url)),
].join("\n");

export const contractOf = (schemas: Schemas): DatabaseFunction => scriptOf("contract", CONTRACT, schemas);
export const mirrorOf = (schemas: Schemas): DatabaseFunction => scriptOf("mirror", MIRROR, schemas);

/** It replaces what it finds, so it is named by its content and runs once for each. */
function scriptOf(prefix: string, template: string, { ours, theirs }: Schemas): DatabaseFunction {
  const text = template.replaceAll("{ours}", ours).replaceAll("{theirs}", theirs);
  const checksum = createHash("sha256").update(text).digest("hex");
  return { name: `${prefix}_${checksum.slice(0, 12)}`, text, checksum };
}
