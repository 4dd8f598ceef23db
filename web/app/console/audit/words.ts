// Texts of the logs: what happened, and what administrators did.
import { texts } from "../../language.ts";

export const actsWords = texts({
  none: { pt: "Nada foi feito ainda.", en: "Nothing was done yet." },
  by: { pt: (name: string, role: string) => `${name} (${role})`, en: (name: string, role: string) => `${name} (${role})` },
  reason: { pt: (text: string) => `motivo: ${text}`, en: (text: string) => `reason: ${text}` },
  forgotten: {
    pt: "O texto desta entrada foi esquecido no prazo. A corrente continua inteira.",
    en: "The text of this entry was forgotten in time. The chain is whole.",
  },
  changes: { pt: "O que mudou", en: "What changed" },
  nothing: { pt: "nada", en: "nothing" },
  kinds: {
    user: { pt: "administrador", en: "administrator" },
    api_key: { pt: "chave de API", en: "API key" },
    token: { pt: "token do servidor", en: "operator's token" },
    command_line: { pt: "linha de comando", en: "command line" },
  },
});

export const auditWords = texts({
  title: { pt: "Registro", en: "Audit log" },
  hint: { pt: "O que aconteceu neste servidor, do mais novo ao mais antigo.", en: "What happened on this server, newest first." },
  chained: {
    pt: "Cada entrada é ligada à anterior. cofre doctor --audit confere a corrente.",
    en: "Each entry is chained to the one before. cofre doctor --audit verifies the chain.",
  },
  logs: {
    label: { pt: "Qual registro", en: "Which log" },
    all: { pt: "Tudo", en: "Everything" },
    acts: { pt: "Só administradores", en: "Administrators only" },
  },
  none: { pt: "Nenhuma entrada corresponde a esta busca.", en: "No entry matches this search." },
  nothing: { pt: "Nada aconteceu ainda.", en: "Nothing has happened yet." },
  by: { pt: "por", en: "by" },
  details: { pt: "Detalhes", en: "Details" },
  request: { pt: (id: string) => `requisição ${id}`, en: (id: string) => `request ${id}` },
  searched: {
    pt: (moment: string) => `Procurado até ${moment}. Há mais para trás.`,
    en: (moment: string) => `Searched back to ${moment}. There is more before.`,
  },
});

export const filterWords = texts({
  names: {
    action: { pt: "Ação", en: "Action" },
    user_id: { pt: "Pessoa", en: "Person" },
    actor_id: { pt: "Feito por", en: "Done by" },
    time: { pt: "Quando", en: "When" },
    ip_address: { pt: "Endereço de rede", en: "Network address" },
    request_id: { pt: "Requisição", en: "Request" },
  },
  hints: {
    user_id: {
      pt: "E-mail, telefone ou id. Mostra o que fez e o que foi feito com a conta.",
      en: "Email, phone or id. Shows what they did and what was done to the account.",
    },
    actor_id: { pt: "E-mail, telefone ou id; de uma chave de API, o id.", en: "Email, phone or id; of an API key, the id." },
    ip_address: { pt: "Inteiro, como as entradas o têm.", en: "The whole of it, as entries have it." },
    request_id: {
      pt: "O X-Request-Id da resposta, que as mensagens de erro mostram.",
      en: "X-Request-Id of the answer, which error messages show.",
    },
  },
  any: { pt: "Todas", en: "All" },
  nobody: { pt: "Ninguém tem este e-mail, telefone ou id.", en: "Nobody has this email, phone or id." },
  last: {
    1: { pt: "Última hora", en: "Last hour" },
    24: { pt: "Últimas 24 horas", en: "Last 24 hours" },
    168: { pt: "Últimos 7 dias", en: "Last 7 days" },
    720: { pt: "Últimos 30 dias", en: "Last 30 days" },
  },
  span: { pt: "Escolher o período…", en: "Choose a span…" },
  from: { pt: "De", en: "From" },
  to: { pt: "Até", en: "Until" },
  orderBad: { pt: "O fim vem depois do começo.", en: "The end comes after the start." },
  since: { pt: (moment: string) => `desde ${moment}`, en: (moment: string) => `since ${moment}` },
  before: { pt: (moment: string) => `até ${moment}`, en: (moment: string) => `until ${moment}` },
  apply: { pt: "Filtrar", en: "Filter" },
});

