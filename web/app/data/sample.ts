// Adds sample data with one click.
import { currentTime } from "../clock.ts";
import { language } from "../language.ts";
import { dayOf } from "../rules/days.ts";
import { type SpaceFile, sampleFile } from "../rules/sample.ts";
import { call, write } from "./api.ts";
import { remember } from "./sample_version.ts";
import type { Store } from "./store.ts";

/** Refused if the space has data of its own. */
export async function addSample(store: Store): Promise<void> {
  const base = await call<SpaceFile>(store, "/api/finance/exports?format=json");
  const now = currentTime();
  const { record } = await write<{ version: number }>(
    store,
    "POST",
    "/exports/restore",
    sampleFile(base, dayOf(now), now.toISOString(), language),
  );
  await remember(store, record.version);
}
