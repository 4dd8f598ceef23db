// Whose money is looked at: the own, or that of a household. Each tab that is opened begins with what was chosen last in this browser.
import { signal } from "@preact/signals";

const NAME = "cofre-space";

/** The id of a space; empty for the own. */
export const space = signal(readSpace());

/** Whether somebody has just accepted an invitation to it: the page of it says so by a cookie, which holds once. */
export function takeInvitedSpace(): boolean {
  const id = /(?:^|; )cofre-open-space=(\d+)/.exec(document.cookie)?.[1];
  if (id === undefined) return false;
  // biome-ignore lint/suspicious/noDocumentCookie: the newer way is not in every browser
  document.cookie = "cofre-open-space=; Path=/; Max-Age=0; SameSite=Strict";
  try {
    localStorage.setItem(NAME, id);
  } catch {
    // It holds for this page alone.
  }
  space.value = id;
  openSpace.value = readOpenSpace();
  return true;
}

function readSpace(): string {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

export interface OpenSpace {
  /** Empty while it is not known. */
  name: string;
  isOwn: boolean;
  /** Whether there is another one to confuse it with. */
  hasOthers: boolean;
}

const OPEN_SPACE = "cofre-space-shown";

/** Every screen says which one it is of. What was known last is shown until finance has answered. */
export const openSpace = signal<OpenSpace>(readOpenSpace());

function readOpenSpace(): OpenSpace {
  const isOwn = space.value === "";
  const unknown = { name: "", isOwn, hasOthers: !isOwn };
  try {
    const { id, ...stored } = JSON.parse(localStorage.getItem(OPEN_SPACE) ?? "{}") as Partial<OpenSpace> & { id?: string };
    return id === space.value ? { ...unknown, ...stored } : unknown;
  } catch {
    return unknown;
  }
}

/** As finance lists them. */
export function noteSpaces(spaces: readonly { name: string; own: boolean; current: boolean }[]): void {
  const current = spaces.find((each) => each.current);
  if (!current) return;
  openSpace.value = { name: current.name, isOwn: current.own, hasOthers: spaces.length > 1 };
  try {
    localStorage.setItem(OPEN_SPACE, JSON.stringify({ id: space.value, ...openSpace.value }));
  } catch {
    // It is asked for each time.
  }
}

/** Everything is asked for again: nothing of one space may be shown as another's. */
export function chooseSpace(id: string): void {
  try {
    localStorage.setItem(NAME, id);
  } catch {
    // It holds for this page alone.
  }
  space.value = id;
  location.assign("/");
}

/** Something was refused there: perhaps because somebody has removed them. Their own space is always there. */
export async function leaveIfRemoved(): Promise<void> {
  const response = await fetch("/api/finance/spaces", { headers: { accept: "application/json" } });
  const spaces = response.ok ? ((await response.json()) as { id: number }[]) : undefined;
  if (spaces && !spaces.some(({ id }) => String(id) === space.value)) chooseSpace("");
}
