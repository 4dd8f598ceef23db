// cofre export: writes a space to a file, like GET /exports.
import { readCertificate } from "./certificate.ts";
import { command, type Options, type OptionValues } from "./command_line/command.ts";
import { saveAs } from "./command_line/save_as.ts";
import { FINANCE_OPTIONS, open } from "./finance_client.ts";

const OPTIONS = {
  format: {
    value: "FORMAT",
    initial: "json",
    doc: "json contains everything and can be restored; the others contain transactions",
  },
  out: { value: "FILE", doc: "the output file, which appears once it is complete; standard output by default" },
  "start-date": { value: "DAY", doc: "transactions from this day on; not with json" },
  "end-date": { value: "DAY", doc: "and up to this one" },
  ...FINANCE_OPTIONS,
} as const satisfies Options;

export const exportSpace = command({ usage: "export --format json|csv|xlsx|ofx [--out FILE] [options]", options: OPTIONS, run });

async function run(options: OptionValues): Promise<void> {
  const server = {
    url: options.needed("url").replace(/\/$/, ""),
    email: options.needed("email"),
    token: options.needed("token"),
    ca: await readCertificate(options),
  };
  const query = new URLSearchParams({ format: options.needed("format") });
  for (const name of ["start-date", "end-date"]) {
    const day = options.text(name);
    if (day !== undefined) query.set(name.replace("-", "_"), day);
  }
  const answer = await open(server, `/exports?${query}`);
  await saveAs(options.text("out"), answer);
}
