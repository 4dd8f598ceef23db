// Text messages as files, where no gateway is set, so that phone sign-in can be tried without one.
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AuthConfig } from "../config.ts";
import { fillText } from "../mail/render.ts";
import type { Sender } from "../outbox/deliver.ts";
import { textOf } from "./sms_sender.ts";

/** Writes `<UTC time>-<id>.sms`, with the number in the first line. */
export function smsMailbox(
  config: Pick<AuthConfig, "smsTemplate" | "mfaPhoneTemplate">,
  folder: string,
  now: () => Date,
): Sender {
  return async ({ id, template, to, variables }) => {
    const { code } = variables as { code: string };
    const name = `${now().toISOString().replace(/[-:]/g, "")}-${id}.sms`;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Under another name until it is whole, so that nobody reads half a message.
    const text = fillText(textOf(template, config), { Code: code });
    await writeFile(join(folder, `.${name}`), `To: +${to}\n\n${text}\n`, { mode: 0o600 });
    await rename(join(folder, `.${name}`), join(folder, name));
    return undefined;
  };
}
