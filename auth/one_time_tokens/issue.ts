// Makes a one-time token and the mail or text message that carries it.
import { randomBytes, randomUUID } from "node:crypto";
import type { Request } from "../../kernel/http/endpoint.ts";
import { fixedCodeOf } from "../config/fixed_code.ts";
import type { AuthConfig } from "../config.ts";
import type { CodeChallenge } from "../flow_states/pkce.ts";
import type { ServerKeys } from "../keys/server_keys.ts";
import { requireAuthorized } from "../mail/authorized.ts";
import { publicUrl } from "../mail/external_host.ts";
import { languagesOf } from "../mail/language.ts";
import { confirmationUrl, linkPath } from "../mail/links.ts";
import type { MailTemplate } from "../mail/mail.ts";
import { sealMail, sealMessage } from "../outbox/seal.ts";
import type { RedirectTarget } from "../redirects/allow_list.ts";
import type { SmsChannel } from "../sms/gateway.ts";
import { gatewayOf } from "../sms/gateways.ts";
import { requireSms, type SmsWorld } from "../sms/require_sms.ts";
import type { SmsVariables } from "../sms/sms_sender.ts";
import { linkTypeOf, type MailKind, type SmsKind } from "./kinds.ts";
import { macOfCode, makeOneTimeToken, type OneTimeToken } from "./token.ts";
import type { Issue } from "./write_issue.ts";

interface Issuer {
  config: AuthConfig;
  serverKeys: ServerKeys;
  /** By which the mail is asked for. */
  request?: Pick<Request, "headers">;
  now: Date;
}

export interface MailIssue {
  kind: MailKind;
  template: MailTemplate;
  /** One of MAILER_URLPATHS_*. */
  path: string;
  to: string;
  /** The address of the account, and the one that it is to become, where they differ from `to`. */
  email?: string;
  newEmail?: string;
  redirectTo: string;
  /** The user's metadata, for templates that greet by name. */
  data?: Readonly<Record<string, unknown>>;
  pkce?: { challenge: CodeChallenge; authenticationMethod: string } | undefined;
  /** See OneTimeToken. */
  keepsPassword?: boolean;
  /** The token that goes to the current address, where a hook is sent both at once. */
  counterpart?: OneTimeToken | undefined;
}

/** `request`: says what is read by a user whose metadata does not, and where web shows the link. */
export interface MailIssuer extends Issuer {
  request: Pick<Request, "headers">;
  redirectTo: RedirectTarget;
}

export function issueByMail(mail: MailIssue, issuer: MailIssuer): Issue {
  const { config, serverKeys, request, now } = issuer;
  const { kind, template, path, to, email = to, newEmail, redirectTo, data, pkce, keepsPassword, counterpart } = mail;
  // The address was claimed before; one that was asked for earlier may be another.
  requireAuthorized(to, config);
  const token = makeOneTimeToken({
    kind,
    address: to,
    digits: config.mailerOtpLength,
    seconds: config.mailerOtpExpSeconds,
    isPkce: pkce !== undefined,
    ...(keepsPassword !== undefined && { keepsPassword }),
    key: serverKeys.otp,
    now,
  });
  const link = {
    apiExternalUrl: publicUrl(config, request),
    path: linkPath(path, issuer),
    tokenHash: token.link,
    type: linkTypeOf(kind),
    redirectTo,
  };
  const variables = {
    email,
    newEmail,
    confirmationUrl: confirmationUrl(link),
    token: token.code,
    tokenHash: token.link,
    redirectTo,
    ...languagesOf(request),
    data,
    counterpart: counterpart && { token: counterpart.code, tokenHash: counterpart.link },
    ...(kind === "email_change_current" && { isForCurrent: true }),
  };
  return {
    token,
    flow: pkce && { id: randomUUID(), ...pkce, now },
    message: sealMail(serverKeys, { template, to, variables, expiresAt: token.expiresAt }, now),
  };
}

export interface SmsIssue {
  kind: SmsKind;
  to: string;
  channel?: SmsChannel;
  /** See OneTimeToken. */
  keepsPassword?: boolean;
}

export function issueBySms(sms: SmsIssue, issuer: Issuer & SmsWorld): Issue {
  const { config, serverKeys, now } = issuer;
  requireSms(sms.to, issuer);
  const { kind, to, channel = "sms", keepsPassword = true } = sms;
  const token = makeOneTimeToken({
    kind,
    address: to,
    digits: config.smsOtpLength,
    seconds: config.smsOtpExpSeconds,
    isPkce: false,
    keepsPassword,
    key: serverKeys.otp,
    now,
  });
  const fixed = fixedCodeOf(to, config, now);
  if (fixed !== undefined) {
    const codeMac = macOfCode(fixed, kind, to, serverKeys.otp);
    const expiresAt = earlier(token.expiresAt, config.smsTestOtpValidUntil);
    return { token: { ...token, code: fixed, codeMac, expiresAt }, flow: undefined, message: undefined };
  }
  const gatewayMakesCode = gatewayOf(config)?.check !== undefined;
  const variables: SmsVariables = gatewayMakesCode ? { channel } : { code: token.code, channel };
  const message = sealMessage(serverKeys, { kind: "sms", template: "code", to, variables, expiresAt: token.expiresAt, now });
  // A random MAC, which no code matches. It is replaced once the gateway has confirmed a code.
  return { token: gatewayMakesCode ? { ...token, codeMac: randomBytes(32) } : token, flow: undefined, message };
}

function earlier(one: Date, other: Date | undefined): Date {
  return other !== undefined && other < one ? other : one;
}
