// Mails that tell users what has happened to their account.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ana, bearer, changed, put, signUp, type TestSession } from "../account/testing.ts";
import { startWithProviders, visit } from "../external/testing.ts";
import { enroll, post, show } from "../factors/testing.ts";
import { templateUrl } from "../mail/custom_templates.ts";
import { type Notification, notificationSettings } from "../mail/notifications.ts";
import { renderMail } from "../mail/render.ts";
import { PASSKEYS, register } from "../passkeys/testing.ts";
import type { TestAuth } from "../testing.ts";
import { testConfig } from "./testing.ts";

const KINDS: Notification[] = [
  ...(["password_changed", "email_changed", "phone_changed", "identity_linked", "identity_unlinked"] as const),
  ...(["mfa_factor_enrolled", "mfa_factor_unenrolled", "new_device", "impersonated"] as const),
];
const ON = {
  MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED: "true",
  MAILER_NOTIFICATIONS_EMAIL_CHANGED_ENABLED: "true",
  MAILER_NOTIFICATIONS_PHONE_CHANGED_ENABLED: "true",
  MAILER_NOTIFICATIONS_IDENTITY_LINKED_ENABLED: "true",
  MAILER_NOTIFICATIONS_IDENTITY_UNLINKED_ENABLED: "true",
  MAILER_NOTIFICATIONS_MFA_FACTOR_ENROLLED_ENABLED: "true",
  MAILER_NOTIFICATIONS_MFA_FACTOR_UNENROLLED_ENABLED: "true",
  MAILER_NOTIFICATIONS_NEW_DEVICE_ENABLED: "true",
};
const MINE = {
  MAILER_SUBJECTS_PASSWORD_CHANGED_NOTIFICATION: "PASSWORD_CHANGED {{ .Email }}",
  MAILER_SUBJECTS_EMAIL_CHANGED_NOTIFICATION: "EMAIL_CHANGED {{ .Email }}",
  MAILER_SUBJECTS_PHONE_CHANGED_NOTIFICATION: "PHONE_CHANGED {{ .Email }}",
  MAILER_SUBJECTS_IDENTITY_LINKED_NOTIFICATION: "IDENTITY_LINKED {{ .Email }}",
  MAILER_SUBJECTS_IDENTITY_UNLINKED_NOTIFICATION: "IDENTITY_UNLINKED {{ .Email }}",
  MAILER_SUBJECTS_MFA_FACTOR_ENROLLED_NOTIFICATION: "MFA_FACTOR_ENROLLED {{ .Email }}",
  MAILER_SUBJECTS_MFA_FACTOR_UNENROLLED_NOTIFICATION: "MFA_FACTOR_UNENROLLED {{ .Email }}",
  MAILER_SUBJECTS_NEW_DEVICE_NOTIFICATION: "NEW_DEVICE {{ .Email }}",
  MAILER_SUBJECTS_IMPERSONATED_NOTIFICATION: "IMPERSONATED {{ .Email }}",
  MAILER_SUBJECTS_ACCOUNT_DORMANT_NOTIFICATION: "ACCOUNT_DORMANT {{ .Email }}",
  MAILER_SUBJECTS_PASSWORDS_EXPORTED_NOTIFICATION: "PASSWORDS_EXPORTED {{ .Email }}",
  MAILER_TEMPLATES_PASSWORD_CHANGED_NOTIFICATION: "https://mails.example.com/PASSWORD_CHANGED",
  MAILER_TEMPLATES_EMAIL_CHANGED_NOTIFICATION: "https://mails.example.com/EMAIL_CHANGED",
  MAILER_TEMPLATES_PHONE_CHANGED_NOTIFICATION: "https://mails.example.com/PHONE_CHANGED",
  MAILER_TEMPLATES_IDENTITY_LINKED_NOTIFICATION: "https://mails.example.com/IDENTITY_LINKED",
  MAILER_TEMPLATES_IDENTITY_UNLINKED_NOTIFICATION: "https://mails.example.com/IDENTITY_UNLINKED",
  MAILER_TEMPLATES_MFA_FACTOR_ENROLLED_NOTIFICATION: "https://mails.example.com/MFA_FACTOR_ENROLLED",
  MAILER_TEMPLATES_MFA_FACTOR_UNENROLLED_NOTIFICATION: "https://mails.example.com/MFA_FACTOR_UNENROLLED",
  MAILER_TEMPLATES_NEW_DEVICE_NOTIFICATION: "https://mails.example.com/NEW_DEVICE",
  MAILER_TEMPLATES_IMPERSONATED_NOTIFICATION: "https://mails.example.com/IMPERSONATED",
  MAILER_TEMPLATES_ACCOUNT_DORMANT_NOTIFICATION: "https://mails.example.com/ACCOUNT_DORMANT",
  MAILER_TEMPLATES_PASSWORDS_EXPORTED_NOTIFICATION: "https://mails.example.com/PASSWORDS_EXPORTED",
};

const WAYS = {
  MAILER_AUTOCONFIRM: "true",
  SMS_AUTOCONFIRM: "true",
  EXTERNAL_PHONE_ENABLED: "true",
  SECURITY_MANUAL_LINKING_ENABLED: "true",
  SMTP_MAX_FREQUENCY: "0",
  RATE_LIMIT_OTP: "0",
};

