// A page for each service's configuration, with a heading for each variable, so that the search finds it by name.
import { configDocument as authConfig } from "../../../auth/config.ts";
import { configDocument as startConfig } from "../../../commands/config_document.ts";
import { configDocument as financeConfig } from "../../../finance/config.ts";
import { type ConfigEntry, namesOf } from "../../../kernel/config/config.ts";
import { type ConfigDocument, renderDefault } from "../../../kernel/config/docs.ts";
import { configDocument as webConfig } from "../../../web/config.ts";

const DOCUMENTS = { auth: authConfig, finance: financeConfig, web: webConfig, start: startConfig };

const RULES = `Variables come from the environment and from a file named \`.env\` in the working directory; the environment wins.
An empty variable counts as unset. Where a variable has several names, the first one wins.

Booleans are \`true\` or \`false\`. Durations are a number of seconds, or a Go duration such as \`1h30m\`. Lists are separated by commas.

A bad value stops the start with one line that names the variable, the value and what is allowed. All of them are reported together.`;

export function configurationPages(): { path: string; text: string }[] {
  return Object.entries(DOCUMENTS).map(([name, document]) => ({
    path: `reference/configuration/${name}`,
    text: render(document),
  }));
}

function render({ title, prefixes, sections }: ConfigDocument): string {
  const blocks = sections.flatMap((section) => [
    `## ${section.title}`,
    ...Object.values(section.table).map((entry) => renderEntry(entry, prefixes)),
  ]);
  return `---\noutline: 2\n---\n\n${[`# ${title}`, RULES, ...blocks].join("\n\n")}\n`;
}

function renderEntry(entry: ConfigEntry, prefixes: readonly string[]): string {
  const [first, ...others] = namesOf(entry, prefixes.slice(0, 1));
  const facts = [
    `Allowed: ${entry.format.allowed}`,
    `Default: ${renderDefault(entry)}`,
    ...(others.length > 0 ? [`Also named ${others.map((name) => `\`${name}\``).join(", ")}`] : []),
    ...(entry.secret ? ["*secret*: never shown"] : []),
    ...(entry.cosmetic ? ["*cosmetic*: a bad value only gives a warning"] : []),
  ];
  return [`### \`${first}\``, entry.doc, facts.map((fact) => `- ${fact}`).join("\n")].join("\n\n");
}
