// What a fault is: a value that says how it is brought about, what is expected, and runs it.
import type { Findings } from "./findings.ts";
import type { Stage } from "./stage.ts";

export interface Fault {
  /** As the plan numbers it. */
  id: string;
  title: string;
  how: string;
  expected: string;
  run(stage: Stage): Promise<Findings>;
}
