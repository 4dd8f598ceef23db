// For responses whose time must not reveal whether an address has an account: they are sent at the next multiple of a fixed step.
// Equal work would not be enough, because only real writes wait for the disk.
import { setTimeout as sleep } from "node:timers/promises";

/** Longer than the statements of a message take, and too short to be noticed after filling in a form. */
export const EVEN_STEP_MS = 100;
/** With a hook that is asked about some addresses only: longer than it takes to answer. */
export const EVEN_STEP_WITH_HOOK_MS = 1_000;

/** What was thrown is held back as well. */
export async function inEvenTime<T>({ evenStepMs }: { readonly evenStepMs: number }, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    await untilNextStep(began, evenStepMs);
  }
}

/** Delays errors alone: a caller who succeeds already knows what the time would reveal. */
export async function refusedInEvenTime<T>({ evenStepMs }: { readonly evenStepMs: number }, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } catch (error) {
    await untilNextStep(began, evenStepMs);
    throw error;
  }
}

async function untilNextStep(began: number, stepMs: number): Promise<void> {
  if (stepMs > 0) await sleep(stepMs - ((performance.now() - began) % stepMs));
}
