// What an attack is: a row of the catalogue by its id, the configuration that it wants, and a function that tries it over HTTP.
//
//   export const enumeration: AttackCase[] = [
//     attack("AE-10", "recovery does not reveal who exists", async (pair) => {
//       const user = await pair.people.user();
//       const existing = await pair.auth.post("/recover", { email: user.email });
//       const unknown = await pair.auth.post("/recover", { email: pair.address() });
//       assert.equal(existing.text, unknown.text);
//     }),
//   ];
//
// A case returns when the answers were right (a text that it returns is shown in the report), throws an assertion error with what was
// seen and what was expected, or calls `notRun(why)`. A group is a file that exports a list of cases; catalogue.ts lists the groups.
// A third argument asks for a pair with other variables: `{ auth: { DISABLE_SIGNUP: "true" } }`, names without the prefix. Pairs with
// equal variables are shared, so that a case makes its own people and counts only what is theirs.
import type { Pair } from "./pair.ts";

/** Override those of `settings.ts`; undefined means the service's default. */
export interface PairVariables {
  auth?: Record<string, string | undefined>;
  finance?: Record<string, string | undefined>;
}

export interface CaseOptions extends PairVariables {
  /** Further rows of the catalogue that this case covers. */
  also?: readonly string[];
  /** The case needs its own pair, because it restarts processes or fills tables. */
  alone?: true;
  /** Part of `npm test`. */
  quick?: true;
}

export interface AttackCase extends CaseOptions {
  id: string;
  title: string;
  run(pair: Pair): Promise<string | undefined>;
}

type Run = (pair: Pair) => Promise<unknown>;

export function attack(id: string, title: string, ...rest: [Run] | [CaseOptions, Run]): AttackCase {
  const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
  return {
    id,
    title,
    ...options,
    run: async (pair) => {
      const detail = await run(pair);
      return typeof detail === "string" ? detail : undefined;
    },
  };
}

export type Outcome = "passed" | "failed" | "not run";

export interface Finding {
  id: string;
  title: string;
  outcome: Outcome;
  /** The observation, or why the case was not run. */
  detail: string;
  milliseconds: number;
}
