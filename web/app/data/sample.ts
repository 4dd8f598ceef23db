// Sample data, put in with one click.

import { currentTime } from "../clock.ts";
import { language } from "../language.ts";
import { dayOf } from "../rules/days.ts";
import { type SpaceFile, sampleFile } from "../rules/sample.ts";
import { call, write } from "./api.ts";
import { remember } from "./sample_version.ts";

/** Refused where the space has something of its own already. */
export async function addSample(): Promise<void> {
  const base = await call<SpaceFile>("/api/finance/exports?format=json");
  const now = currentTime();
  const { record } = await write<{ version: number }>(
    "POST",
    "/exports/restore",
    sampleFile(base, dayOf(now), now.toISOString(), language),
  );
  await remember(record.version);
}
