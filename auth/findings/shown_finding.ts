// A finding as administrators see it, in their language.
import { Type } from "typebox";
import { acceptedLanguages } from "../../kernel/http/accept_language.ts";
import type { Request } from "../../kernel/http/endpoint.ts";
import type { AuthWorld } from "../endpoint.ts";
import type { Finding, FindingLanguage } from "./finding.ts";
import { type ObservedFacts, readObservedFacts } from "./observed_facts.ts";
import { type Dismissal, listDismissals } from "./queries.ts";
import { findingsOf } from "./rules.ts";
import { SEVERITIES, type Severity } from "./severity.ts";

export const FindingReply = Type.Object({
  id: Type.String(),
  rule: Type.String({ description: "The id, without what it is about" }),
  severity: Type.Unsafe<Severity>({ type: "string", enum: [...SEVERITIES] }),
  title: Type.String(),
  text: Type.String({ description: "What is the matter, in the language of Accept-Language: English or Portuguese" }),
  remedy: Type.String(),
  copy: Type.Union([Type.String(), Type.Null()], { description: "A line for the environment, or a command" }),
  docs: Type.String({ description: "A page of the documentation" }),
  dismissed: Type.Union([
    Type.Object({ by: Type.String(), at: Type.String({ format: "date-time" }), reason: Type.String() }),
    Type.Null(),
  ]),
});

/** With what was dismissed. A finding that is worse by now is back. */
export interface JudgedFinding {
  finding: Finding;
  dismissal: Dismissal | undefined;
}

export async function readFindings({
  config,
  db,
  mailbox,
  now,
}: Pick<AuthWorld, "config" | "db" | "mailbox"> & { now: Date }): Promise<{
  observed: ObservedFacts;
  findings: JudgedFinding[];
}> {
  const [observed, dismissals] = await Promise.all([readObservedFacts(db, config, now), listDismissals(db)]);
  const byId = new Map(dismissals.map((each) => [each.id, each]));
  const findings = findingsOf({ config, mailbox, observed, now }).map((finding) => {
    const dismissal = byId.get(finding.id);
    return { finding, dismissal: isDismissed(finding, dismissal) ? dismissal : undefined };
  });
  return { observed, findings };
}

export function isDismissed({ severity }: Pick<Finding, "severity">, dismissal: Dismissal | undefined): boolean {
  return dismissal !== undefined && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(dismissal.severity);
}

export function present({ finding, dismissal }: JudgedFinding, language: FindingLanguage) {
  const { id, rule, severity, words, copy = null, docs } = finding;
  const dismissed = dismissal
    ? { by: dismissal.dismissed_by, at: dismissal.dismissed_at.toISOString(), reason: dismissal.reason }
    : null;
  return { id, rule, severity, ...words[language], copy, docs, dismissed };
}

export function findingLanguage({ headers }: Pick<Request, "headers">): FindingLanguage {
  const first = acceptedLanguages(headers["accept-language"]).find((tag) => /^(pt|en)\b/.test(tag));
  return first?.startsWith("pt") ? "pt-BR" : "en";
}
