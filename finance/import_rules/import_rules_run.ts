// POST /import_rules/run: the rules over what files brought in before, as one write that one undo takes back; dry_run is the preview.
import { Type } from "typebox";
import { readDate, readId } from "../fields/readers.ts";
import { throwIfInvalid } from "../fields/record.ts";
import { Day, RecordId } from "../fields/schemas.ts";
import { joinProblems, problemIf, readAll } from "../fields/with_problems.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { tryOn } from "./history.ts";
import { openRuleBook } from "./matching.ts";
import { listBroughtLines, listRules } from "./queries.ts";
import { presentTried, TriedLine } from "./tried_line.ts";

const MOST_LINES = 5_000;
const MOST_SHOWN = 500;
const LONGEST_SECONDS = 30;
const NO_RECORD = { rule_id: null, start_date: null, end_date: null };

export const postImportRulesRun = writeEndpoint({
  method: "POST",
  path: "/import_rules/run",
  summary: "Run the rules over transactions that files made: category, description and tags that nobody has changed since",
  body: Type.Object({
    rule_id: Type.Optional(
      RecordId({ description: "Only this rule, also one that is not enabled; all that are enabled unless given" }),
    ),
    start_date: Type.Optional(Day({ description: "Of the lines: from this day on; from the first unless given" })),
    end_date: Type.Optional(Day({ description: "And up to this one; to the last unless given" })),
  }),
  reply: Type.Object({
    examined: Type.Integer({ description: "Lines that were looked at, at most 5,000" }),
    updated: Type.Integer({ description: "Transactions that were changed" }),
    transactions: Type.Array(TriedLine, { description: "The first 500 of them, as they are now" }),
  }),
  timeoutSeconds: LONGEST_SECONDS,
  handle: ({ record, act, write }) => {
    const { spaceId } = act.caller;
    const { value, problems } = readAll({
      ruleId: readId(record, "rule_id"),
      first: readDate(record, "start_date"),
      last: readDate(record, "end_date"),
    });
    const { ruleId, first, last } = value;
    const isTurned = first !== undefined && last !== undefined && last < first;
    const turned = problemIf(isTurned, "end_date", { kind: "beforeStart", values: { other: "start_date" } });
    throwIfInvalid(record, NO_RECORD, joinProblems(problems, turned));
    return write(async (read) => {
      const [rules, lines] = await Promise.all([
        listRules(read, spaceId),
        listBroughtLines(read, spaceId, { first, last, most: MOST_LINES + 1 }),
      ]);
      const chosen =
        ruleId === undefined ? rules : rules.filter(({ id }) => id === ruleId).map((each) => ({ ...each, enabled: true }));
      const unknown = problemIf(ruleId !== undefined && chosen.length === 0, "rule_id", { kind: "unknown" });
      const isTooMany = lines.length > MOST_LINES;
      const tooMany = problemIf(isTooMany, "start_date", { kind: "tooManyRows", values: { most: MOST_LINES } });
      throwIfInvalid(record, NO_RECORD, joinProblems(unknown, tooMany));
      const touched = await tryOn(read, lines, { spaceId, now: act.now, book: openRuleBook(chosen) });
      // Of several lines that one transaction is, the newest counts.
      const changed = [...new Map(touched.toReversed().map((each) => [each.row.id, each])).values()].filter(
        ({ row, after }) => row !== after,
      );
      return {
        before: { transactions: changed.map(({ row }) => row) },
        after: { transactions: changed.map(({ after }) => after) },
        answer: { examined: lines.length, updated: changed.length, transactions: changed.slice(0, MOST_SHOWN).map(presentTried) },
      };
    });
  },
});
