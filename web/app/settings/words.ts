// Texts of the settings as a whole, of the profile and of the user's data.
import { type Text, texts } from "../language.ts";

export const settingsWords = texts({
  title: { pt: "Configurações", en: "Settings" },
  sections: {
    profile: { pt: "Perfil e aparência", en: "Profile and appearance" },
    security: { pt: "Acesso", en: "Sign-in and security" },
    household: { pt: "Casa", en: "Household" },
    api_tokens: { pt: "Chaves de API", en: "API tokens" },
    webhooks: { pt: "Webhooks", en: "Webhooks" },
    data: { pt: "Seus dados", en: "Your data" },
    server: { pt: "Este servidor", en: "This server" },
  },
  sectionsLabel: { pt: "Seções", en: "Sections" },
  refused: { pt: "O pedido foi recusado.", en: "The request was refused." },
  refusals: {
    impersonated: {
      pt: "Quem só olha esta conta não pode fazer isto.",
      en: "Whoever only looks at this account cannot do this.",
    },
    weak_password: {
      pt: "Esta senha é fraca demais. Use uma mais longa, que ninguém adivinhe.",
      en: "This password is too weak. Use a longer one that nobody would guess.",
    },
    same_password: { pt: "A nova senha é igual à atual.", en: "The new password is the same as the current one." },
    current_password_invalid: { pt: "A senha atual não confere.", en: "The current password is wrong." },
    common_password: {
      pt: "Muita gente usa esta senha, ou uma quase igual: é das primeiras que são tentadas. Escolha outra.",
      en: "Many people use this password, or nearly the same: it is among the first that are tried. Choose another.",
    },
    reauthentication_not_valid: { pt: "O código não confere ou já venceu.", en: "The code is wrong or has expired." },
    email_exists: { pt: "Este e-mail já é de outra conta.", en: "This email belongs to another account." },
    phone_exists: { pt: "Este telefone já é de outra conta.", en: "This phone belongs to another account." },
    email_address_invalid: { pt: "Digite um e-mail válido.", en: "Type a valid email." },
    over_email_send_rate_limit: {
      pt: "Muitas mensagens. Espere um instante e tente de novo.",
      en: "Too many messages. Wait a moment and try again.",
    },
    over_sms_send_rate_limit: {
      pt: "Muitas mensagens. Espere um instante e tente de novo.",
      en: "Too many messages. Wait a moment and try again.",
    },
    over_request_rate_limit: { pt: "Muitas tentativas. Espere um instante.", en: "Too many tries. Please wait a moment." },
    otp_expired: { pt: "O código não confere ou já venceu.", en: "The code is wrong or has expired." },
    insufficient_aal: {
      pt: "Entre de novo, com a verificação em duas etapas, para continuar.",
      en: "Sign in again, with two-step verification, to continue.",
    },
    mfa_factor_name_conflict: { pt: "Já existe um com este nome.", en: "This name is already in use." },
    too_many_enrolled_mfa_factors: {
      pt: "Você chegou ao limite. Remova um antes.",
      en: "You have reached the limit. Remove one first.",
    },
    mfa_challenge_expired: { pt: "Passou tempo demais. Comece de novo.", en: "That took too long. Please start again." },
    mfa_phone_enroll_not_enabled: {
      pt: "Este servidor não usa telefones na verificação em duas etapas.",
      en: "This server takes no phones for two-step verification.",
    },
    single_identity_not_deletable: {
      pt: "Esta é a única forma de entrar na sua conta.",
      en: "This is the only way into your account.",
    },
    last_sign_in_method: { pt: "Esta é a única forma de entrar na sua conta.", en: "This is the only way into your account." },
    webauthn_verification_failed: {
      pt: "A chave não foi aceita. Tente de novo.",
      en: "The key was not accepted. Please try again.",
    },
    not_owner: { pt: "Só um dono deste servidor pode fazer isto.", en: "Only an owner of this server may do this." },
    reauthentication_needed: { pt: "Por segurança, entre de novo para continuar.", en: "To be safe, sign in again to go on." },
    webauthn_credential_exists: {
      pt: "Este aparelho já tem uma chave desta conta.",
      en: "This device already has a passkey for this account.",
    },
    too_many_passkeys: {
      pt: "Você chegou ao limite de chaves. Remova uma antes.",
      en: "You have reached the limit of passkeys. Remove one first.",
    },
  } as Record<string, Text>,
});

export const profileWords = texts({
  title: { pt: "Você", en: "You" },
  name: { pt: "Como quer ser chamado?", en: "What should we call you?" },
  saved: { pt: "Nome salvo.", en: "Name saved." },
  look: { pt: "Aparência e idioma", en: "Appearance and language" },
  theme: { pt: "Aparência", en: "Appearance" },
  themes: {
    system: { pt: "Como o sistema", en: "Same as system" },
    light: { pt: "Clara", en: "Light" },
    dark: { pt: "Escura", en: "Dark" },
  },
  language: { pt: "Idioma", en: "Language" },
  hide: { pt: "Esconder valores", en: "Hide amounts" },
  dense: { pt: "Listas mais compactas", en: "Compact lists" },
});

export const dataWords = texts({
  title: { pt: "Exportar seus dados", en: "Export your data" },
  hint: { pt: "Tudo o que está neste espaço, em um arquivo.", en: "Everything in this space, as a file." },
  format: { pt: "Formato", en: "Format" },
  formats: {
    xlsx: { pt: "Planilha (XLSX)", en: "Spreadsheet (XLSX)" },
    csv: { pt: "Tabela (CSV)", en: "Table (CSV)" },
    ofx: { pt: "Extrato (OFX)", en: "Statement (OFX)" },
    json: { pt: "Tudo (JSON)", en: "Everything (JSON)" },
  },
  formatHint: {
    pt: "JSON traz tudo e pode ser restaurado; os outros trazem os lançamentos.",
    en: "JSON holds everything and can be restored; the others hold the transactions.",
  },
  from: { pt: "De", en: "From" },
  to: { pt: "Até", en: "To" },
  badPeriod: { pt: "O fim vem antes do começo.", en: "The end is before the beginning." },
  download: { pt: "Exportar", en: "Export" },
});

export const deletionWords = texts({
  title: { pt: "Excluir a conta", en: "Delete the account" },
  hint: {
    pt: "Seu acesso termina na hora. Seu espaço é apagado sete dias depois, a menos que outras pessoas o dividam com você.",
    en: "You are signed out at once. Your space is erased seven days later, unless you share it with others.",
  },
  act: { pt: "Excluir a conta", en: "Delete the account" },
  ask: { pt: "Excluir a sua conta?", en: "Delete your account?" },
  explain: {
    pt: (email: string) => `Isto não tem volta. Para confirmar, digite ${email}.`,
    en: (email: string) => `This cannot be undone. To confirm, type ${email}.`,
  },
  typed: { pt: "Seu e-mail", en: "Your email" },
});
