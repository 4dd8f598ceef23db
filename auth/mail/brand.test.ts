// The form of built-in mails: brand, dark theme, preheader, and what they load.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testConfig } from "../outbox/testing.ts";
import { contrast, DARK_PAPER, mailBrandOf } from "./brand.ts";
import type { Mail, MailTemplate } from "./mail.ts";
import { renderMail } from "./render.ts";
import { ENGLISH } from "./words_en.ts";

const mail = (template: MailTemplate, locale: string): Mail => ({
  template,
  to: "ana@example.com",
  variables: {
    email: "ana@example.com",
    confirmationUrl: "https://x.example/verify?t=1",
    token: "271828",
    data: { locale, inviter: "Bia" },
  },
});

test("buttons and links can be read in every brand's colour, on light and on dark paper", () => {
  const levels = ["00", "40", "80", "c0", "ff"];
  const colours = levels.flatMap((red) => levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)));
  for (const colour of colours) {
    const { accent, accentOnDark } = mailBrandOf(testConfig({ MAILER_BRAND_COLOUR: colour }));
    assert.ok(contrast("#ffffff", accent) >= 4.5, `${colour}: ${accent}`);
    assert.ok(contrast(DARK_PAPER, accentOnDark) >= 4.5, `${colour}: ${accentOnDark}`);
  }
  assert.equal(mailBrandOf(testConfig({ MAILER_BRAND_COLOUR: "#1f5eff" })).accent, "#1f5eff", "a readable one stays as it is");
});

test("MAILER_BRAND_NAME, MAILER_BRAND_COLOUR and MAILER_BRAND_LOGO are in every built-in mail, as text, and in no template of the operator", () => {
  const config = testConfig({
    MAILER_BRAND_NAME: "A & B {{ .Token }}",
    MAILER_BRAND_COLOUR: "#7a1fa2",
    MAILER_BRAND_LOGO: "https://a.example/logo.png?a=1&b=2",
  });
  for (const template of Object.keys(ENGLISH) as MailTemplate[])
    for (const locale of ["pt-BR", "en"]) {
      const { html, text } = renderMail("id", mail(template, locale), config);
      assert.match(html, /<img src="https:\/\/a\.example\/logo\.png\?a=1&amp;b=2" width="32" height="32" alt=""/);
      assert.ok(html.includes("A &amp; B {{ .Token }}</p>"), html);
      assert.equal(html.includes("background:#7a1fa2"), html.includes("<a "), template);
      assert.ok(text.endsWith("\n\nA & B {{ .Token }}\n"), text);
    }
  assert.equal(
    renderMail("id", mail("invite", "en"), config, "<p>{{ .BrandName }}{{ .Email }}</p>").html,
    "<p>ana@example.com</p>",
  );
});

test("every built-in mail is narrow, has a dark theme and a preheader, and loads nothing", () => {
  for (const template of Object.keys(ENGLISH) as MailTemplate[])
    for (const locale of ["pt-BR", "en"]) {
      const { html, text } = renderMail("id", mail(template, locale), testConfig());
      assert.match(html, new RegExp(`<html lang="${locale}">`));
      assert.match(html, /max-width:480px/);
      assert.match(html, /<meta name="color-scheme" content="light dark">/);
      assert.match(html, /@media \(prefers-color-scheme:dark\)/);
      assert.doesNotMatch(html, /<img|url\(|@import|<link|src=/);
      const [, first = ""] = /<body[^>]*>\s*<div style="display:none[^>]*>([^&<]+)/.exec(html) ?? [];
      assert.ok(first.length > 20 && text.includes(first.slice(0, 20)), `${template}: ${first}`);
    }
});
