// Every rule, and what they find: pure, so that `cofre doctor` says the same as the console.
import type { Facts, Finding } from "./finding.ts";
import { accessRules } from "./rules_access.ts";
import { runningRules } from "./rules_running.ts";
import { tokenRules } from "./rules_tokens.ts";
import { SEVERITIES } from "./severity.ts";

const RULES = [...accessRules, ...tokenRules, ...runningRules];

/** The worst first. */
export function findingsOf(facts: Facts): Finding[] {
  const findings = RULES.flatMap((rule) => rule(facts));
  return SEVERITIES.flatMap((severity) => findings.filter((each) => each.severity === severity));
}