/** What was sent since: the template, to whom, and what it is about. */
function openNews(auth: Pick<TestAuth, "messages">) {
  let readCount = 0;
  return async () => {
    const notice = (await auth.messages()).filter(({ template }) => (KINDS as string[]).includes(template));
    const fresh = notice.slice(readCount);
    readCount = notice.length;
    return fresh.map(({ template, to, variables }) => {
      const { email: _email, data: _data, ...about } = variables;
      return [template, to, ...Object.values(about)];
    });
  };
}

test("MAILER_NOTIFICATIONS_* say of what users are told, to the address that they had before", async () => {
  await using auth = await startWithProviders({ ...WAYS, ...PASSKEYS, ...ON });
  const news = openNews(auth);
  let session = await signUp(auth);
  const headers = () => bearer(session);
  const remove = (path: string) => auth.call(path, { method: "DELETE", headers: headers() });
  const step = async (what: string, expected: unknown[][]) => {
    auth.clock.advance(1);
    assert.deepEqual(await news(), expected, what);
  };
  await step("a sign-up is no change", []);
  await changed(auth, session, { password: "another horse", data: { name: "Ana" } });
  await step("a password", [["password_changed", ana.email]]);
  await changed(auth, session, { phone: "15551234567" });
  await step("a phone number", [["phone_changed", ana.email, "15551234567"]]);
  const firefox = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const credentials = { email: ana.email, password: "another horse" };
  for (const expected of [[["new_device", ana.email, "Firefox on Linux", "127.0.0.1"]], []]) {
    assert.equal((await auth.post("/token?grant_type=password", credentials, firefox)).status, 200);
    await step("a device, once", expected);
  }
  await visit(auth, { subject: "g", email: ana.email });
  await step("an identity", [["identity_linked", ana.email, "google"]]);
  await visit(auth, { subject: "g", email: ana.email });
  await step("one that is known", []);
  const { identities } = (await auth.get("/user", headers())).body as { identities: { identity_id: string; provider: string }[] };
  const google = identities.find(({ provider }) => provider === "google")?.identity_id;
  assert.equal((await remove(`/user/identities/${google}`)).status, 200);
  await step("one that goes", [["identity_unlinked", ana.email, "google"]]);
  const factor = await enroll(auth, session);
  await step("a factor that is not verified", []);
  session = await show(auth, session, factor);
  await step("one that is", [["mfa_factor_enrolled", ana.email, "totp"]]);
  session = await show(auth, session, factor);
  await step("shown again", []);
  assert.equal((await post(auth, session, "/factors/recovery-codes")).status, 200);
  await step("recovery codes", [["mfa_factor_enrolled", ana.email, "recovery_code"]]);
  assert.equal((await remove("/factors/recovery-codes")).status, 200);
  await step("no more of them", [["mfa_factor_unenrolled", ana.email, "recovery_code"]]);
  const { id } = (await register(auth, session)).reply.body as { id: string };
  await step("a passkey", [["mfa_factor_enrolled", ana.email, "passkey"]]);
  assert.equal((await remove(`/passkeys/${id}`)).status, 204);
  await step("that goes", [["mfa_factor_unenrolled", ana.email, "passkey"]]);
  assert.equal((await remove(`/factors/${factor.id}`)).status, 200);
  await step("the factor", [["mfa_factor_unenrolled", ana.email, "totp"]]);
  assert.equal((await put(auth, session, { email: "new@example.com" })).status, 200);
  const changeMails = (await auth.messages()).filter(({ template }) => template === "email_change");
  for (const { variables } of changeMails)
    assert.equal((await auth.post("/verify", { type: "email_change", token_hash: variables.tokenHash })).status, 200);
  await step("an address, when it is another one", [["email_changed", ana.email, ana.email]]);
  const nobody = (await auth.post("/signup", { phone: "15557654321", password: ana.password })).body as TestSession;
  await changed(auth, nobody, { password: "another horse" });
  await step("who has no address", []);
});

test("notifications have subjects and templates of their own, and only a new password and an administrator are told of unless they are switched on", () => {
  const byDefault = notificationSettings(testConfig());
  assert.deepEqual(
    KINDS.filter((kind) => byDefault[kind].isOn),
    ["password_changed", "impersonated"],
  );
  const off = notificationSettings(testConfig({ MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED: "false" }));
  assert.equal(off.password_changed.isOn, false);
  const config = testConfig(MINE);
  for (const kind of [...KINDS, "account_dormant", "passwords_exported"] as const) {
    const mail = { template: kind, to: ana.email, variables: { email: ana.email, provider: "<b>", factorType: "totp" } };
    const { subject, type } = renderMail("id", mail, config);
    assert.deepEqual([subject, type], [`${kind.toUpperCase()} ${ana.email}`, `${kind}_notification`]);
    assert.equal(templateUrl(mail, config), `https://mails.example.com/${kind.toUpperCase()}`);
    // Their own tests read what these say.
    if (kind === "account_dormant" || kind === "passwords_exported") continue;
    const { html, text } = renderMail("id", mail, testConfig());
    assert.ok(!html.includes("<b>") && text.includes(ana.email) && !/\{\{|undefined/.test(html + text), text);
  }
});
