// What clients are told of names that nobody reads, such as `categroy_id`.
import type { IgnoredNames } from "../../kernel/http/ignored_names.ts";
import { fail } from "../errors.ts";
import type { Problem } from "./problems.ts";

const HEADER = "Cofre-Ignored";

export const ignoredNames: IgnoredNames = {
  header: HEADER,
  alwaysNew: ["updated_at"],
  refuse: (names, body) => {
    const problems = names.map(({ field, nearest }): [string, Problem[]] => [
      field,
      [nearest === undefined ? { kind: "unknownName" } : { kind: "misspelt", values: { other: nearest } }],
    ]);
    const record = typeof body === "object" && body !== null && Object.getPrototypeOf(body) === Object.prototype ? body : {};
    return fail.unprocessable({ body: { record, problems: Object.fromEntries(problems) } });
  },
};

/** For the API document. */
export const IGNORED_HEADERS = {
  [HEADER]:
    "Names of the request that were ignored, because nobody reads them: body.categroy_id, query.perpage. Ends in ... where they are more than 20",
  "Preference-Applied": "handling=strict where the request preferred it: names that nobody reads are refused",
};
