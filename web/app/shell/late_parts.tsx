// Parts that load after the first screen, as one file: banners, side balances, messages, shortcuts and background work.
import { call, prefetch } from "../data/api.ts";
import { keepFollowing } from "../data/follow_changes.ts";
import { lookForSample } from "../data/sample_version.ts";
import { noteSpaces, space } from "../data/space.ts";
import { pruneReplies } from "../offline/stored_replies.ts";
import { registerWorker } from "../offline/worker.ts";

type Spaces = Parameters<typeof noteSpaces>[0];

export { Keyboard } from "../keyboard/keyboard.tsx";
export { flushRegularly as keepFlushing } from "../offline/flush.ts";
export { Banners } from "./banners.tsx";
export { SideBalances } from "./side_balances.tsx";
export { Toast } from "./toast.tsx";

/** Loads the lists that an entry needs without a connection. */
export function startBackgroundWork(): void {
  void registerWorker().catch(() => {});
  void pruneReplies();
  void lookForSample().catch(() => {});
  keepFollowing();
  if (space.value === "") void call<Spaces>("/api/finance/spaces").then(noteSpaces, () => {});
  for (const path of ["/accounts", "/credit_cards", "/categories"]) prefetch(path);
}
