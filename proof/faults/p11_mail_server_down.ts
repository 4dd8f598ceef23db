// P11: the mail server is down, rejects, hangs, or disconnects.
import { setTimeout as sleep } from "node:timers/promises";
import type { SmtpMode } from "../../kernel/testing/smtp_sink.ts";
import type { Fault } from "./fault.ts";
import { roundedPercentile } from "./findings.ts";
import { addMailFindings, underLoad } from "./stage.ts";

const MODES: [string, SmtpMode][] = [
  ["refuses", "refuse"],
  ["says 451", { rejectAt: "data", code: 451 }],
  ["never greets", "hang"],
  ["takes it and breaks off", "drop_after_data"],
  ["takes it and never answers", "hang_after_data"],
];

export const mailServerDown: Fault = {
  id: "P11",
  title: "the mail server fails",
  how: "it refuses, says 451, never greets, breaks off after the message, never answers the message; each under load",
  expected: "requests are not slower, and all mails are sent afterwards; a 550 ends with a status",
  run: async (stage) => {
    const world = await stage.world();
    const { smtp, acknowledged } = world;
    const result = await underLoad(
      stage,
      world,
      async ({ load, findings, maySendAgain }) => {
        const signUpMs: Record<string, number> = {};
        const measure = async (name: string, mode: SmtpMode, seconds: number) => {
          const from = acknowledged.answers.length;
          const unanswered = smtp.unanswered.length;
          smtp.mode = mode;
          await sleep(seconds * 1000);
          smtp.mode = "accept";
          // Unanswered messages are sent again with the same message id.
          maySendAgain(smtp.unanswered.length - unanswered);
          const since = acknowledged.answers.slice(from).filter(({ service }) => service === "auth");
          signUpMs[name] = roundedPercentile(
            since.map(({ milliseconds }) => milliseconds),
            0.5,
          );
          if (since.some(({ status }) => status === 0 || status >= 500))
            findings.violations.push(`the mail server ${name}: a request of auth failed`);
          findings.rounds++;
        };
        const seconds = stage.full ? 20 : 3;
        await measure("works", "accept", seconds);
        for (const [name, mode] of MODES) await measure(name, mode, seconds);
        await measure("works again", "accept", seconds);
        stage.say("P11 all modes done, waiting for the mails");
        for (const [name, milliseconds] of Object.entries(signUpMs)) findings.figures[`${name}: auth p50 ms`] = milliseconds;
        if ((await load.flows()) === undefined) findings.violations.push("nothing was acknowledged afterwards");
        findings.notRun.push("one byte a second, and a closed port: the modes never greets and refuses stand for them");
      },
      { financeClients: 1, authClients: 2 },
    );
    await addMailFindings(world, result);
    return result;
  },
};
