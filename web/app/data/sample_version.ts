// Whether sample data is there: put in as one write (sample.ts), and taken away with one click.
import { signal } from "@preact/signals";
import { call, takeBack, write } from "./api.ts";

/** Of the space, by which it is taken back; kept with the user's preferences, so that any of their browsers can. */
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

/** Also what was changed of it since. How many records stay, because something of the user's own needs them. */
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
