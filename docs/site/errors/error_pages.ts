// A page for each error code of auth and finance: its cases from the tables of both, with cause and mend.
import { fail as authErrors } from "../../../auth/errors.ts";
import { fail as financeErrors } from "../../../finance/errors.ts";
import type { Fault } from "../../../kernel/errors.ts";
import type { PageEntry } from "../navigation.ts";
import { administration } from "./administration.ts";
import { factors } from "./factors.ts";
import { finance } from "./finance.ts";
import { general } from "./general.ts";
import type { Help, HelpTable } from "./help.ts";
import { oauth } from "./oauth.ts";
import { providers } from "./providers.ts";
import { signIn } from "./sign_in.ts";

export const HELP: HelpTable = { ...general, ...signIn, ...factors, ...providers, ...oauth, ...administration, ...finance };

interface Case {
  service: "auth" | "finance";
  status: number;
  message: string;
}

/** Hooks refuse by this code, in their own words. */
const OF_HOOKS: [string, Case] = ["unknown", { service: "auth", status: 500, message: "The hook refused this request" }];

export function casesByCode(): Map<string, Case[]> {
  const cases = new Map([[OF_HOOKS[0], [OF_HOOKS[1]]]]);
  for (const [service, table] of [
    ["auth", authErrors],
    ["finance", financeErrors],
  ] as const)
    for (const make of Object.values(table as Record<string, () => Fault>)) {
      const fault = make();
      const row = { service, status: fault.status, message: fault.messageFor("en") };
      cases.set(fault.code, [...(cases.get(fault.code) ?? []), row]);
    }
  return new Map([...cases].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function errorPages(): (PageEntry & { text: string })[] {
  const pages = [...casesByCode()].map(([code, cases]) => entry(code, code, render(code, cases)));
  return [entry("index", "All errors", renderIndex()), ...pages];
}

const entry = (name: string, label: string, text: string) => ({ path: `errors/${name}`, source: `errors/${name}`, label, text });

function render(code: string, cases: readonly Case[]): string {
  const [cause, mend] = HELP[code] as Help;
  const rows = cases.map(({ service, status, message }) => `| ${service} | ${status} | ${asCode(message)} |`);
  return `# ${code}\n\n${cause}\n\n## What to do\n\n${mend}\n\n## Where it is answered\n\n| service | status | message |\n|---|---|---|\n${[...new Set(rows)].join("\n")}\n`;
}

const asCode = (message: string) => `\`${message.replaceAll("|", "\\|").replaceAll("`", "'")}\``;

function renderIndex(): string {
  const rows = [...casesByCode()].map(([code, cases]) => {
    const services = [...new Set(cases.map(({ service }) => service))].join(", ");
    const statuses = [...new Set(cases.map(({ status }) => status))].sort().join(", ");
    return `| [\`${code}\`](/errors/${code}.md) | ${services} | ${statuses} | ${HELP[code]?.[0] ?? ""} |`;
  });
  const intro =
    "Auth names the code in `error_code`, or in `code` for clients that send an API version. Finance names none in the body. Both link here by the header `Link`, if `AUTHSVC_DOCS_URL` and `FINANCE_DOCS_URL` say where this site is; `npm start` sets both.";
  return `---\noutline: false\n---\n\n# Errors\n\n${intro}\n\n| code | service | status | why |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}
