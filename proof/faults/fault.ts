// A fault is a value: its title, its expectation, and the function that runs it.
import type { Findings } from "./findings.ts";
import type { Stage } from "./stage.ts";

export interface Fault {
  /** The plan's number. */
  id: string;
  title: string;
  how: string;
  expected: string;
  run(stage: Stage): Promise<Findings>;
}
