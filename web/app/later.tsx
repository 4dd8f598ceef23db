// What can wait until the screen is there, in a file of its own: banners, the side bar's balances, messages, keys, and what goes on behind it all.
import { call, prefetch } from "./api.ts";
import { keepFollowing } from "./follow.ts";
import { pruneAnswers } from "./offline/answers.ts";
import { registerWorker } from "./offline/worker.ts";
import { lookForSample } from "./sample_version.ts";
import { noteSpaces, space } from "./space.ts";

type ListedSpaces = Parameters<typeof noteSpaces>[0];

export { Banners } from "./banners.tsx";
export { Keyboard } from "./keyboard.tsx";
export { keepFlushing } from "./offline/flush.ts";
export { SideBalances } from "./side_balances.tsx";
export { Toast } from "./toast.tsx";

/** The lists are what an entry needs without a connection. */
export function beginBehind(): void {
  void registerWorker().catch(() => {});
  void pruneAnswers();
  void lookForSample().catch(() => {});
  keepFollowing();
  if (space.value === "") void call<ListedSpaces>("/api/finance/spaces").then(noteSpaces, () => {});
  for (const path of ["/accounts", "/credit_cards", "/categories"]) prefetch(path);
}
