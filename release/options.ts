// The command line of `npm run release`.
import { parseArgs } from "node:util";
import { STEPS } from "./steps.ts";

export interface Options {
  /** Names of steps; empty for all. */
  only: string[];
  folder: string;
  try: boolean;
  draft: boolean;
  /** A folder of packages of Debian. */
  debian?: string | undefined;
  "update-base": boolean;
}

export const HELP = `Usage: npm run release -- [options]

Makes everything that a release consists of into dist/: the same bytes from the same commit.

${STEPS.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`).join("\n")}

  --only STEP      make this one alone; may be repeated
  --folder DIR     where the products go (default dist)
  --try            also install and start what was made, and say what could not be run here
  --draft          go on where version, changelog and docs/releases disagree, or something is not committed;
                   the files are named after a draft
  --debian DIR     take the image's packages of Debian from this folder, in place of apt
  --update-base    only pin the packages of Debian that the mirror of this machine offers now
  --help`;

/** Undefined if help is wanted; a sentence if the command line is wrong. */
export function readOptions(args: string[]): Options | string | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        only: { type: "string", multiple: true, default: [] },
        folder: { type: "string", default: "dist" },
        try: { type: "boolean", default: false },
        draft: { type: "boolean", default: false },
        debian: { type: "string" },
        "update-base": { type: "boolean", default: false },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help) return undefined;
    const unknown = values.only.find((name) => !STEPS.some((step) => step.name === name));
    if (unknown !== undefined) return `There is no step "${unknown}". Steps: ${STEPS.map(({ name }) => name).join(", ")}.`;
    return values;
  } catch (error) {
    return (error as Error).message.split(". ")[0] as string;
  }
}
