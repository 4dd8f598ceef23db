// What a release consists of, in the order in which it is made.
import { docsStep } from "./docs.ts";
import { imageStep } from "./image/image.ts";
import { packageStep } from "./package/package.ts";
import type { Step } from "./step.ts";

export const STEPS: readonly Step[] = [docsStep, packageStep, imageStep];
