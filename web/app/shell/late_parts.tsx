// Parts that load after the first screen, as one file: banners, side balances, messages, shortcuts and background work.

import { call } from "../data/api.ts";
import { keepFollowing } from "../data/follow_changes.ts";
import { noteSpaces, type SpaceRecord } from "../data/note_spaces.ts";
import { lookForInvitations } from "../data/received_invitations.ts";
import { load, resource } from "../data/replies.ts";
import { lookForSample } from "../data/sample_version.ts";
import type { Store } from "../data/store.ts";
import { Keyboard } from "../keyboard/keyboard.tsx";
import { type MonthsReply, noteMonths } from "../months.ts";
import { pruneReplies } from "../offline/stored_replies.ts";
import { registerWorker } from "../offline/worker.ts";
import { EntryOpener, loadEntrySheet } from "../screens/transactions/entry_opener.tsx";
import { PAST_PATH } from "../screens/transactions/use_guess.ts";
import { isPhone } from "../ui/phone.ts";
import { startTransitions } from "./screen_transitions.ts";
import { Toast } from "./toast.tsx";

export { recordSteps } from "../data/undo.ts";
export { BankMark } from "../ledger/bank_mark.tsx";
export { RowAuthor } from "../ledger/row_author.tsx";
export { flushRegularly } from "../offline/flush.ts";
export { WaitingRows } from "../offline/waiting.tsx";
export { Banners } from "./banners.tsx";
export { SideBalances } from "./side_balances.tsx";

/** What lies over every screen. */
export function Overlays() {
  return (
    <>
      <Toast />
      <Keyboard />
      <EntryOpener />
    </>
  );
}

/** Loads the lists that an entry needs without a connection. */
export function startBackgroundWork(store: Store): void {
  void registerWorker(store).catch(() => {});
  void pruneReplies();
  void lookForSample(store).catch(() => {});
  keepFollowing(store);
  startTransitions();
  if (store.spaceId.value === "")
    void call<SpaceRecord[]>(store, "/api/finance/spaces").then(
      (spaces) => noteSpaces(store, spaces),
      () => {},
    );
  void call<MonthsReply>(store, "/api/finance/spaces/months").then(noteMonths, () => {});
  void lookForInvitations(store);
  for (const path of ["/accounts", "/credit_cards", "/categories"]) prefetch(store, path);
  if (!isPhone()) return;
  prefetch(store, PAST_PATH);
  void loadEntrySheet().catch(() => {});
}

function prefetch(store: Store, path: string): void {
  resource(store, path);
  if ((store.replies.get(path)?.users ?? 0) === 0) void load(store, path);
}
