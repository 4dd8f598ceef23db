// Counts how often hooks are called, how long they take, and how often they say no or nothing.
import { HOOKS } from "../config/hooks.ts";
import type { HookCall } from "../hooks/queries_calls.ts";
import type { LiveFigures } from "./live_figures.ts";

export const HOOK_CALLS = "hook_calls:";
export const HOOK_FAILURES = "hook_failures:";
export const HOOK_MS = "hook_ms:";

export function countHookCall(figures: LiveFigures, { hook, milliseconds, outcome }: HookCall): void {
  const name = HOOKS[hook].wire;
  figures.count(HOOK_CALLS + name);
  figures.count(HOOK_MS + name, milliseconds);
  if (outcome !== "answered") figures.count(HOOK_FAILURES + name);
}
