// Sections of settings, as the documentation of the configuration has them.
import { texts } from "../../language.ts";
import { providerText } from "../users/provider_text.ts";

const SECTIONS: Readonly<Record<string, string>> = texts({
  General: { pt: "Geral", en: "General" },
  API: { pt: "API", en: "API" },
  "Access tokens": { pt: "Tokens de acesso", en: "Access tokens" },
  Passwords: { pt: "Senhas", en: "Passwords" },
  Security: { pt: "Segurança", en: "Security" },
  Sessions: { pt: "Sessões", en: "Sessions" },
  "Second factors": { pt: "Segundos fatores", en: "Second factors" },
  "Passkeys and security keys": { pt: "Chaves de acesso e de segurança", en: "Passkeys and security keys" },
  "Mail server": { pt: "Servidor de e-mail", en: "Mail server" },
  Mails: { pt: "E-mails", en: "Mails" },
  Notifications: { pt: "Avisos", en: "Notifications" },
  "Mails by language": { pt: "E-mails por língua", en: "Mails by language" },
  SMS: { pt: "SMS", en: "SMS" },
  "SMS gateways": { pt: "Serviços de SMS", en: "SMS gateways" },
  Captcha: { pt: "Captcha", en: "Captcha" },
  Limits: { pt: "Limites", en: "Limits" },
  "External sign-in": { pt: "Entrar por outros serviços", en: "External sign-in" },
  "Custom providers": { pt: "Provedores próprios", en: "Custom providers" },
  Wallets: { pt: "Carteiras", en: "Wallets" },
  "Apps of others": { pt: "Aplicativos de terceiros", en: "Apps of others" },
  "Single sign-on by SAML": { pt: "Login único por SAML", en: "Single sign-on by SAML" },
  Webhooks: { pt: "Webhooks", en: "Webhooks" },
  "Unused accounts": { pt: "Contas sem uso", en: "Unused accounts" },
  Experimental: { pt: "Experimental", en: "Experimental" },
  "after-user-created": { pt: "Hook depois do cadastro", en: "Hook after a sign-up" },
  "before-user-created": { pt: "Hook antes do cadastro", en: "Hook before a sign-up" },
  "customize-access-token": { pt: "Hook do token de acesso", en: "Hook for access tokens" },
  "password-verification": { pt: "Hook da senha", en: "Hook for passwords" },
  "mfa-verification": { pt: "Hook do segundo fator", en: "Hook for second factors" },
  "send-email": { pt: "Hook que manda e-mails", en: "Hook that sends mails" },
  "send-sms": { pt: "Hook que manda SMS", en: "Hook that sends SMS" },
});

/** Each provider has a section of its own; some have two names for the same people. */
export function sectionText(section: string): string {
  const isSecond = section.endsWith("_oidc");
  return SECTIONS[section] ?? (isSecond ? `${providerText(section)} (OpenID Connect)` : providerText(section));
}
