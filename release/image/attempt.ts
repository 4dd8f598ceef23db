// One trial of an image, before it is run, and what it may use.
import type { Runtime } from "./container.ts";
import type { Unpacked } from "./read_archive.ts";

export interface Attempt {
  what: string;
  /** Whether it has to start a container. */
  needsRuntime: boolean;
  /** Figures, or why it was not run. Throws what went wrong. */
  work(): Promise<string | { notRun: string }>;
}

export interface Laboratory {
  /** Undefined where none runs here. */
  runtime: Runtime | undefined;
  scratch: string;
  /** The files of an image, unpacked. */
  unpack(variant: "cofre" | "cofre-services", architecture: "amd64" | "arm64"): Promise<{ root: string; image: Unpacked["run"] }>;
}
