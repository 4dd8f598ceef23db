// cofre import organizze: copies a whole Organizze account into a space, through both APIs.
import { dayIn } from "../../finance/calendar/day.ts";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { CERTIFICATE_OPTION, readCertificate } from "../certificate.ts";
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { UsageError } from "../problems.ts";
import { moveIn } from "./move_in.ts";

const OPTIONS = {
  email: { value: "ADDRESS", variable: "ORGANIZZE_EMAIL", doc: "of the Organizze account" },
  token: { value: "TOKEN", variable: "ORGANIZZE_TOKEN", doc: "its API key; the variable is safer" },
  url: { value: "URL", initial: "https://api.organizze.com.br/rest/v2", doc: "the source" },
  to: { value: "URL", variable: "COFRE_URL", initial: "https://localhost:8082/rest/v2", doc: "the target: Cofre's finance" },
  "to-email": { value: "ADDRESS", variable: "COFRE_EMAIL", doc: "the target user, whose space must be empty" },
  "to-token": { value: "TOKEN", variable: "COFRE_TOKEN", doc: "the target user's API token, which may write" },
  ca: CERTIFICATE_OPTION,
  "time-zone": { value: "ZONE", initial: "America/Sao_Paulo", doc: "decides which day is today" },
  work: {
    value: "FOLDER",
    initial: "cofre-organizze",
    doc: "stores answers, so that a second run continues; delete it afterwards",
  },
  pause: { value: "MS", initial: "200", doc: "between two requests to the source" },
  "dry-run": { doc: "read and check everything, write nothing" },
} as const satisfies Options;

export const importOrganizze = command({
  usage: "import organizze --email ADDRESS --token TOKEN [options]",
  options: OPTIONS,
  run,
});

async function run(options: OptionValues): Promise<void> {
  const pauseMs = Number(options.needed("pause"));
  if (!Number.isInteger(pauseMs) || pauseMs < 0) throw new UsageError("--pause takes milliseconds.");
  const ca = await readCertificate(options);
  const urlOf = (name: string) => options.needed(name).replace(/\/$/, "");
  const now = new Date();
  const { notes, compared, differing } = await moveIn({
    source: { url: urlOf("url"), email: options.needed("email"), token: options.needed("token"), ca },
    target: { url: urlOf("to"), email: options.needed("to-email"), token: options.needed("to-token"), ca },
    ...{
      folder: options.needed("work"),
      pauseMs,
      isDryRun: options.has("dry-run"),
      now,
      today: dayIn(options.needed("time-zone"), now),
    },
    says: (line) => console.log(line),
  });
  for (const note of notes) console.log(`Note: ${note}.`);
  for (const { what, source, here } of differing) console.log(`Differs: ${what}: ${source} at the source, ${here} here.`);
  if (differing.length > 0) throw new OperatorError(`${differing.length} of ${compared.length} figures differ from the source.`);
  if (compared.length > 0) console.log(`All ${compared.length} balances and invoice totals match the source.`);
}
