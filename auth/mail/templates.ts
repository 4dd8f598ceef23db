// The bodies of mails for which no template is configured, as templates too: the same placeholders, filled by the same code.
import type { MailLanguage } from "./language.ts";
import type { MailTemplate } from "./mail.ts";
import type { MailWords } from "./words.ts";
import { ENGLISH } from "./words_en.ts";
import { PORTUGUESE } from "./words_pt.ts";

export interface Body {
  html: string;
  text: string;
}

/** What is the same in all mails of a language. */
const COMMON = {
  en: { copyLink: "If the button does not work, copy this link into your browser:" },
  "pt-BR": { copyLink: "Se o botão não funcionar, copie este link para o navegador:" },
};

const WORDS: Record<MailLanguage, Record<MailTemplate, MailWords>> = { en: ENGLISH, "pt-BR": PORTUGUESE };

/** The built-in template. Where a mail is sent without a code or a link, the part that would show it is left out. */
export function defaultBody(template: MailTemplate, language: MailLanguage, has: { link: boolean; code: boolean }): Body {
  const { button, code, ...rest } = WORDS[language][template];
  const words: MailWords = { ...rest, ...(button && has.link && { button }), ...(code && has.code && { code }) };
  return { html: htmlOf(words, language), text: textOf(words) };
}

function textOf({ heading, sentence, button, code, otherwise }: MailWords): string {
  const link = button === undefined ? [] : [`${button}:\n{{ .ConfirmationURL }}`];
  const digits = code === undefined ? [] : [`${code} {{ .Token }}`];
  return `${[heading, sentence, ...link, ...digits, otherwise].join("\n\n")}\n`;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const PARAGRAPH = "margin:0 0 24px;font-size:16px;line-height:1.5;color:#333a44";
const SMALL = "margin:0 0 16px;font-size:14px;line-height:1.5;color:#667080";

/** One column of tables, because that is what every mail program can lay out; styles inline, because many drop the others. */
function htmlOf({ heading, sentence, button, code, otherwise }: MailWords, language: MailLanguage): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
</head>
<body style="margin:0;padding:0;background:#f3f4f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border-radius:12px">
<tr><td style="padding:32px 24px 16px;${FONT}">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#14181f">${heading}</h1>
<p style="${PARAGRAPH}">${sentence}</p>
${button === undefined ? "" : linkPart(button, COMMON[language].copyLink)}${code === undefined ? "" : codePart(code)}<p style="${SMALL}">${otherwise}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function linkPart(button: string, copyLink: string): string {
  const look = "display:inline-block;padding:14px 24px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none";
  return `<p style="margin:0 0 24px"><a href="{{ .ConfirmationURL }}" style="${look};background:#1f5eff;border-radius:8px">${button}</a></p>
<p style="${SMALL}">${copyLink}<br>
<a href="{{ .ConfirmationURL }}" style="color:#1f5eff;word-break:break-all">{{ .ConfirmationURL }}</a></p>
`;
}

function codePart(code: string): string {
  const look = "margin:0 0 24px;font-size:30px;font-weight:700;letter-spacing:6px;color:#14181f";
  return `<p style="${SMALL}">${code}</p>
<p style="${look};font-family:Menlo,Consolas,monospace">{{ .Token }}</p>
`;
}
