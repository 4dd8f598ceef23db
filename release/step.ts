// A step of a release makes one product, and may try what it made.

export interface Release {
  version: string;
  /** For names of files: the version, or that of a draft. */
  label: string;
  commit: string;
  /** When the commit was made, in seconds since 1970: the time of everything in the products. */
  time: number;
  /** Where the products go; it exists. */
  folder: string;
  /** For work that is thrown away; it exists, and is empty at first. */
  scratch: string;
  /** The folder of the built documentation; undefined leaves it out. */
  site?: string | undefined;
  /** A folder of packages of Debian, where apt does not bring them. */
  debian?: string | undefined;
  say(line: string): void;
}

export interface Product {
  /** Paths of files below the release's folder. */
  files: string[];
  /** What is in it and how large it is, for the report. */
  lines: string[];
}

export interface Trial {
  what: string;
  outcome: "ok" | "failed" | "not run";
  /** Figures, what went wrong, or why it was not run. */
  detail: string;
}

export interface Step {
  /** As `--only` names it. */
  name: string;
  summary: string;
  make(release: Release): Promise<Product>;
  /** For `--try`: what was made is installed and started. */
  attempt?(release: Release): Promise<Trial[]>;
}
