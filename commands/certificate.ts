// The option --ca of commands that call a server: a certificate to trust besides those of the system.
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { commandLine } from "../kernel/process/command_line.ts";
import { OperatorError } from "../kernel/process/operator_error.ts";
import type { Option, OptionValues } from "./command_line/command.ts";

export const CERTIFICATE_OPTION = {
  value: "FILE",
  variable: "COFRE_CA",
  doc: "a certificate to trust (PEM), such as tls/certificate.pem in COFRE_HOME",
} as const satisfies Option;

/** The content of the file that `ca` names, with at least one certificate. */
export async function readCertificate(options: OptionValues): Promise<string | undefined> {
  const file = options.text("ca");
  if (file === undefined) return undefined;
  try {
    const text = await readFile(file, "utf8");
    new X509Certificate(text);
    return text;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const problem =
      code.startsWith("E") && !code.startsWith("ERR_") ? `cannot be read (${code})` : "contains no certificate (PEM)";
    throw new OperatorError(
      `--ca, or COFRE_CA: ${file} ${problem}. ${commandLine("start")} writes its own to tls/certificate.pem in COFRE_HOME.`,
    );
  }
}
