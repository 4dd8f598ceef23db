// GET, POST /import_rules and GET, PUT, DELETE /import_rules/:id: what the user wants done with lines of files.
// Where what is: rule.ts is a rule, matching.ts what the rules say to a line, save_rule.ts writes; imports and import_rules_run.ts obey them.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { Filled } from "../fields/schemas.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { MOST_RULES } from "../tables/import_rules.ts";
import { listRules } from "./queries.ts";
import { ActionFields, ConditionFields, presentRule, RuleReply } from "./rule.ts";
import { changeRule, createRule, removeRule } from "./save_rule.ts";

const RulePath = Type.Object({ id: Type.String() });

const fields = {
  enabled: Type.Optional(Type.Boolean({ description: "true unless given" })),
  position: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_RULES,
      description: "Where it stands; the last unless given. The others make room",
    }),
  ),
};

export const getImportRules = endpoint({
  method: "GET",
  path: "/import_rules",
  access: "reader",
  summary: "The rules for lines of files, in the order in which they are tried",
  reply: Type.Array(RuleReply),
  handle: async ({ db, caller: { spaceId, timeZone } }) =>
    (await listRules(db, spaceId)).map((rule) => presentRule(rule, timeZone)),
});

export const postImportRules = writeEndpoint({
  method: "POST",
  path: "/import_rules",
  summary: "Create a rule",
  body: Type.Object({ name: Filled(), conditions: ConditionFields, actions: ActionFields, ...fields }),
  reply: RuleReply,
  status: 201,
  handle: createRule,
});

export const getImportRule = endpoint({
  method: "GET",
  path: "/import_rules/:id",
  access: "reader",
  summary: "A rule",
  params: RulePath,
  reply: RuleReply,
  refuses: [404],
  handle: async ({ params, db, caller: { spaceId, timeZone } }) => {
    const id = readPathId(params.id);
    const rule = (await listRules(db, spaceId)).find((each) => each.id === id);
    if (!rule) throw fail.recordUnknown();
    return presentRule(rule, timeZone);
  },
});

export const putImportRule = writeEndpoint<{ id: string }>({
  method: "PUT",
  path: "/import_rules/:id",
  summary: "Change a rule; what is absent stays as it is, conditions and actions that are given replace all before them",
  params: RulePath,
  body: Type.Object({
    name: Type.Optional(Filled()),
    conditions: Type.Optional(ConditionFields),
    actions: Type.Optional(ActionFields),
    ...fields,
  }),
  reply: RuleReply,
  handle: (input) => changeRule(input, readPathId(input.params.id)),
});

export const deleteImportRule = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/import_rules/:id",
  summary: "Delete a rule",
  params: RulePath,
  body: Type.Object({}),
  reply: RuleReply,
  handle: (input) => removeRule(input, readPathId(input.params.id)),
});
