// The form of a rule for lines of files. What the form does not show stays in the rule as it is.
import type { ImportRule } from "./records.ts";
import { readTags } from "./tags.ts";

/** How the text of a rule is compared. */
export const TEXT_CONDITIONS = [
  "text_contains",
  "text_equals",
  "text_pattern",
  "merchant_contains",
  "merchant_equals",
  "merchant_pattern",
] as const;
export type TextCondition = (typeof TEXT_CONDITIONS)[number];

export interface RuleForm {
  name: string;
  condition: string;
  text: string;
  sign: string;
  category: string;
  description: string;
  tags: string;
  ignores: boolean;
  enabled: boolean;
}

export function formOf(rule: Pick<ImportRule, "name" | "enabled" | "conditions" | "actions"> | undefined): RuleForm {
  const { conditions = {}, actions = {} } = rule ?? {};
  const condition = TEXT_CONDITIONS.find((name) => conditions[name] !== undefined) ?? "text_contains";
  return {
    name: rule?.name ?? "",
    condition,
    text: String(conditions[condition] ?? ""),
    sign: conditions.sign ?? "",
    category: String(actions.category_id ?? ""),
    description: actions.description ?? "",
    tags: (actions.tags ?? []).join(", "),
    ignores: actions.ignore ?? false,
    enabled: rule?.enabled ?? true,
  };
}

/** What finance is sent: the form over the rule that it was opened with. */
export function ruleFrom(form: RuleForm, rule?: Pick<ImportRule, "conditions" | "actions" | "name" | "enabled">) {
  const opened = formOf(rule);
  const { [opened.condition as TextCondition]: _, sign: __, ...otherConditions } = rule?.conditions ?? {};
  const { category_id: ___, description: ____, tags: _____, ignore: ______, ...otherActions } = rule?.actions ?? {};
  const tags = readTags(form.tags);
  const text = form.text.trim();
  const description = form.description.trim();
  return {
    name: form.name.trim() || text,
    enabled: form.enabled,
    conditions: { ...otherConditions, ...(text && { [form.condition]: text }), ...(form.sign && { sign: form.sign }) },
    actions: {
      ...otherActions,
      ...(form.category && { category_id: Number(form.category) }),
      ...(description && { description }),
      ...(tags.length > 0 && { tags }),
      ...(form.ignores && { ignore: true }),
    },
  };
}
