// The operator's own templates: HTML in MAILER_TEMPLATES_*, or fetched from where they say.
// Mail never waits long for them and never fails because of them.
import type { Log } from "../../kernel/log/log.ts";
import { send } from "../../kernel/outbound/outbound.ts";
import { isInlineTemplate } from "../config/formats.ts";
import type { AuthConfig } from "../config.ts";
import type { Mail, MailTemplate } from "./mail.ts";
import { textsOf } from "./texts.ts";

/** The HTML of the mail's template, or undefined where the built-in body is to be used. */
export type CustomTemplates = (mail: Pick<Mail, "template" | "variables">) => Promise<string | undefined>;

export interface CustomTemplatesOptions {
  config: AuthConfig;
  log: Log;
  now?: () => Date;
  /** How long one fetch may take. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;

interface CachedTemplate {
  /** The last valid one; failures do not replace it. */
  html: string | undefined;
  staleAt: number;
}

export function customTemplates(options: CustomTemplatesOptions): CustomTemplates {
  const { config, log, now = () => new Date(), timeoutMs = TIMEOUT_MS } = options;
  const cache = new Map<string, CachedTemplate>();
  const underWay = new Map<string, Promise<string | undefined>>();

  async function refresh(template: MailTemplate, url: string): Promise<string | undefined> {
    try {
      const html = await fetchTemplate(url, timeoutMs, config.mailerTemplateMaxSizeBytes);
      cache.set(url, { html, staleAt: now().getTime() + config.mailerTemplateMaxAgeSeconds * 1000 });
      return html;
    } catch (error) {
      const html = cache.get(url)?.html;
      // So that not every mail waits for a site that is down.
      cache.set(url, { html, staleAt: now().getTime() + config.mailerTemplateRetryIntervalSeconds * 1000 });
      const instead = html === undefined ? "the built-in body" : "the last good one";
      log.warn({ template, problem: (error as Error).message, instead }, "a mail template cannot be had");
      return html;
    }
  }

  return async (mail) => {
    const { template } = mail;
    const setting = textsOf(mail, config).template;
    if (setting !== undefined && isInlineTemplate(setting)) return setting;
    const url = templateUrl(mail, config);
    if (url === undefined) return;
    const cached = cache.get(url);
    if (cached && now().getTime() < cached.staleAt) return cached.html;
    const running = underWay.get(url) ?? refresh(template, url).finally(() => underWay.delete(url));
    underWay.set(url, running);
    return running;
  };
}

/** Without http in front it is a path below SITE_URL, whose own path counts. A site that is an application and no web site has no paths to fetch. */
export function templateUrl(mail: Pick<Mail, "template" | "variables">, config: AuthConfig): string | undefined {
  const setting = textsOf(mail, config).template;
  if (setting === undefined) return;
  const whole = /^https?:/i.test(setting) ? setting : `${config.siteUrl.replace(/\/+$/, "")}/${setting.replace(/^\//, "")}`;
  const url = URL.parse(whole);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

async function fetchTemplate(url: string, timeoutMs: number, mostBytes: number): Promise<string> {
  const { status, headers, text } = await send(url, { headers: { accept: "text/html" }, timeoutMs, mostBytes });
  if (status !== 200) throw new Error(`it answered ${status}`);
  if (!/^text\/html\s*(;|$)/i.test(headers["content-type"] ?? "")) throw new Error("it is not text/html");
  if (text.trim() === "") throw new Error("it is empty");
  return text;
}
