// POST /import_rules/try: what a rule would have done to lines that files brought in lately; nothing is written, the rule neither.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { joinProblems } from "../fields/with_problems.ts";
import { tryOn } from "./history.ts";
import { openRuleBook } from "./matching.ts";
import { listBroughtLines } from "./queries.ts";
import { ActionFields, ConditionFields } from "./rule.ts";
import { checkNamed, readRuleParts } from "./rule_fields.ts";
import { presentTried, TriedLine } from "./tried_line.ts";

const MOST_LINES = 1_000;
const MOST_SHOWN = 50;

export const postImportRulesTry = endpoint({
  method: "POST",
  path: "/import_rules/try",
  access: "reader",
  summary: "Try a rule on the last 1,000 lines that made transactions; nothing is written",
  body: Type.Object({ conditions: ConditionFields, actions: Type.Optional(ActionFields) }),
  readsFields: true,
  reply: Type.Object({
    examined: Type.Integer({ description: "Lines that were looked at" }),
    matched: Type.Integer({ description: "Those that the rule fits" }),
    lines: Type.Array(TriedLine, { description: "The first 50 of them, as the rule would have them" }),
  }),
  handle: async ({ query, body, db, now, caller: { spaceId } }) => {
    const record = submit(query, body);
    const { value: parts, problems } = readRuleParts(record, ["conditions"]);
    const unknown = await checkNamed(db, spaceId, parts);
    throwIfInvalid(record, { conditions: null, actions: null }, joinProblems(problems, unknown));
    const { conditions, actions } = parts;
    const lines = await listBroughtLines(db, spaceId, { most: MOST_LINES });
    const book = openRuleBook([{ id: 0, enabled: true, conditions: conditions ?? {}, actions: actions ?? {} }]);
    const touched = await tryOn(db, lines, { spaceId, now, book });
    return { examined: lines.length, matched: touched.length, lines: touched.slice(0, MOST_SHOWN).map(presentTried) };
  },
});
