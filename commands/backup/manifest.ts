// The first file of a backup: what it is, what wrote it, and what can read it.

import { OperatorError } from "../../kernel/process/operator_error.ts";
import { VERSION } from "../../kernel/process/version.ts";

/** Raised when an older Cofre could no longer restore what is written. */
export const FORMAT = 1;
export const MANIFEST = "cofre.json";
export const SUMS = "SHA256SUMS";
/** Where a base backup stands, as in the home. */
export const DATABASE_FOLDER = "database";

export interface Copy {
  /** Files of a server, or the output of pg_dump in parts. */
  kind: "base_backup" | "dump";
  /** Where it stands in the archive. */
  folder: string;
  services: readonly string[];
  /** Of the server, such as "18.4". */
  postgres: string;
}

export interface Manifest {
  format: number;
  created_at: string;
  cofre: string;
  platform: string;
  schemas: { auth: string; finance: string };
  copies: readonly Copy[];
  /** Files of the home beside the database. */
  home: readonly string[];
}

/** Throws a sentence for a backup that this version cannot restore. */
export function readManifest(text: string): Manifest {
  let manifest: Partial<Manifest>;
  try {
    manifest = JSON.parse(text) as Partial<Manifest>;
  } catch {
    throw new OperatorError("This is no backup of Cofre: its first file is no manifest.");
  }
  const { format, cofre, created_at: createdAt } = manifest ?? {};
  if (typeof format !== "number" || typeof cofre !== "string" || Number.isNaN(Date.parse(createdAt ?? "")))
    throw new OperatorError("This is no backup of Cofre: its first file is no manifest.");
  if (format > FORMAT || isNewer(cofre, VERSION))
    throw new OperatorError(
      `This backup was made by Cofre ${printable(cofre)}, and this is ${VERSION}. Nothing was changed. Restore it with ${printable(cofre)} or newer.`,
    );
  if (!isComplete(manifest)) throw new OperatorError("The manifest of this backup is incomplete. Nothing was changed.");
  return manifest;
}

const printable = (version: string) => version.replaceAll(/[^\w.+-]/g, "?").slice(0, 40);

function isComplete(manifest: Partial<Manifest>): manifest is Manifest {
  const { schemas, copies, platform, home } = manifest;
  const isCopy = ({ kind, folder, services, postgres }: Partial<Copy>) =>
    (kind === "base_backup" || kind === "dump") &&
    /^[a-z_]+(\.dump)?$/.test(folder ?? "") &&
    Array.isArray(services) &&
    services.every((service) => service === "auth" || service === "finance") &&
    /^\d+(\.\d+)*/.test(postgres ?? "");
  const isSchema = (name: unknown) => typeof name === "string" && name !== "";
  return (
    typeof platform === "string" &&
    Array.isArray(home) &&
    isSchema(schemas?.auth) &&
    isSchema(schemas?.finance) &&
    Array.isArray(copies) &&
    copies.length > 0 &&
    copies.every((copy: Partial<Copy> | null) => isCopy(copy ?? {}))
  );
}

/** By the numbers; a pre-release counts as its release. */
function isNewer(version: string, than: string): boolean {
  const numbers = (text: string) => text.split(/[.+-]/).slice(0, 3).map(Number);
  const [one, other] = [numbers(version), numbers(than)];
  const index = one.findIndex((number, at) => number !== other[at]);
  return index >= 0 && !((one[index] as number) < (other[index] ?? 0));
}

export const majorOf = (version: string): number => Number.parseInt(version, 10);
