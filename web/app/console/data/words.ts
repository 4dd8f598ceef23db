// Texts of refusals, by auth's codes.
import { texts } from "../../language.ts";

export const dataWords = texts({
  refusals: {
    impersonation_disabled: {
      pt: "Neste servidor ninguém vê a conta de outra pessoa. AUTHSVC_IMPERSONATION_ENABLED muda isso.",
      en: "On this server nobody sees another person's account. AUTHSVC_IMPERSONATION_ENABLED changes that.",
    },
    support_code_invalid: {
      pt: "O código de suporte não confere, já foi usado ou venceu.",
      en: "The support code is wrong, was used, or has expired.",
    },
    bulk_job_too_large: {
      pt: "São mais de 20.000 usuários. Filtre a lista mais.",
      en: "They are more than 20,000 users. Filter the list more.",
    },
    user_imports_too_many: {
      pt: "Há importações demais em aberto: termine ou cancele uma.",
      en: "Too many imports are open: finish or cancel one.",
    },
    user_import_state: { pt: "A importação já foi adiante.", en: "The import has gone on meanwhile." },
    user_import_not_found: { pt: "Esta importação não existe.", en: "There is no such import." },
    user_import_too_large: {
      pt: "São no máximo 1.000.000 de usuários e 1.000 MB. Divida o arquivo.",
      en: "At most 1,000,000 users and 1,000 MB are taken. Split the file.",
    },
    user_import_empty: { pt: "O arquivo não tem usuários.", en: "The file has no users." },
    password_hash_export_disabled: {
      pt: "Neste servidor as senhas não se exportam: AUTHSVC_PASSWORD_HASH_EXPORT_ENABLED é false.",
      en: "Passwords are not exported on this server: AUTHSVC_PASSWORD_HASH_EXPORT_ENABLED is false.",
    },
    bulk_job_without_users: { pt: "Os filtros não encontram ninguém.", en: "The filters find nobody." },
    bulk_job_not_found: { pt: "Esta ação em massa não existe.", en: "There is no such bulk job." },
    bulk_job_ended: { pt: "Esta ação já terminou.", en: "This job has ended." },
    bulk_job_undone: { pt: "Esta ação já foi desfeita.", en: "This job is undone already." },
    signing_key_too_new: {
      pt: "Outros serviços podem não conhecer esta chave ainda. Espere, ou use antes da hora.",
      en: "Other services may not know this key yet. Wait, or use it before its time.",
    },
    signing_key_tokens_valid: {
      pt: "Tokens desta chave ainda podem valer. Espere, ou recuse-os também.",
      en: "Tokens of this key may still be valid. Wait, or refuse them, too.",
    },
    settings_changed: {
      pt: "Outra pessoa mudou as configurações enquanto isso. Veja como estão agora.",
      en: "Somebody else has changed settings meanwhile. See how they are now.",
    },
    settings_unconfirmed: {
      pt: "Uma mudança espera confirmação. Confirme ou volte atrás antes.",
      en: "A change waits for its confirmation. Confirm it or take it back first.",
    },
    settings_lock_out: { pt: "Assim nenhum dono conseguiria mais entrar.", en: "No owner could sign in any more." },
    setting_secret_missing: {
      pt: "O segredo é enviado a este endereço: mude os dois juntos.",
      en: "The secret is sent to this address: change both together.",
    },
    settings_not_pending: {
      pt: "Esta mudança não espera mais confirmação.",
      en: "This change no longer waits for a confirmation.",
    },
    settings_unchanged: { pt: "Isto não mudaria nada.", en: "This would change nothing." },
    finding_not_found: { pt: "Isto já foi resolvido.", en: "This is solved already." },
    finding_not_dismissed: { pt: "Esta recomendação já está de volta.", en: "This finding is back already." },
    job_not_found: { pt: "Este trabalho terminou, ou está em andamento.", en: "This job has ended, or it runs right now." },
    user_banned: { pt: "Este usuário está bloqueado.", en: "This user is banned." },
    provider_try_not_found: { pt: "Este teste já terminou. Comece outro.", en: "This try is over. Begin another one." },
    custom_provider_not_found: { pt: "Este provedor não existe mais.", en: "This provider no longer exists." },
    over_custom_provider_quota: {
      pt: "Não cabem mais provedores. CUSTOM_OAUTH_MAX_PROVIDERS muda isso.",
      en: "There is no room for more providers. CUSTOM_OAUTH_MAX_PROVIDERS changes that.",
    },
    right_missing: { pt: "Seu papel não permite isto.", en: "Your role does not allow this." },
    reason_missing: { pt: "Diga o motivo.", en: "Say why." },
    administrator_protected: {
      pt: "Esta conta é de alguém que administra com um papel acima do seu.",
      en: "This account belongs to an administrator with a higher role than yours.",
    },
    user_not_found: { pt: "Este usuário não existe mais.", en: "This user no longer exists." },
    email_exists: { pt: "Outra conta já usa este e-mail.", en: "Another account uses this email address." },
    phone_exists: { pt: "Outra conta já usa este telefone.", en: "Another account uses this phone number." },
    email_address_invalid: { pt: "Este e-mail não é válido.", en: "This email address is not valid." },
    weak_password: { pt: "Esta senha é fraca.", en: "This password is too weak." },
    last_owner: {
      pt: "O servidor precisa de um dono. Nomeie outro antes.",
      en: "The server needs an owner. Name another one first.",
    },
    single_identity_not_deletable: {
      pt: "É a única forma de entrar desta pessoa.",
      en: "This is the only way in which this person can sign in.",
    },
    over_sms_send_rate_limit: { pt: "Espere antes de mandar outro SMS.", en: "Wait before sending another text message." },
    sms_gateway_missing: {
      pt: "Falta o serviço de SMS, ou uma das credenciais dele.",
      en: "There is no SMS gateway, or one of its credentials is missing.",
    },
    sms_sent_by_hook: { pt: "Os SMS saem por um hook. Teste o hook.", en: "Text messages leave by a hook. Try the hook." },
    over_email_send_rate_limit: { pt: "Espere antes de mandar outro e-mail.", en: "Wait before sending another mail." },
  },
});
