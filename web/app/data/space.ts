// The open space: the user's own or a household's. A new tab opens the space chosen last in this browser.
import { signal } from "@preact/signals";

const NAME = "cofre-space";

/** The id of a space; empty for the user's own. */
export const space = signal(readSpace());

/** Whether the user has just accepted an invitation: the invitation page sets a cookie, which is read once. */
export function takeInvitedSpace(): boolean {
  const id = /(?:^|; )cofre-open-space=(\d+)/.exec(document.cookie)?.[1];
  if (id === undefined) return false;
  // biome-ignore lint/suspicious/noDocumentCookie: the newer way is not in every browser
  document.cookie = "cofre-open-space=; Path=/; Max-Age=0; SameSite=Strict";
  try {
    localStorage.setItem(NAME, id);
  } catch {
    // Without storage, the choice lasts for this page only.
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
  /** Empty until it is loaded. */
  name: string;
  isOwn: boolean;
  /** Whether the user has more than one space. */
  hasOthers: boolean;
}

const OPEN_SPACE = "cofre-space-shown";

/** Every screen names its space. The stored name is shown until finance has replied. */
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
    // Without storage, it is loaded on every visit.
  }
}

/** Loads the whole page again, so that no data of one space is shown in another. */
export function chooseSpace(id: string): void {
  try {
    localStorage.setItem(NAME, id);
  } catch {
    // Without storage, the choice lasts for this page only.
  }
  space.value = id;
  location.assign("/");
}

/** After a refusal: goes to the user's own space if they were removed from this one. */
export async function leaveIfRemoved(): Promise<void> {
  const response = await fetch("/api/finance/spaces", { headers: { accept: "application/json" } });
  const spaces = response.ok ? ((await response.json()) as { id: number }[]) : undefined;
  if (spaces && !spaces.some(({ id }) => String(id) === space.value)) chooseSpace("");
}
