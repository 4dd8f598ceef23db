// Names of settings for readers, where a screen shows them among their like. All others have the name of their variable.
import { texts } from "../../language.ts";

const LABELS: Readonly<Record<string, string>> = texts({
  IMPERSONATION_ENABLED: { pt: "Administradores podem ver contas", en: "Administrators may see accounts" },
  IMPERSONATION_SUPPORT_CODE_REQUIRED: { pt: "Só com um código da pessoa", en: "Only with a code of the user" },
  DISABLE_SIGNUP: { pt: "Ninguém pode se cadastrar", en: "Nobody can sign up" },
  EXTERNAL_EMAIL_ENABLED: { pt: "Entrar com e-mail", en: "Sign in with an email address" },
  EXTERNAL_EMAIL_MAGIC_LINK_ENABLED: { pt: "Entrar por link ou código no e-mail", en: "Sign in with a mailed link or code" },
  EXTERNAL_PHONE_ENABLED: { pt: "Entrar com telefone", en: "Sign in with a phone number" },
  EXTERNAL_ANONYMOUS_USERS_ENABLED: { pt: "Entrar sem conta", en: "Sign in without an account" },
  EXTERNAL_WEB3_ETHEREUM_ENABLED: { pt: "Entrar com carteira Ethereum", en: "Sign in with an Ethereum wallet" },
  EXTERNAL_WEB3_SOLANA_ENABLED: { pt: "Entrar com carteira Solana", en: "Sign in with a Solana wallet" },
  PASSKEY_ENABLED: { pt: "Chaves de acesso", en: "Passkeys" },
  SAML_ENABLED: { pt: "Login único (SAML)", en: "Single sign-on (SAML)" },
  SECURITY_MANUAL_LINKING_ENABLED: { pt: "Usuários ligam outras contas", en: "Users link other accounts" },
  MAILER_AUTOCONFIRM: { pt: "E-mails valem sem confirmação", en: "Email addresses count unconfirmed" },
  MFA_TOTP_ENROLL_ENABLED: { pt: "Cadastrar aplicativo autenticador", en: "Enrol authenticator apps" },
  MFA_TOTP_VERIFY_ENABLED: { pt: "Aceitar aplicativo autenticador", en: "Accept authenticator apps" },
  MFA_PHONE_ENROLL_ENABLED: { pt: "Cadastrar telefone como segundo fator", en: "Enrol phones as second factors" },
  MFA_PHONE_VERIFY_ENABLED: { pt: "Aceitar telefone como segundo fator", en: "Accept phones as second factors" },
  MFA_WEB_AUTHN_ENROLL_ENABLED: { pt: "Cadastrar chave de segurança", en: "Enrol security keys" },
  MFA_WEB_AUTHN_VERIFY_ENABLED: { pt: "Aceitar chave de segurança", en: "Accept security keys" },
  SMTP_HOST: { pt: "Servidor", en: "Server" },
  SMTP_PORT: { pt: "Porta", en: "Port" },
  SMTP_USER: { pt: "Usuário", en: "User name" },
  SMTP_PASS: { pt: "Senha", en: "Password" },
  SMTP_ADMIN_EMAIL: { pt: "Remetente", en: "Sender's address" },
  SMTP_SENDER_NAME: { pt: "Nome do remetente", en: "Sender's name" },
  SMTP_MAX_FREQUENCY: { pt: "Pausa entre dois e-mails iguais", en: "Pause between two mails of a kind" },
  RATE_LIMIT_EMAIL_SENT: { pt: "E-mails por hora, ao todo", en: "Mails an hour, altogether" },
  MAILER_OTP_EXP: { pt: "Validade de links e códigos", en: "Life of links and codes" },
  MAILER_BRAND_NAME: { pt: "Nome da marca", en: "Name of the brand" },
  MAILER_BRAND_COLOUR: { pt: "Cor da marca", en: "Colour of the brand" },
  MAILER_BRAND_LOGO: { pt: "Logotipo", en: "Logo" },
  SITE_URL: { pt: "Endereço do site", en: "Address of the site" },
  URI_ALLOW_LIST: { pt: "Outros destinos permitidos", en: "Further destinations that are allowed" },
  API_EXTERNAL_URL: { pt: "Endereço deste serviço", en: "Address of this service" },
  MAILER_URLPATHS_INVITE: { pt: "Aonde leva o link de convites", en: "Where links of invitations lead" },
  MAILER_URLPATHS_CONFIRMATION: { pt: "Aonde leva o link de confirmação", en: "Where links of confirmations lead" },
  MAILER_URLPATHS_RECOVERY: { pt: "Aonde leva o link de nova senha", en: "Where links for a new password lead" },
  MAILER_URLPATHS_EMAIL_CHANGE: { pt: "Aonde leva o link de novo e-mail", en: "Where links for a new address lead" },
  JWT_EXP: { pt: "Validade dos tokens de acesso", en: "Life of access tokens" },
  SESSIONS_TIMEBOX: { pt: "Duração máxima da sessão", en: "Longest session" },
  SESSIONS_INACTIVITY_TIMEOUT: { pt: "Sessão sem uso termina depois de", en: "An unused session ends after" },
  SESSIONS_MAX_PER_USER: { pt: "Sessões por usuário", en: "Sessions of a user" },
  SESSIONS_SINGLE_PER_USER: { pt: "Uma sessão só por usuário", en: "A single session for each user" },
  SESSIONS_ALLOW_LOW_AAL: {
    pt: "Sessão sem o segundo fator termina depois de",
    en: "A session without the second factor ends after",
  },
  SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: { pt: "Trocar tokens de renovação", en: "Rotate refresh tokens" },
  SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: { pt: "O token anterior ainda vale por", en: "The previous token is good for" },
  ENABLED: { pt: "Oferecer", en: "Offer it" },
  CLIENT_ID: { pt: "ID do cliente", en: "Client id" },
  SECRET: { pt: "Segredo do cliente", en: "Client secret" },
  REDIRECT_URI: { pt: "Endereço de retorno", en: "Redirect URI" },
  URL: { pt: "Endereço do provedor", en: "Address of the provider" },
  API_URL: { pt: "Endereço da API do provedor", en: "Address of the provider's API" },
  EMAIL_OPTIONAL: { pt: "Aceitar contas sem e-mail", en: "Accept accounts without an email address" },
  SKIP_NONCE_CHECK: { pt: "Não comparar o nonce", en: "Do not compare the nonce" },
});

const OF_PROVIDER = /^EXTERNAL_[A-Z0-9_]+?_(ENABLED|CLIENT_ID|SECRET|REDIRECT_URI|API_URL|URL|EMAIL_OPTIONAL|SKIP_NONCE_CHECK)$/;

/** Undefined where readers know it by its variable. */
export function labelOf(name: string): string | undefined {
  return LABELS[name] ?? LABELS[OF_PROVIDER.exec(name)?.[1] ?? ""];
}
