// Rules about what runs beside requests: mails, webhooks, jobs, certificates.
import { X509Certificate } from "node:crypto";
import { daysBetween } from "./days.ts";
import { type Facts, isPublic, type Rule, rule } from "./finding.ts";

const sendsByHook = ({ config }: Facts) => config.hooks.sendEmail !== undefined;

const mailNowhere = rule("mail_nowhere", {
  severity: "error",
  find: (facts) =>
    facts.config.smtpHost === undefined && facts.mailbox === undefined && !sendsByHook(facts)
      ? { host: facts.config.variableOf("smtpHost"), from: facts.config.variableOf("smtpAdminEmail") }
      : undefined,
  words: {
    en: ({ host, from }) => ({
      title: "Mails cannot be sent",
      text: "There is no mail server: nobody can confirm an address, or recover a password.",
      remedy: `Set ${host}, ${from} and, where the server asks for it, user and password.`,
    }),
    "pt-BR": ({ host, from }) => ({
      title: "E-mails não podem ser enviados",
      text: "Não há servidor de e-mail: ninguém consegue confirmar um endereço ou recuperar a senha.",
      remedy: `Defina ${host}, ${from} e, se o servidor pedir, usuário e senha.`,
    }),
  },
  copy: ({ host }) => `${host}=smtp.example.com`,
  docs: "auth_config.md#mail-server",
});

const mailInFolder = rule("mail_in_folder", {
  find: (facts) =>
    facts.config.smtpHost === undefined && facts.mailbox !== undefined && !sendsByHook(facts)
      ? { isOpen: isPublic(facts.config), host: facts.config.variableOf("smtpHost") }
      : undefined,
  severity: ({ isOpen }) => (isOpen ? "warning" : "info"),
  words: {
    en: ({ host }) => ({
      title: "Mails are written into a folder",
      text: "There is no mail server, so mails become files on this machine. Nobody else gets them.",
      remedy: `Set ${host} before people from elsewhere sign up.`,
    }),
    "pt-BR": ({ host }) => ({
      title: "Os e-mails são gravados em uma pasta",
      text: "Não há servidor de e-mail, então os e-mails viram arquivos nesta máquina. Ninguém os recebe.",
      remedy: `Defina ${host} antes que outras pessoas criem contas.`,
    }),
  },
  copy: ({ host }) => `${host}=smtp.example.com`,
  docs: "auth_config.md#mail-server",
});

const LATE_MINUTES = 5;

const messagesWaiting = rule("messages_waiting", {
  severity: "error",
  find: ({ observed, now }) => {
    const { waiting = 0, oldest = null } = observed?.backlog ?? {};
    const minutes = oldest === null ? 0 : Math.floor((now.getTime() - oldest.getTime()) / 60_000);
    return minutes >= LATE_MINUTES ? { waiting, minutes } : undefined;
  },
  words: {
    en: ({ waiting, minutes }) => ({
      title: "Messages are not leaving",
      text: `${waiting} wait, the oldest for ${minutes} minutes: people do not get their links and codes.`,
      remedy: "Try the mail server or the gateway: this command shows what it says.",
    }),
    "pt-BR": ({ waiting, minutes }) => ({
      title: "As mensagens não estão saindo",
      text: `${waiting} esperam, a mais antiga há ${minutes} minutos: as pessoas não recebem links e códigos.`,
      remedy: "Teste o servidor de e-mail ou o gateway: este comando mostra o que ele responde.",
    }),
  },
  copy: () => "cofre mail test you@example.com",
  docs: "command_line.md",
});

const messagesFailed = rule("messages_failed", {
  severity: "warning",
  find: ({ observed }) => (observed && observed.failedMessages > 0 ? { count: observed.failedMessages } : undefined),
  words: {
    en: ({ count }) => ({
      title: "Messages were given up",
      text: `In the last 24 hours ${count} mails or text messages could not be delivered, or expired before.`,
      remedy: "Each user's page shows the error of theirs. Try the mail server with this command.",
    }),
    "pt-BR": ({ count }) => ({
      title: "Mensagens não foram entregues",
      text: `Nas últimas 24 horas, ${count} e-mails ou SMS não puderam ser entregues, ou venceram antes.`,
      remedy: "A página de cada usuário mostra o erro. Teste o servidor de e-mail com este comando.",
    }),
  },
  copy: () => "cofre mail test you@example.com",
  docs: "command_line.md",
});

const testCodes = rule("sms_test_codes", {
  severity: "warning",
  find: ({ config, now }) => {
    const count = Object.keys(config.smsTestOtp).length;
    const isOver = config.smsTestOtpValidUntil !== undefined && config.smsTestOtpValidUntil <= now;
    return count > 0 && !isOver && isPublic(config) ? { count, variable: config.variableOf("smsTestOtp") } : undefined;
  },
  words: {
    en: ({ count, variable }) => ({
      title: "Phone numbers with a fixed code",
      text: `${variable} has ${count}: whoever has read the configuration signs in as them.`,
      remedy: "Unset it where real people sign in.",
    }),
    "pt-BR": ({ count, variable }) => ({
      title: "Telefones com código fixo",
      text: `${variable} tem ${count}: quem leu a configuração entra como eles.`,
      remedy: "Remova onde pessoas de verdade entram.",
    }),
  },
  docs: "auth_config.md#sms",
});

