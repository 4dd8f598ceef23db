// Fills the placeholders of templates, written as Go writes them: `{{ .Email }}`. Values are put in as text and never evaluated, and
// what a value holds is not looked at for placeholders again.
import type { AuthConfig } from "../config.ts";
import { mailBrandOf } from "./brand.ts";
import type { MailLanguage } from "./language.ts";
import type { Mail, MailTemplate, RenderedMail } from "./mail.ts";
import { notificationSettings } from "./notifications.ts";
import { type Body, defaultBody } from "./templates.ts";
import { textsOf } from "./texts.ts";
import { portugueseDevice } from "./words_pt.ts";

export type Placeholders = Readonly<Record<string, unknown>>;

/** `customHtml`: the operator's template. Its plain part is ours, since nobody writes a second for it. */
export function renderMail(id: string, mail: Mail, config: AuthConfig, customHtml?: string): RenderedMail {
  const texts = textsOf(mail, config);
  const { language = "en" } = texts;
  const values = inLanguage(placeholdersOf(mail, config.siteUrl), language);
  const { confirmationUrl, token } = mail.variables;
  const brand = mailBrandOf(config);
  const has = { link: Boolean(confirmationUrl), code: Boolean(token), brand };
  const builtIn: Body = defaultBody(mail.template, language, has);
  const ownValues = { ...values, BrandName: brand.name, BrandLogo: brand.logo };
  const subject = oneLine(fillText(texts.subject, values));
  // Where we have no words in the language of the template, its plain part has what needs none.
  const wordless = customHtml !== undefined && texts.language === undefined;
  return {
    id,
    type: typeOf(mail.template, config),
    to: mail.to,
    subject,
    subjectWithoutSecrets: oneLine(fillText(texts.subject, { ...values, ...WITHHELD })),
    html: customHtml === undefined ? fillHtml(builtIn.html, ownValues) : fillHtml(customHtml, values),
    text: wordless ? lines(subject, confirmationUrl, token, brand.name) : fillText(builtIn.text, ownValues),
  };
}

/** A subject that is not stored yet. */
export function fillSubject(subject: string, mail: Mail, { siteUrl }: Pick<AuthConfig, "siteUrl">): string {
  return oneLine(fillText(subject, placeholdersOf(mail, siteUrl)));
}

function lines(...parts: readonly (string | undefined)[]): string {
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** Placeholders that hold secrets. */
const WITHHELD: Placeholders = { Token: "***", TokenHash: "***", ConfirmationURL: "***" };

function inLanguage(values: Placeholders, language: MailLanguage): Placeholders {
  const { Device: device } = values;
  return language === "pt-BR" && typeof device === "string" ? { ...values, Device: portugueseDevice(device) } : values;
}

/** As Supabase Auth calls it. */
function typeOf(template: MailTemplate, config: AuthConfig): string {
  if (template === "reauthentication") return "reauthenticate";
  return template in notificationSettings(config) ? `${template}_notification` : template;
}

export function placeholdersOf({ to, variables }: Pick<Mail, "to" | "variables">, siteUrl: string): Placeholders {
  return {
    SiteURL: siteUrl,
    SendingTo: to,
    Email: variables.email,
    NewEmail: variables.newEmail,
    OldEmail: variables.oldEmail,
    Phone: variables.phone,
    OldPhone: variables.oldPhone,
    Provider: variables.provider,
    FactorType: variables.factorType,
    Device: variables.device,
    IP: variables.ip,
    Administrator: variables.administrator,
    Day: variables.day,
    ConfirmationURL: variables.confirmationUrl,
    Token: variables.token,
    TokenHash: variables.tokenHash,
    RedirectTo: variables.redirectTo,
    Data: variables.data,
  };
}

export function fillHtml(template: string, values: Placeholders): string {
  return fill(template, values, escapeHtml);
}

export function fillText(template: string, values: Placeholders): string {
  return fill(template, values, (text) => text);
}

/** Braces with anything but a name in them, such as a condition, become empty too, because readers cannot use them. */
function fill(template: string, values: Placeholders, write: (text: string) => string): string {
  return template.replace(/\{\{([^{}]*)\}\}/g, (_whole, inside: string) => {
    const path = /^-?\s*((?:\.\w+)+)\s*-?$/.exec(inside)?.[1];
    return path === undefined ? "" : write(textOf(lookUp(values, path.split(".").slice(1))));
  });
}

function lookUp(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => {
    const hasValue = typeof value === "object" && value !== null && Object.hasOwn(value, name);
    return hasValue ? (value as Record<string, unknown>)[name] : undefined;
  }, values);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/** A line break in a header would begin another header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
