// The bodies of mails for which no template is configured, as templates too: the same placeholders, filled by the same code.
import { DARK_PAPER, type MailBrand } from "./brand.ts";
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
export function defaultBody(
  template: MailTemplate,
  language: MailLanguage,
  { brand, ...has }: { link: boolean; code: boolean; brand: MailBrand },
): Body {
  const { button, code, ...rest } = WORDS[language][template];
  const words: MailWords = { ...rest, ...(button && has.link && { button }), ...(code && has.code && { code }) };
  return { html: htmlOf(words, language, brand), text: textOf(words, brand) };
}

function textOf({ heading, sentence, button, code, otherwise }: MailWords, brand: MailBrand): string {
  const link = button === undefined ? [] : [`${button}:\n{{ .ConfirmationURL }}`];
  const digits = code === undefined ? [] : [`${code} {{ .Token }}`];
  const name = brand.name ? ["{{ .BrandName }}"] : [];
  return `${[heading, sentence, ...link, ...digits, otherwise, ...name].join("\n\n")}\n`;
}

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const [GROUND, PAPER, LINE] = ["#f3f5f4", "#ffffff", "#dfe4e2"];
const [INK, INK_2, INK_3] = ["#141a18", "#3c4542", "#5c6662"];
const PARAGRAPH = `margin:0 0 24px;font-size:16px;line-height:24px;color:${INK_2}`;
const SMALL = `margin:0 0 16px;font-size:14px;line-height:20px;color:${INK_3}`;

/** Mail programs that have a dark theme of their own, and no styles but inline ones, change these colours themselves. */
function darkStyle({ accentOnDark }: MailBrand): string {
  const colours = Object.entries({ ink: "#eef1f0", "ink-2": "#c5ccc9", "ink-3": "#a0a9a5", way: accentOnDark });
  const papers = Object.entries({ ground: "#121615", paper: DARK_PAPER, well: "#2a312e" });
  const rules = [
    ...colours.map(([name, colour]) => `.${name}{color:${colour}!important}`),
    ...papers.map(([name, colour]) => `.${name}{background:${colour}!important}`),
    ".paper{border-color:#38413d!important}",
  ];
  return `<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules.join("")}}</style>`;
}

/** Mail programs show the beginning of a mail in their lists. The blanks keep the text of the page out of it. */
function preheader(sentence: string): string {
  const look = "display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;opacity:0";
  return `<div style="${look}">${sentence}${"&#847;&zwnj;&nbsp;".repeat(40)}</div>`;
}

/** One column of tables, because that is what every mail program can lay out; styles inline, because many drop the others. */
function htmlOf({ heading, sentence, button, code, otherwise }: MailWords, language: MailLanguage, brand: MailBrand): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading}</title>
${darkStyle(brand)}
</head>
<body class="ground" style="margin:0;padding:0;background:${GROUND}">
${preheader(sentence)}
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${GROUND}">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:${PAPER};border:1px solid ${LINE};border-radius:14px">
<tr><td align="left" style="padding:28px 28px 16px;${FONT}">
${brandPart(brand)}<h1 class="ink" style="margin:0 0 12px;font-size:20px;line-height:28px;font-weight:600;letter-spacing:-0.2px;color:${INK}">${heading}</h1>
<p class="ink-2" style="${PARAGRAPH};overflow-wrap:anywhere">${sentence}</p>
${button === undefined ? "" : linkPart(button, COMMON[language].copyLink, brand)}${code === undefined ? "" : codePart(code)}<p class="ink-3" style="${SMALL}">${otherwise}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function brandPart({ name, logo }: MailBrand): string {
  const picture =
    '<img src="{{ .BrandLogo }}" width="32" height="32" alt="" style="vertical-align:middle;margin-right:10px;border-radius:8px">';
  if (!name && !logo) return "";
  return `<p class="ink" style="margin:0 0 28px;font-size:16px;line-height:32px;font-weight:600;color:${INK}">${logo ? picture : ""}${name ? "{{ .BrandName }}" : ""}</p>
`;
}

function linkPart(button: string, copyLink: string, { accent }: MailBrand): string {
  const look = `display:inline-block;padding:12px 24px;font-size:16px;line-height:24px;font-weight:600;color:${PAPER};text-decoration:none`;
  return `<p style="margin:0 0 24px"><a href="{{ .ConfirmationURL }}" style="${look};background:${accent};border:1px solid ${accent};border-radius:10px">${button}</a></p>
<p class="ink-3" style="${SMALL}">${copyLink}<br>
<a href="{{ .ConfirmationURL }}" class="way" style="color:${accent};word-break:break-all">{{ .ConfirmationURL }}</a></p>
`;
}

function codePart(code: string): string {
  const look = `margin:0 0 24px;padding:12px 8px 12px 14px;border-radius:10px;background:${GROUND};font-size:28px;line-height:36px;font-weight:600;letter-spacing:6px;text-align:center;color:${INK}`;
  return `<p class="ink-3" style="${SMALL};margin-bottom:8px">${code}</p>
<p class="ink well" style="${look};font-family:Menlo,Consolas,monospace">{{ .Token }}</p>
`;
}
