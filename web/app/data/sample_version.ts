// Whether sample data exists: one write of sample.ts added it, and one undo removes it.
import { signal } from "@preact/signals";
import { call, takeBack, write } from "./api.ts";

/** The version of that write. It is stored in the user's preferences, so that every browser can undo it. */
const VERSION = "sample_version";
type Preferences = Record<string, unknown>;

export const sampleVersion = signal<number | undefined>(undefined);

async function readPreferences(): Promise<Preferences> {
  return (await call<{ preferences: Preferences }>("/api/finance/preferences")).preferences;
}

export async function lookForSample(): Promise<void> {
  const { [VERSION]: version } = await readPreferences();
  sampleVersion.value = typeof version === "number" ? version : undefined;
}

/** Also removes sample records that were changed. Answers how many remain, because the user's own records need them. */
export async function removeSample(): Promise<number> {
  const { skipped } = await takeBack({ version: sampleVersion.value as number, force: true });
  await remember(undefined);
  return skipped;
}

export async function remember(version: number | undefined): Promise<void> {
  const { [VERSION]: _, ...others } = await readPreferences();
  await write("PUT", "/preferences", { preferences: { ...others, ...(version !== undefined && { [VERSION]: version }) } });
  sampleVersion.value = version;
}
