// Why somebody was not let in, in words. What has no text of ours keeps auth's code.
import { texts } from "../../language.ts";

const refusalWords = texts({
  codes: {
    invalid_credentials: { pt: "Senha errada, ou conta que não existe", en: "Wrong password, or no such account" },
    email_not_confirmed: { pt: "E-mail não confirmado", en: "Email not confirmed" },
    phone_not_confirmed: { pt: "Telefone não confirmado", en: "Phone not confirmed" },
    user_banned: { pt: "Usuário bloqueado", en: "User banned" },
    captcha_failed: { pt: "Captcha não resolvido", en: "Captcha not solved" },
    over_request_rate_limit: { pt: "Muitas tentativas", en: "Too many attempts" },
    over_email_send_rate_limit: { pt: "Muitos e-mails pedidos", en: "Too many mails requested" },
    over_sms_send_rate_limit: { pt: "Muitos SMS pedidos", en: "Too many text messages requested" },
    otp_expired: { pt: "Link ou código errado ou vencido", en: "Link or code wrong or expired" },
    mfa_verification_failed: { pt: "Código do segundo fator errado", en: "Wrong code of the second factor" },
    refresh_token_not_found: { pt: "Sessão que não existe mais", en: "Session that is gone" },
    refresh_token_already_used: { pt: "Token de sessão usado de novo", en: "Session token used again" },
    session_expired: { pt: "Sessão vencida", en: "Session expired" },
    weak_password: { pt: "Senha fraca no cadastro", en: "Weak password at sign-up" },
    user_already_exists: { pt: "Conta que já existe", en: "Account exists already" },
    signup_disabled: { pt: "Cadastro fechado", en: "Sign-ups are closed" },
    validation_failed: { pt: "Pedido malformado", en: "Malformed request" },
    unexpected_failure: { pt: "Falha nossa", en: "A failure of ours" },
  },
});

export const refusalText = (code: string): string => refusalWords.codes[code as keyof typeof refusalWords.codes] ?? code;
