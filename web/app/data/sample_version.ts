// Whether sample data exists: one write of sample.ts added it, and one undo removes it.
import { takeBack } from "./api.ts";
import type { Store } from "./store.ts";
import { changeUserPreferences, readUserPreferences } from "./user_preferences.ts";

/** The version of that write. It is stored in the user's preferences, so that every browser can undo it. */
const VERSION = "sample_version";

export async function lookForSample(store: Store): Promise<void> {
  const { [VERSION]: version } = await readUserPreferences(store);
  store.sampleVersion.value = typeof version === "number" ? version : undefined;
}

/** Also removes sample records that were changed. Answers how many remain, because the user's own records need them. */
export async function removeSample(store: Store): Promise<number> {
  const { skipped } = await takeBack(store, { version: store.sampleVersion.value as number, force: true });
  await remember(store, undefined);
  return skipped;
}

export async function remember(store: Store, version: number | undefined): Promise<void> {
  await changeUserPreferences(store, { [VERSION]: version });
  store.sampleVersion.value = version;
}