export const menuWords = texts({
  more: { pt: "Mais sobre esta entrada", en: "More about this entry" },
  around: { pt: "O que houve 5 minutos antes e depois", en: "What happened 5 minutes before and after" },
  sameUser: { pt: "Tudo desta pessoa", en: "Everything of this person" },
  sameAddress: { pt: "Tudo deste endereço de rede", en: "Everything from this network address" },
  sameRequest: { pt: "Tudo desta requisição", en: "Everything of this request" },
  copyRequest: { pt: "Copiar o id da requisição", en: "Copy the request id" },
  copied: { pt: "Id copiado", en: "Id copied" },
});

export const exportWords = texts({
  title: { pt: "Exportar", en: "Export" },
  hint: {
    pt: "O arquivo tem tudo o que os filtros encontram. A exportação fica no registro.",
    en: "The file has all that the filters find. The log says who took it.",
  },
  act: { pt: "Salvar arquivo", en: "Save file" },
  done: { pt: "Arquivo salvo", en: "File saved" },
  format: { pt: "Formato", en: "Format" },
  csv: { pt: "CSV, para planilhas", en: "CSV, for spreadsheets" },
  jsonl: { pt: "JSON, uma entrada por linha", en: "JSON, one entry a line" },
});

export const savedWords = texts({
  title: { pt: "Buscas salvas", en: "Saved searches" },
  save: { pt: "Salvar esta busca", en: "Save this search" },
  forget: { pt: (name: string) => `Esquecer “${name}”`, en: (name: string) => `Forget “${name}”` },
  name: { pt: "Nome", en: "Name" },
  hint: {
    pt: "Fica neste navegador. O endereço da tela serve para mandá-la a alguém.",
    en: "It is kept in this browser. Send the address of the screen to share it.",
  },
});

