// What the user may do in the open space: everything in their own, in others what their role allows.
import { signal } from "@preact/signals";
import { noteSpaces, space } from "./space.ts";

/** Viewers change nothing, so controls that write are hidden from them. */
export const isReadOnly = signal(false);

export async function lookUpRole(): Promise<void> {
  if (space.value === "") return;
  const headers = { accept: "application/json", "x-cofre-space": space.value };
  const response = await fetch("/api/finance/spaces", { headers });
  if (!response.ok) return;
  const spaces = (await response.json()) as { name: string; own: boolean; current: boolean; role: string }[];
  noteSpaces(spaces);
  isReadOnly.value = spaces.find(({ current }) => current)?.role === "viewer";
  document.documentElement.toggleAttribute("data-read-only", isReadOnly.value);
}
