// Why a file is not kept.
import type { Problem } from "../fields/problems.ts";

export class RefusedFile extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.kind);
    this.problem = problem;
  }
}

export const brokenFile = () => new RefusedFile({ kind: "fileBroken" });