export const actionWords = texts({
  names: {
    login: { pt: "Entrou", en: "Signed in" },
    logout: { pt: "Sessões encerradas", en: "Sessions ended" },
    invite_accepted: { pt: "Convite aceito", en: "Invitation accepted" },
    user_signedup: { pt: "Conta criada", en: "Account created" },
    user_invited: { pt: "Convidado", en: "Invited" },
    user_deleted: { pt: "Usuário excluído", en: "User deleted" },
    user_modified: { pt: "Dados mudados", en: "Data changed" },
    user_updated_password: { pt: "Senha mudada", en: "Password changed" },
    user_recovery_requested: { pt: "Nova senha pedida", en: "Password recovery requested" },
    user_confirmation_requested: { pt: "Confirmação pedida", en: "Confirmation requested" },
    user_reauthenticate_requested: { pt: "Código de confirmação pedido", en: "Confirmation code requested" },
    user_repeated_signup: { pt: "Tentou criar a conta de novo", en: "Tried to sign up again" },
    user_banned: { pt: "Bloqueado", en: "Banned" },
    user_unbanned: { pt: "Desbloqueado", en: "Unbanned" },
    identity_linked: { pt: "Forma de entrar ligada", en: "Identity linked" },
    identity_unlinked: { pt: "Forma de entrar desligada", en: "Identity unlinked" },
    message_sent: { pt: "Mensagem enviada", en: "Message sent" },
    passkey_created: { pt: "Chave de acesso criada", en: "Passkey created" },
    passkey_updated: { pt: "Chave de acesso renomeada", en: "Passkey renamed" },
    passkey_deleted: { pt: "Chave de acesso removida", en: "Passkey removed" },
    factor_in_progress: { pt: "Segundo fator em criação", en: "Second factor being added" },
    factor_unenrolled: { pt: "Segundo fator removido", en: "Second factor removed" },
    factor_deleted: { pt: "Segundo fator removido", en: "Second factor removed" },
    factor_updated: { pt: "Segundo fator mudado", en: "Second factor changed" },
    challenge_created: { pt: "Segundo fator pedido", en: "Second factor asked for" },
    verification_attempted: { pt: "Segundo fator mostrado", en: "Second factor shown" },
    token_refreshed: { pt: "Sessão renovada", en: "Session renewed" },
    token_revoked: { pt: "Token revogado", en: "Token revoked" },
    server_role_granted: { pt: "Papel dado", en: "Role granted" },
    server_role_revoked: { pt: "Papel tirado", en: "Role taken away" },
    owner_code_created: { pt: "Código de dono criado", en: "Owner code created" },
    user_impersonated: { pt: "Conta vista por dentro", en: "Account seen as its user" },
    api_key_created: { pt: "Chave de API criada", en: "API key created" },
    api_key_rotated: { pt: "Chave de API trocada", en: "API key rotated" },
    api_key_deleted: { pt: "Chave de API excluída", en: "API key deleted" },
    bulk_job_created: { pt: "Ação em massa iniciada", en: "Bulk job started" },
    bulk_job_cancelled: { pt: "Ação em massa cancelada", en: "Bulk job cancelled" },
    finding_dismissed: { pt: "Recomendação dispensada", en: "Finding dismissed" },
    finding_restored: { pt: "Recomendação de volta", en: "Finding restored" },
    limit_released: { pt: "Limite liberado", en: "Limit released" },
    job_retried: { pt: "Trabalho tentado de novo", en: "Background job tried again" },
    message_retried: { pt: "Mensagem tentada de novo", en: "Message tried again" },
    message_dropped: { pt: "Mensagem descartada", en: "Message dropped" },
    job_dropped: { pt: "Trabalho descartado", en: "Background job dropped" },
    audit_exported: { pt: "Registro exportado", en: "Log exported" },
    mailbox_read: { pt: "Caixa de e-mails lida", en: "Mailbox read" },
    custom_provider_created: { pt: "Provedor criado", en: "Provider created" },
    custom_provider_updated: { pt: "Provedor mudado", en: "Provider changed" },
    custom_provider_deleted: { pt: "Provedor excluído", en: "Provider deleted" },
    provider_try_begun: { pt: "Teste de provedor iniciado", en: "Try of a provider begun" },
    provider_try_ended: { pt: "Teste de provedor terminado", en: "Try of a provider ended" },
    sms_tested: { pt: "SMS de teste", en: "SMS test" },
    sso_provider_created: { pt: "Login único criado", en: "Single sign-on created" },
    sso_provider_updated: { pt: "Login único mudado", en: "Single sign-on changed" },
    sso_provider_deleted: { pt: "Login único excluído", en: "Single sign-on deleted" },
    webhook_created: { pt: "Webhook criado", en: "Webhook created" },
    webhook_updated: { pt: "Webhook mudado", en: "Webhook changed" },
    webhook_deleted: { pt: "Webhook excluído", en: "Webhook deleted" },
    oauth_client_created: { pt: "Aplicativo criado", en: "App created" },
    oauth_client_updated: { pt: "Aplicativo mudado", en: "App changed" },
    oauth_client_deleted: { pt: "Aplicativo excluído", en: "App deleted" },
    oauth_client_secret_regenerated: { pt: "Segredo do aplicativo trocado", en: "Secret of the app rotated" },
    oauth_consent_granted: { pt: "Acesso dado a um aplicativo", en: "Access granted to an app" },
    oauth_consent_revoked: { pt: "Acesso de um aplicativo tirado", en: "Access of an app revoked" },
  },
});