const webhookOff = rule("webhook_off", {
  severity: "warning",
  find: ({ observed }) =>
    observed?.webhooks
      .filter(({ enabled, off_reason: reason }) => !enabled && reason !== null)
      .map(({ id, url, off_reason: reason }) => ({ id, host: new URL(url).host, reason: reason as string })),
  of: ({ id }) => id,
  words: {
    en: ({ host, reason }) => ({
      title: `The webhook to ${host} was switched off`,
      text: `It was switched off by itself (${reason}), and is told nothing since.`,
      remedy: "Mend the receiver, then switch it on: it goes on where it was.",
    }),
    "pt-BR": ({ host, reason }) => ({
      title: `O webhook para ${host} foi desligado`,
      text: `Ele se desligou (${reason}), e não recebe nada desde então.`,
      remedy: "Corrija quem recebe e ligue de novo: ele continua de onde parou.",
    }),
  },
  docs: "auth_events.md#webhooks",
});

const MANY_FAILURES = 3;

const webhookFailing = rule("webhook_failing", {
  severity: "warning",
  find: ({ observed }) =>
    observed?.webhooks
      .filter(({ enabled, failures }) => enabled && failures >= MANY_FAILURES)
      .map(({ id, url, failures }) => ({ id, host: new URL(url).host, failures })),
  of: ({ id }) => id,
  words: {
    en: ({ host, failures }) => ({
      title: `The webhook to ${host} fails`,
      text: `Its next event was tried ${failures} times in vain, and the others wait behind it.`,
      remedy: "Look at what the receiver answers in the list of deliveries.",
    }),
    "pt-BR": ({ host, failures }) => ({
      title: `O webhook para ${host} falha`,
      text: `O próximo evento foi tentado ${failures} vezes sem sucesso, e os outros esperam atrás dele.`,
      remedy: "Veja na lista de entregas o que o receptor responde.",
    }),
  },
  docs: "auth_events.md#webhooks",
});

const jobsFailed = rule("jobs_failed", {
  severity: "warning",
  find: ({ observed }) => observed?.failedJobs,
  of: ({ task }) => task,
  words: {
    en: ({ task, count }) => ({
      title: "Background jobs failed",
      text: `${count} jobs of the kind ${task} failed so often that they are not tried any more.`,
      remedy: "The log has the error of each try, with the name of the job.",
    }),
    "pt-BR": ({ task, count }) => ({
      title: "Tarefas em segundo plano falharam",
      text: `${count} tarefas do tipo ${task} falharam tantas vezes que não são mais tentadas.`,
      remedy: "O log tem o erro de cada tentativa, com o nome da tarefa.",
    }),
  },
  docs: "operations.md#logs",
});

const SOON_DAYS = 30;

/** Of several certificates the newest counts: a provider announces the next one beside the present one. */
const samlCertificateEnding = rule("saml_certificate_ending", {
  find: ({ config, observed, now }) =>
    !config.samlEnabled
      ? undefined
      : observed?.ssoProviders
          .filter(({ disabled }) => !disabled)
          .map(({ id, entity_id: entity, certificates }) => ({ id, entity, days: daysBetween(now, endOf(certificates)) }))
          .filter(({ days }) => days < SOON_DAYS),
  severity: ({ days }) => (days < 0 ? "error" : "warning"),
  of: ({ id }) => id,
  words: {
    en: ({ entity, days }) => ({
      title: days < 0 ? "A certificate for single sign-on has expired" : "A certificate for single sign-on expires soon",
      text: `That of ${entity} ${days < 0 ? "has expired" : `is good for ${days} more days`}: the company's provider will sign with another one.`,
      remedy: "Ask the company for its new metadata, and store it at the provider.",
    }),
    "pt-BR": ({ entity, days }) => ({
      title: days < 0 ? "Um certificado de login único venceu" : "Um certificado de login único vence em breve",
      text: `O de ${entity} ${days < 0 ? "venceu" : `vale por mais ${days} dias`}: o provedor da empresa vai assinar com outro.`,
      remedy: "Peça à empresa os novos metadados, e grave-os no provedor.",
    }),
  },
  docs: "auth_sso.md#add-a-provider",
});

function endOf(certificates: readonly string[]): Date {
  const ends = certificates.map((each) => new X509Certificate(Buffer.from(each, "base64")).validToDate.getTime());
  return new Date(Math.max(...ends));
}

export const runningRules: readonly Rule[] = [
  mailNowhere,
  mailInFolder,
  messagesWaiting,
  messagesFailed,
  testCodes,
  webhookOff,
  webhookFailing,
  jobsFailed,
  samlCertificateEnding,
];
