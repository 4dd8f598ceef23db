// Hooks that count how often they are called, how long they take, and how often they say no or nothing.
import { HOOKS, type HookName } from "../config/hooks.ts";
import type { Hook, Hooks } from "../hooks/hooks.ts";
import type { LiveFigures } from "./live_figures.ts";

export const HOOK_CALLS = "hook_calls:";
export const HOOK_FAILURES = "hook_failures:";
export const HOOK_MS = "hook_ms:";

export function timedHooks(hooks: Hooks, figures: LiveFigures): Hooks {
  const timed = (hook: Hook, name: string): Hook => {
    return async (...parts) => {
      const start = performance.now();
      try {
        return await hook(...parts);
      } catch (error) {
        figures.count(HOOK_FAILURES + name);
        throw error;
      } finally {
        figures.count(HOOK_CALLS + name);
        figures.count(HOOK_MS + name, Math.round(performance.now() - start));
      }
    };
  };
  return Object.fromEntries(Object.entries(hooks).map(([name, hook]) => [name, timed(hook, HOOKS[name as HookName].wire)]));
}
