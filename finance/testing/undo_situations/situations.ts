// Test support: what can be undone, what may have happened since, and what the undo then answers, without and with force.
import { accounts } from "./accounts.ts";
import { cards } from "./cards.ts";
import { others } from "./others.ts";
import { rows } from "./rows.ts";
import type { Situation } from "./steps.ts";

export const SITUATIONS: Record<string, Situation> = { ...accounts, ...cards, ...rows, ...others };
