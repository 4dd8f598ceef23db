// Test support: the count of the night, made now.
import type { TestFinance } from "../testing.ts";
import { countSpaces } from "./count_spaces.ts";

export async function countNow({ service, clock }: Pick<TestFinance, "service" | "clock">): Promise<void> {
  await countSpaces(service.world.db, clock.now());
}
