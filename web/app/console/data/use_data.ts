// What a path of auth replies, for components. Replies are loaded again after every write.
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import type { Refusal } from "../../rules/records.ts";
import { askAdmin, type Question } from "./ask.ts";
import { type Console, type LoadState, useConsole } from "./console.ts";

export function useData<T>(path: string): LoadState<T> {
  const console = useConsole();
  const entry = entryOf(console, path);
  useLayoutEffect(() => {
    const current = entryOf(console, path);
    if (++current.users === 1) void load(console, path);
    return () => {
      if (--current.users === 0) console.replies.delete(path);
    };
  }, [path]);
  return entry.state.value as LoadState<T>;
}

function entryOf({ replies }: Console, path: string) {
  const entry = replies.get(path) ?? { state: signal<LoadState<unknown>>({}), users: 0 };
  replies.set(path, entry);
  return entry;
}

export async function load(console: Console, path: string): Promise<void> {
  const entry = console.replies.get(path);
  if (!entry) return;
  try {
    const { answer } = await askAdmin(console, path);
    entry.state.value = { data: answer, at: Date.now() };
  } catch (error) {
    // Keeps the old data beside the problem.
    entry.state.value = { ...entry.state.value, problem: error as Refusal };
  }
}

/** Does something, and loads again what is on the screen. Throws a Refusal. */
export async function act<T>(
  console: Console,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  question: Question = {},
): Promise<T> {
  const { answer } = await askAdmin<T>(console, path, { ...question, method });
  for (const each of console.replies.keys()) void load(console, each);
  return answer;
}
