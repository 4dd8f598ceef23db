// Rules that span several settings: those that need, exclude or weaken each other.
import type { ConfigOf, ConfigReader } from "../../kernel/config/config.ts";
import { CustomProviderProblem, readCustomProvider } from "./custom_provider.ts";
import { customProviders } from "./custom_providers.ts";
import { LEAST_SECRET_BYTES, secretProblem } from "./jwt_secret.ts";
import { captcha } from "./limits.ts";
import { smtp } from "./mail.ts";
import { LEAST_DORMANT_DAYS, retention } from "./retention.ts";
import { saml } from "./saml.ts";
import { database, general } from "./server.ts";
import { SMS_CREDENTIALS, type SmsProvider, sms, smsGateways } from "./sms.ts";
import { jwt, password } from "./tokens.ts";

type CheckedConfig = ConfigOf<
  typeof general &
    typeof database &
    typeof jwt &
    typeof password &
    typeof captcha &
    typeof smtp &
    typeof sms &
    typeof customProviders &
    typeof retention &
    typeof saml
>;

/** Adds the faults and warnings that span entries. */
export function checkRules(reader: ConfigReader, config: CheckedConfig): void {
  checkJwtSecret(reader, config.jwtSecret);
  if (config.smtpHost) reader.require(smtp.smtpAdminEmail, smtp.smtpHost, "is set");
  if (config.smsProvider) warnOfSmsCredentials(reader, config.smsProvider);
  if (config.rlsHelpers && config.adopt)
    reader.fault(
      database.rlsHelpers,
      `is true while ${reader.nameOf(database.adopt)} is set`,
      "one of them: a Supabase has the helpers",
    );
  if (config.retentionDormantDays > 0 && config.retentionDormantDays < LEAST_DORMANT_DAYS)
    reader.fault(retention.retentionDormantDays, `is ${config.retentionDormantDays}`, `0, or ${LEAST_DORMANT_DAYS} and more`);
  if (config.captchaEnabled) reader.require(captcha.captchaSecret, captcha.captchaEnabled, "is true");
  checkCustomProviders(reader, config);
  if (config.samlEnabled) reader.require(saml.samlPrivateKey, saml.samlEnabled, "is true");
  if (config.production && Object.keys(config.smsTestOtp).length > 0) {
    const problem = `found test codes while ${reader.nameOf(general.production)} is true`;
    reader.fault(sms.smsTestOtp, problem, "unset in production");
  }
  if (config.passwordMinLength < LEAST_PASSWORD_LENGTH) {
    reader.warn(password.passwordMinLength, `found ${config.passwordMinLength}, ${LEAST_PASSWORD_LENGTH} is used instead`);
  }
}

/** Which hosts their URLs may have is another variable's word. */
function checkCustomProviders(
  reader: ConfigReader,
  { customOauthProviders: providers, customOauthAllowedHosts: hosts }: CheckedConfig,
): void {
  for (const provider of providers) {
    try {
      readCustomProvider({ ...provider }, { allowedHosts: hosts });
    } catch (error) {
      if (!(error instanceof CustomProviderProblem)) throw error;
      const others = reader.nameOf(customProviders.customOauthAllowedHosts);
      reader.fault(
        customProviders.customOauthProviders,
        `of ${provider.identifier} ${error.message}`,
        `those, and hosts in ${others}`,
      );
    }
  }
}

/** Sample files name a gateway and leave its credentials empty. Everything but text messages works without them. */
function warnOfSmsCredentials(reader: ConfigReader, provider: SmsProvider): void {
  const missing = SMS_CREDENTIALS[provider].map((key) => smsGateways[key]).filter((entry) => !reader.isSet(entry));
  if (missing.length === 0) return;
  const names = missing.map((entry) => reader.nameOf(entry, sms.smsProvider)).join(", ");
  reader.warn(sms.smsProvider, `is ${provider}, and no text message can be sent without ${names}`);
}

export const LEAST_PASSWORD_LENGTH = 6;

/** A weak secret does not stop the start, because deployments that have one must be able to move; it is reported as an error. */
function checkJwtSecret(reader: ConfigReader, secret: string | undefined): void {
  const problem = secret ? secretProblem(secret) : undefined;
  if (!problem) return;
  const advice = `anyone can sign tokens with it; use ${LEAST_SECRET_BYTES} random bytes or more, such as: openssl rand -base64 48`;
  const what =
    problem.kind === "published"
      ? "found a sample value that is published in documentation"
      : `found only ${problem.bytes} bytes, which can be guessed`;
  reader.warn(jwt.jwtSecret, `${what}; ${advice}`, "error");
}
