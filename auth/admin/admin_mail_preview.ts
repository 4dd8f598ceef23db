// POST /admin/mail/preview: a mail as its reader would get it, with made-up values. Nothing is sent, fetched or stored.
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { isInlineTemplate } from "../config/formats.ts";
import type { AuthConfig } from "../config.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readLanguageTag } from "../mail/language.ts";
import type { Mail, MailTemplate } from "../mail/mail.ts";
import { fillSubject, renderMail } from "../mail/render.ts";
import { MAIL_TEMPLATES, textsOf } from "../mail/texts.ts";

const LONGEST_SUBJECT = 1_000;
const LONGEST_HTML = 200_000;
const BODY_LIMIT_BYTES = 1_000_000;

export const previewAdminMail = endpoint({
  method: "POST",
  path: "/admin/mail/preview",
  access: "admin",
  right: "settings:read",
  summary: "Show a mail as its reader would get it, with made-up values",
  body: Type.Object({
    template: Type.Unsafe<MailTemplate>({ type: "string", enum: [...MAIL_TEMPLATES] }),
    language: Type.Optional(Type.String({ maxLength: 35, description: "Of the reader, such as `pt-BR`" })),
    subject: Type.Optional(Type.String({ maxLength: LONGEST_SUBJECT, description: "In place of the one that counts" })),
    html: Type.Optional(Type.String({ maxLength: LONGEST_HTML, description: "In place of the template that counts" })),
  }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  reply: Type.Object({
    subject: Type.String(),
    html: Type.String(),
    text: Type.String(),
    template_url: Type.Optional(
      Type.String({ description: "Where the template lies. It is not fetched, so html is the built-in one" }),
    ),
  }),
  handle: ({ body: { template, language, subject, html }, config }) => {
    const mail = sampleOf(template, language, config);
    const stored = textsOf(mail, config).template;
    const inline = html ?? (stored !== undefined && isInlineTemplate(stored) ? stored : undefined);
    const rendered = renderMail(randomUUID(), mail, config, inline);
    return {
      subject: subject === undefined ? rendered.subject : fillSubject(subject, mail, config),
      html: rendered.html,
      text: rendered.text,
      ...(inline === undefined && stored !== undefined && { template_url: stored }),
    };
  },
});

function sampleOf(template: MailTemplate, language: string | undefined, { apiExternalUrl, siteUrl }: AuthConfig): Mail {
  const tag = language === undefined ? undefined : readLanguageTag(language);
  if (language !== undefined && tag === undefined)
    throw fail.invalid({ values: { field: "language", problem: "is no language" } });
  return {
    template,
    to: "ana@example.com",
    variables: {
      email: "ana@example.com",
      newEmail: "ana.nova@example.com",
      oldEmail: "ana@example.com",
      phone: "5511912345678",
      oldPhone: "5511987654321",
      provider: "google",
      factorType: "totp",
      device: "Firefox on Linux",
      ip: "192.0.2.7",
      administrator: "bia@example.com",
      day: "2027-01-31",
      confirmationUrl: `${apiExternalUrl}/verify?token=a-link-of-the-preview&type=signup&redirect_to=${encodeURIComponent(siteUrl)}`,
      token: "123456",
      tokenHash: "a-link-of-the-preview",
      redirectTo: siteUrl,
      data: { name: "Ana" },
      ...(tag !== undefined && { languages: [tag] }),
    },
  };
}
