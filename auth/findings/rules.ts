// Every rule, and what they find: pure, so that `cofre doctor` says the same as the console.
import { type Facts, type Finding, SEVERITIES } from "./finding.ts";
import { accessRules } from "./rules_access.ts";
import { runningRules } from "./rules_running.ts";
import { tokenRules } from "./rules_tokens.ts";

const RULES = [...accessRules, ...tokenRules, ...runningRules];

/** The worst first. */
export function findingsOf(facts: Facts): Finding[] {
  const findings = RULES.flatMap((rule) => rule(facts));
  return SEVERITIES.flatMap((severity) => findings.filter((each) => each.severity === severity));
}
