// What a release consists of, in the order in which it is made.
import { packageStep } from "./package/package.ts";
import type { Step } from "./step.ts";

export const STEPS: readonly Step[] = [packageStep];
