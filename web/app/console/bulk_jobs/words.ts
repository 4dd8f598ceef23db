// Texts of bulk jobs: the list, one of them, and its results.
import { texts } from "../../language.ts";

export const jobsWords = texts({
  title: { pt: "Ações em massa", en: "Bulk jobs" },
  hint: {
    pt: "Comece uma na lista de usuários: filtre e use “Agir sobre todos os encontrados”.",
    en: "Start one from the list of users: filter it and use “Act on all that are found”.",
  },
  none: { pt: "Nenhuma ação em massa em 90 dias.", en: "No bulk jobs in 90 days." },
  columns: {
    act: { pt: "Ação", en: "Act" },
    state: { pt: "Estado", en: "State" },
    progress: { pt: "Andamento", en: "Progress" },
    who: { pt: "Quem", en: "Who" },
    when: { pt: "Quando", en: "When" },
  },
  acts: {
    ban: { pt: "Bloquear", en: "Ban" },
    unban: { pt: "Desbloquear", en: "Unban" },
    set_app_metadata: { pt: "Mudar metadados do aplicativo", en: "Change app metadata" },
    confirm_email: { pt: "Confirmar os e-mails", en: "Confirm the addresses" },
    send_recovery: { pt: "Mandar e-mail de nova senha", en: "Mail a link for a new password" },
    send_invitation: { pt: "Mandar o convite de novo", en: "Mail the invitation again" },
    sign_out: { pt: "Encerrar todas as sessões", en: "End all sessions" },
    delete: { pt: "Excluir as pessoas", en: "Delete the people" },
    erase: { pt: "Apagar de vez", en: "Erase for good" },
    undo: { pt: "Desfazer", en: "Undo" },
  },
  states: {
    waiting: { pt: "Na fila", en: "Waiting" },
    running: { pt: "Em andamento", en: "Running" },
    done: { pt: "Concluída", en: "Done" },
    cancelled: { pt: "Cancelada", en: "Cancelled" },
    stopped: { pt: "Parada", en: "Stopped" },
  },
  of: { pt: (part: string, all: string) => `${part} de ${all}`, en: (part: string, all: string) => `${part} of ${all}` },
});

export const jobWords = texts({
  reason: { pt: "Motivo", en: "Reason" },
  users: { pt: "Sobre quem", en: "Upon whom" },
  ids: { pt: (count: string) => `Usuários por id: ${count}`, en: (count: string) => `Users by id: ${count}` },
  until: { pt: "Até", en: "Until" },
  metadata: { pt: "Metadados", en: "Metadata" },
  createdBy: { pt: "Por", en: "By" },
  created: { pt: "Início", en: "Started" },
  ended: { pt: "Fim", en: "Ended" },
  stopped: {
    pt: "Parou porque quem a iniciou não pode mais fazer isto.",
    en: "It stopped because whoever started it may not do this any more.",
  },
  waitsForMails: {
    pt: "O limite de e-mails foi alcançado. A ação continua sozinha quando houver lugar.",
    en: "The limit of mails is reached. The job goes on by itself once there is room.",
  },
  undoes: { pt: "Desfaz esta", en: "Takes this back" },
  undoneBy: { pt: "Desfeita por esta", en: "Taken back by this" },
  open: { pt: "Abrir", en: "Open" },
  finals: {
    undo: { pt: "Um desfazer não se desfaz. Faça a ação de novo.", en: "It takes another job back; do that one again instead." },
    send_recovery: {
      pt: "E-mails enviados não voltam; os links valem até vencerem. Metade do limite de e-mails fica para os outros.",
      en: "Mails that have left do not come back; their links are good until they expire. Half of the limit of mails is left to others.",
    },
    send_invitation: {
      pt: "E-mails enviados não voltam; os links valem até vencerem. Quem já escolheu uma senha escolhe outra ao aceitar.",
      en: "Mails that have left do not come back; their links are good until they expire. Whoever has a password chooses another on accepting.",
    },
    sign_out: {
      pt: "Sessões encerradas não voltam. As pessoas podem entrar de novo.",
      en: "Sessions that have ended do not come back; the users can sign in again.",
    },
    delete: {
      pt: "Endereços, senhas, fatores e metadados são esquecidos. Só os ids ficam.",
      en: "Addresses, passwords, factors and metadata are forgotten; only the ids stay.",
    },
    erase: { pt: "Os usuários somem, com tudo o que é deles.", en: "The users are gone, with all that belongs to them." },
  },
  undoUntil: { pt: (moment: string) => `até ${moment}`, en: (moment: string) => `until ${moment}` },
  undoable: { pt: "Pode ser desfeita", en: "Can be undone" },
  final: { pt: "Não pode ser desfeita", en: "Cannot be undone" },
  cancel: {
    title: { pt: "Parar esta ação?", en: "End this job?" },
    text: { pt: "O que já foi feito fica feito.", en: "What is done stays done." },
    act: { pt: "Parar", en: "End it" },
    done: { pt: "Ação cancelada", en: "Job cancelled" },
  },
  undo: {
    title: { pt: "Desfazer esta ação?", en: "Undo this job?" },
    text: {
      pt: "Cada usuário volta a como estava. Quem foi mudado depois fica como está.",
      en: "Each user goes back to what they were. Whoever was changed since stays as they are.",
    },
    act: { pt: "Desfazer", en: "Undo" },
  },
});

export const resultsWords = texts({
  title: { pt: "Resultados", en: "Results" },
  outcome: { pt: "Resultado", en: "Outcome" },
  user: { pt: "Usuário", en: "User" },
  why: { pt: "Por quê", en: "Why" },
  all: { pt: "Todos", en: "All" },
  none: { pt: "Ninguém aqui.", en: "Nobody here." },
  file: { pt: "Baixar CSV", en: "Download CSV" },
  outcomes: {
    done: { pt: "Feito", en: "Done" },
    skipped: { pt: "Deixado de fora", en: "Left out" },
    failed: { pt: "Falhou", en: "Failed" },
    not_done: { pt: "Não feito", en: "Not done" },
  },
  errors: {
    own_account: { pt: "conta de quem iniciou a ação", en: "account of whoever started it" },
    administrator_protected: { pt: "administrador com papel acima", en: "administrator with a higher role" },
    user_not_found: { pt: "não existe mais", en: "no longer exists" },
    user_deleted: { pt: "excluído", en: "deleted" },
    unchanged: { pt: "já estava assim", en: "was so already" },
    email_missing: { pt: "não tem e-mail", en: "has no address" },
    email_already_confirmed: { pt: "e-mail já confirmado", en: "address confirmed already" },
    user_banned: { pt: "bloqueado", en: "banned" },
    user_sso_managed: { pt: "entra pela empresa", en: "signs in by the company" },
    email_address_invalid: { pt: "o e-mail não recebe", en: "the address takes no mail" },
    over_email_send_rate_limit: { pt: "recebeu um e-mail há pouco", en: "was mailed a moment ago" },
    changed_since: { pt: "mudado depois", en: "changed since" },
  },
});
