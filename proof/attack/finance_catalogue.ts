// The attacks on finance, in the order in which they are made.
import type { AttackCase } from "./attack_case.ts";
import { books } from "./finance_books.ts";
import { cents } from "./finance_cents.ts";
import { dates } from "./finance_dates.ts";
import { entry } from "./finance_entry.ts";
import { files } from "./finance_files.ts";
import { households } from "./finance_households.ts";
import { importedCents } from "./finance_imports.ts";
import { instalments } from "./finance_instalments.ts";
import { large } from "./finance_large.ts";
import { lists } from "./finance_lists.ts";
import { protocol } from "./finance_protocol.ts";
import { races } from "./finance_races.ts";
import { scopes } from "./finance_scopes.ts";
import { tenants } from "./finance_tenants.ts";
import { undo } from "./finance_undo.ts";
import { webhooks } from "./finance_webhooks.ts";

export const finance: readonly AttackCase[] = [
  ...tenants, // FT
  ...households, // FH
  ...webhooks, // FW
  ...entry, // FB
  ...cents, // FC
  ...importedCents, // FC
  ...dates, // FD
  ...instalments, // FI
  ...scopes, // FU
  ...races, // FR
  ...undo, // FK
  ...files, // FX
  ...[...lists, ...large, ...protocol], // FL
];

/** Last of all: the fuzzer writes too. */
export const financeAfterwards: readonly AttackCase[] = books; // FV
