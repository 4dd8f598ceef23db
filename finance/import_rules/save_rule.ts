// Writes rules. They stand in an order without gaps, so that a position is the one that the user counts.
import { laterMoment } from "../calendar/moment.ts";
import { fail } from "../errors.ts";
import { throwIfInvalid } from "../fields/record.ts";
import { joinProblems, problemIf } from "../fields/with_problems.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { MOST_RULES } from "../tables/import_rules.ts";
import { listRules } from "./queries.ts";
import { type Actions, type Conditions, presentRule, type Rule, UNSAVED_RULE } from "./rule.ts";
import { checkNamed, readRule } from "./rule_fields.ts";

type Write = Pick<WriteInput<unknown>, "record" | "write" | "act">;

export function createRule({ record, write, act }: Write): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  const { value: request, problems } = readRule(record, { isNew: true });
  throwIfInvalid(record, UNSAVED_RULE, problems);
  return write(async (read) => {
    const [rules, ids] = await Promise.all([listRules(read, spaceId), read.ids("import_rules", 1)]);
    const unknown = await checkNamed(read, spaceId, request);
    const tooMany = problemIf(rules.length >= MOST_RULES, "base", { kind: "tooMany", values: { most: MOST_RULES } });
    throwIfInvalid(record, UNSAVED_RULE, joinProblems(unknown, tooMany));
    const at = act.now.toISOString();
    const rule: Rule = {
      id: ids[0] as number,
      position: 0,
      name: request.name as string,
      enabled: request.enabled ?? true,
      conditions: request.conditions as Conditions,
      actions: request.actions as Actions,
      created_at: at,
      updated_at: at,
    };
    return decided(rules, withRuleAt(rules, rule, request.position ?? rules.length + 1), rule.id, timeZone);
  });
}

export function changeRule({ record, write, act }: Write, id: number): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  return write(async (read) => {
    const rules = await listRules(read, spaceId);
    const before = rules.find((each) => each.id === id);
    if (!before) throw fail.recordUnknown();
    const view = presentRule(before, timeZone);
    const { value: request, problems } = readRule(record, { isNew: false });
    const unknown = await checkNamed(read, spaceId, request);
    throwIfInvalid(record, view, joinProblems(problems, unknown));
    const { name = before.name, enabled = before.enabled, conditions = before.conditions, actions = before.actions } = request;
    const updated_at = laterMoment(act.now, before.updated_at);
    const rule = { ...before, name, enabled, conditions, actions, updated_at };
    const others = rules.filter((each) => each.id !== id);
    return decided(rules, withRuleAt(others, rule, request.position ?? before.position), id, timeZone);
  });
}

/** What it was. */
export function removeRule({ write, act }: Pick<WriteInput<unknown>, "write" | "act">, id: number): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  return write(async (read) => {
    const rules = await listRules(read, spaceId);
    const rule = rules.find((each) => each.id === id);
    if (!rule) throw fail.recordUnknown();
    const left = numbered(rules.filter((each) => each.id !== id));
    return { before: { import_rules: rules }, after: { import_rules: left }, answer: presentRule(rule, timeZone) };
  });
}

/** The rule at its place among the others, which make room. */
const withRuleAt = (others: readonly Rule[], rule: Rule, position: number) => numbered(others.toSpliced(position - 1, 0, rule));

const numbered = (rules: readonly Rule[]): Rule[] => rules.map((rule, index) => ({ ...rule, position: index + 1 }));

function decided(before: Rule[], after: Rule[], id: number, timeZone: string) {
  const rule = after.find((each) => each.id === id) as Rule;
  return { before: { import_rules: before }, after: { import_rules: after }, answer: presentRule(rule, timeZone) };
}
