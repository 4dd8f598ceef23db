// Texts of the screen about the upkeep of the server.
import { texts } from "../../language.ts";

export const maintenanceWords = texts({
  title: { pt: "Manutenção", en: "Maintenance" },
  hint: {
    pt: "O que o servidor faz por si, e o que fazer por ele.",
    en: "What the server does by itself, and what to do for it.",
  },
  server: {
    title: { pt: "Servidor", en: "Server" },
    version: { pt: "Versão", en: "Version" },
    database: { pt: "Banco de dados", en: "Database" },
    size: { pt: "Tamanho do banco", en: "Size of the database" },
    migrations: { pt: "Migrações", en: "Migrations" },
    applied: {
      pt: (count: string, moment: string) => `${count}, a última em ${moment}`,
      en: (count: string, moment: string) => `${count}, the last on ${moment}`,
    },
  },
  backups: {
    title: { pt: "Backups", en: "Backups" },
    hint: {
      pt: "cofre backup faz um, cofre verify prova que um se restaura. O servidor anota os dois.",
      en: "cofre backup makes one, cofre verify proves that one can be restored. The server notes both.",
    },
    none: { pt: "Nenhum backup foi feito com cofre backup.", en: "No backup was made with cofre backup." },
    unverified: { pt: "Nenhum backup foi verificado.", en: "No backup was verified." },
    backup: { pt: "Backup", en: "Backup" },
    scheduled: { pt: "Backup agendado", en: "Scheduled backup" },
    verify: { pt: "Verificação", en: "Verification" },
    of: { pt: (moment: string) => `do backup de ${moment}`, en: (moment: string) => `of the backup of ${moment}` },
  },
  failed: { pt: "falhou", en: "failed" },
  jobs: {
    title: { pt: "Trabalhos em segundo plano", en: "Background jobs" },
    none: { pt: "Nada falhou.", en: "Nothing failed." },
    empty: { pt: "A fila está vazia.", en: "The queue is empty." },
    task: { pt: "Trabalho", en: "Job" },
    oldest: { pt: "Mais antigo", en: "Oldest" },
    states: {
      waiting: { pt: "Esperam", en: "Waiting" },
      retrying: { pt: "Tentam de novo", en: "Tried again" },
      running: { pt: "Em andamento", en: "Running" },
      failed: { pt: "Falharam", en: "Failed" },
    },
    attempts: { pt: (count: string) => `${count} tentativas`, en: (count: string) => `${count} attempts` },
    next: { pt: (moment: string) => `de novo em ${moment}`, en: (moment: string) => `again on ${moment}` },
    since: { pt: (moment: string) => `desde ${moment}`, en: (moment: string) => `since ${moment}` },
    retry: { pt: "Tentar já", en: "Try now" },
    retryAsk: { pt: "Tentar este trabalho já?", en: "Try this job now?" },
    retried: { pt: "Volta à fila", en: "Back in the queue" },
    drop: { pt: "Descartar", en: "Drop" },
    dropAsk: { pt: "Descartar este trabalho?", en: "Drop this job?" },
    dropHint: { pt: "Ele não é tentado de novo.", en: "It is not tried again." },
    dropped: { pt: "Descartado", en: "Dropped" },
  },
  housekeeping: {
    title: { pt: "Limpeza", en: "Housekeeping" },
    hint: { pt: "Toda noite às 3h23 UTC.", en: "Each night at 3:23 UTC." },
    none: { pt: "Ainda não houve nenhuma.", en: "There was none yet." },
    nothing: { pt: "nada a remover", en: "nothing to remove" },
  },
  retention: {
    title: { pt: "Por quanto tempo se guarda", en: "For how long things are kept" },
    hint: { pt: "Dias depois de vencidos ou encerrados.", en: "Days after they expired or ended." },
    what: { pt: "O quê", en: "What" },
    days: { pt: "Dias", en: "Days" },
  },
  commands: {
    title: { pt: "Na linha de comando", en: "On the command line" },
    lines: {
      import: { pt: "traz contas de outro servidor", en: "brings accounts from another server" },
      "users export": {
        pt: "escreve os usuários, ou as contas inteiras, em um arquivo",
        en: "writes users, or whole accounts, to a file",
      },
      backup: { pt: "copia tudo, cifrado", en: "copies everything, encrypted" },
      verify: { pt: "prova que um backup se restaura", en: "proves that a backup can be restored" },
      restore: { pt: "traz um backup de volta", en: "brings a backup back" },
      doctor: { pt: "examina o servidor", en: "examines the server" },
    },
  },
});

/** By the name that auth gives them. */
export const keptWords = texts({
  names: {
    sessions: { pt: "Sessões", en: "Sessions" },
    flow_states: { pt: "Entradas em andamento", en: "Sign-ins under way" },
    saml_assertions: { pt: "Respostas SAML", en: "SAML responses" },
    passkey_challenges: { pt: "Desafios de chaves de acesso", en: "Challenges of passkeys" },
    factor_challenges: { pt: "Desafios de segundos fatores", en: "Challenges of second factors" },
    one_time_tokens: { pt: "Links e códigos", en: "Links and codes" },
    mail_pauses: { pt: "Pausas entre mensagens", en: "Pauses between messages" },
    support_codes: { pt: "Códigos de suporte", en: "Support codes" },
    provider_tries: { pt: "Testes de provedores", en: "Tries of providers" },
    tries: { pt: "Tentativas contadas", en: "Tries that were counted" },
    oauth_authorizations: { pt: "Autorizações de aplicativos em andamento", en: "Authorizations of apps under way" },
    oauth_clients: { pt: "Aplicativos que se registraram e ninguém usou", en: "Apps that registered themselves and nobody used" },
    webhook_deliveries: { pt: "Entregas de webhooks", en: "Deliveries of webhooks" },
    hourly_figures: { pt: "Números da visão geral", en: "Figures of the overview" },
    operator_tokens: { pt: "Usos de tokens do servidor", en: "Uses of operator's tokens" },
    bulk_job_changes: { pt: "Como desfazer ações em massa", en: "How to undo bulk jobs" },
    bulk_job_users: { pt: "Resultados de ações em massa", en: "Results of bulk jobs" },
    bulk_jobs: { pt: "Ações em massa", en: "Bulk jobs" },
    user_import_results: { pt: "Resultados de importações de usuários", en: "Results of imports of users" },
    unconfirmed_users: { pt: "Contas nunca confirmadas", en: "Accounts that were never confirmed" },
    dormant_users: { pt: "Contas sem uso bloqueadas", en: "Dormant accounts that were banned" },
    dormant_notices: { pt: "Avisos a contas sem uso", en: "Notices to dormant accounts" },
    user_imports: { pt: "Importações de usuários", en: "Imports of users" },
    outbox: { pt: "Mensagens enviadas, sem o conteúdo", en: "Messages that were sent, without their contents" },
  },
});
