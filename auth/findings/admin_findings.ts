// GET /admin/findings: what an operator should change, the worst first, with what to do.
//
// What is where in this slice: finding.ts says what a rule is, rules_*.ts are the rules, observed_facts.ts reads what they need.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { FindingReply, findingLanguage, present, readFindings } from "./shown_finding.ts";

export const adminFindings = endpoint({
  method: "GET",
  path: "/admin/findings",
  access: "admin",
  right: "findings:read",
  summary: "What should be changed about this server, the worst first, with what to do",
  reply: Type.Object({ findings: Type.Array(FindingReply) }),
  handle: async (input) => {
    const language = findingLanguage(input.request);
    const { findings } = await readFindings(input);
    return { findings: findings.map((each) => present(each, language)) };
  },
});
