// Whose money is looked at: the own, or that of a household. Each tab that is opened begins with what was chosen last in this browser.
import { signal } from "@preact/signals";

const NAME = "cofre-space";

/** The id of a space; empty for the own. */
export const space = signal(readSpace());

function readSpace(): string {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
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
