// The attacks on finance, in order.
import type { AttackCase } from "../attack_case.ts";
import { books } from "./books.ts";
import { budgets } from "./budgets.ts";
import { cents } from "./cents.ts";
import { dates } from "./dates.ts";
import { entry } from "./entry.ts";
import { files } from "./files.ts";
import { goals } from "./goals.ts";
import { households } from "./households.ts";
import { importedCents } from "./imports.ts";
import { instalments } from "./instalments.ts";
import { large } from "./large.ts";
import { lists } from "./lists.ts";
import { months } from "./months.ts";
import { protocol } from "./protocol.ts";
import { races } from "./races.ts";
import { receipts } from "./receipts.ts";
import { scopes } from "./scopes.ts";
import { splits } from "./splits.ts";
import { tenants } from "./tenants.ts";
import { undo } from "./undo.ts";
import { webhooks } from "./webhooks.ts";

export const finance: readonly AttackCase[] = [
  ...tenants, // FT
  ...households, // FH
  ...webhooks, // FW
  ...entry, // FB
  ...cents, // FC
  ...importedCents, // FC
  ...dates, // FD
  ...instalments, // FI
  ...splits, // FP
  ...months, // FM
  ...budgets, // FN
  ...goals, // FG
  ...scopes, // FU
  ...races, // FR
  ...undo, // FK
  ...files, // FX
  ...receipts, // FA
  ...[...lists, ...large, ...protocol], // FL
];

/** Last, because the fuzzer writes too. */
export const financeAfterwards: readonly AttackCase[] = books; // FV
