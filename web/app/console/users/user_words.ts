// Texts of the screen of one user.
import { texts } from "../../language.ts";

export const userWords = texts({
  title: { pt: "Usuário", en: "User" },
  invited: { pt: "Convidado", en: "Invited" },
  bannedUntil: { pt: (moment: string) => `até ${moment}`, en: (moment: string) => `until ${moment}` },
  bannedForever: { pt: "sem data para voltar", en: "without an end" },
  tabs: {
    label: { pt: "Partes", en: "Parts" },
    profile: { pt: "Perfil", en: "Profile" },
    access: { pt: "Acesso", en: "Access" },
    activity: { pt: "Atividade", en: "Activity" },
    data: { pt: "Dados", en: "Data" },
  },
  acts: {
    menu: { pt: "Ações", en: "Actions" },
    sendMail: { pt: "Mandar", en: "Send" },
    mailSent: { pt: "E-mail a caminho", en: "The mail is on its way" },
    mailTo: { pt: (email: string) => `Vai para ${email}.`, en: (email: string) => `It goes to ${email}.` },
    mails: {
      recovery: { pt: "Mandar e-mail de nova senha", en: "Send a password recovery mail" },
      magic_link: { pt: "Mandar link para entrar", en: "Send a sign-in link" },
      confirmation: { pt: "Mandar e-mail de confirmação", en: "Send a confirmation mail" },
      invite: { pt: "Mandar o convite de novo", en: "Send the invitation again" },
    },
    link: {
      title: { pt: "Criar link para copiar", en: "Create a link to copy" },
      text: {
        pt: "Quem abre o link entra nesta conta, sem e-mail e sem senha. Entregue só à pessoa. Vale uma vez.",
        en: "Whoever opens the link gets into this account, without a mail or a password. Give it to the person only. It works once.",
      },
      act: { pt: "Criar link", en: "Create link" },
      kind: { pt: "Para quê", en: "What for" },
      kinds: {
        magiclink: { pt: "Entrar", en: "To sign in" },
        recovery: { pt: "Criar nova senha", en: "To choose a new password" },
      },
      once: { pt: "Copie agora: o link não aparece de novo.", en: "Copy it now: the link is not shown again." },
    },
    impersonate: {
      title: { pt: "Ver como esta pessoa", en: "See as this person" },
      text: {
        pt: "Por 30 minutos você vê o que ela vê, sem mudar nada. Ela recebe um e-mail. Sua sessão espera por você.",
        en: "For 30 minutes you see what they see, without changing anything. They get a mail. Your session waits for you.",
      },
      act: { pt: "Ver", en: "See" },
    },
    supportCode: { pt: "Código de suporte", en: "Support code" },
    supportCodeHint: {
      pt: "Só se o servidor exigir: a pessoa o cria nas configurações dela.",
      en: "Only if the server demands it: the person creates it in their settings.",
    },
    ban: {
      title: { pt: "Bloquear", en: "Ban" },
      text: {
        pt: "A pessoa sai de todos os aparelhos e não entra até o fim do bloqueio. Dá para desbloquear antes.",
        en: "The person is signed out everywhere and cannot sign in until the ban ends. You can end it earlier.",
      },
      act: { pt: "Bloquear", en: "Ban" },
      done: { pt: "Usuário bloqueado", en: "User banned" },
    },
    duration: { pt: "Por quanto tempo", en: "For how long" },
    durations: {
      "1h": { pt: "1 hora", en: "1 hour" },
      "24h": { pt: "1 dia", en: "1 day" },
      "168h": { pt: "7 dias", en: "7 days" },
      "720h": { pt: "30 dias", en: "30 days" },
      "876000h": { pt: "Sem fim", en: "Without an end" },
    },
    untilMoment: { pt: "Até uma data", en: "Until a date" },
    until: { pt: "Até quando", en: "Until" },
    untilPast: { pt: "Escolha um momento no futuro.", en: "Choose a moment in the future." },
    unban: {
      title: { pt: "Desbloquear", en: "Unban" },
      text: { pt: "A pessoa volta a entrar como antes.", en: "The person can sign in again." },
      act: { pt: "Desbloquear", en: "Unban" },
      done: { pt: "Usuário desbloqueado", en: "User unbanned" },
    },
    endSessions: {
      title: { pt: "Encerrar todas as sessões", en: "End all sessions" },
      text: {
        pt: "A pessoa sai de todos os aparelhos agora. Isto não pode ser desfeito, mas ela pode entrar de novo.",
        en: "The person is signed out everywhere now. This cannot be undone, but they can sign in again.",
      },
      act: { pt: "Encerrar", en: "End them" },
      done: { pt: "Sessões encerradas", en: "Sessions ended" },
    },
    delete: {
      title: { pt: "Excluir a pessoa", en: "Delete the person" },
      text: {
        pt: "O id fica. E-mail, telefone, nome, senha e formas de entrar são apagados. Isto não pode ser desfeito.",
        en: "The id is kept. Email, phone, name, password and ways to sign in are forgotten. This cannot be undone.",
      },
      act: { pt: "Excluir", en: "Delete" },
      done: { pt: "Pessoa excluída", en: "Person deleted" },
    },
    erase: {
      title: { pt: "Apagar de vez", en: "Erase for good" },
      text: {
        pt: "Nem o id fica, e o que outras tabelas ligam a ele vai junto. Isto não pode ser desfeito.",
        en: "Not even the id is kept, and what other tables link to it goes with it. This cannot be undone.",
      },
      act: { pt: "Apagar de vez", en: "Erase for good" },
      done: { pt: "Usuário apagado", en: "User erased" },
    },
    typeToErase: { pt: (name: string) => `Digite ${name} para confirmar`, en: (name: string) => `Type ${name} to confirm` },
    typedWrong: { pt: "Não é igual.", en: "That is not the same." },
  },
});

export const profileWords = texts({
  addresses: { pt: "Endereços", en: "Addresses" },
  kinds: {
    email: { label: { pt: "E-mail", en: "Email" }, change: { pt: "Mudar o e-mail", en: "Change the email" } },
    phone: { label: { pt: "Telefone", en: "Phone" }, change: { pt: "Mudar o telefone", en: "Change the phone" } },
  },
  none: { pt: "nenhum", en: "none" },
  confirmed: { pt: (moment: string) => `confirmado em ${moment}`, en: (moment: string) => `confirmed ${moment}` },
  unconfirmed: { pt: "não confirmado", en: "not confirmed" },
  waiting: {
    pt: (email: string) => `mudança para ${email} espera confirmação`,
    en: (email: string) => `change to ${email} waits for its confirmation`,
  },
  confirm: { pt: "Confirmar", en: "Confirm" },
  confirmAsk: { pt: "Confirmar sem e-mail ou mensagem?", en: "Confirm without a mail or a message?" },
  confirmHint: {
    pt: "Só confirme se você sabe que o endereço é da pessoa.",
    en: "Only confirm it if you know that the address belongs to the person.",
  },
  change: { pt: "Mudar", en: "Change" },
  changeHint: {
    pt: "Quem tem o novo endereço pode entrar nesta conta. Links e códigos pendentes deixam de valer.",
    en: "Whoever has the new address can get into this account. Pending links and codes become invalid.",
  },
  isConfirmed: { pt: "Já está confirmado", en: "It is already confirmed" },
  password: { pt: "Senha", en: "Password" },
  hasPassword: { pt: "Tem senha", en: "Has a password" },
  noPassword: { pt: "Não tem senha", en: "Has no password" },
  hash: { pt: (kind: string) => `guardada com ${kind}`, en: (kind: string) => `stored by ${kind}` },
  changed: { pt: (moment: string) => `mudada em ${moment}`, en: (moment: string) => `changed ${moment}` },
  setPassword: { pt: "Definir senha", en: "Set a password" },
  setPasswordHint: {
    pt: "Prefira mandar o e-mail de nova senha: assim só a pessoa a conhece. Todas as sessões terminam.",
    en: "Prefer the recovery mail: then only the person knows it. All sessions end.",
  },
  newPassword: { pt: "Nova senha", en: "New password" },
  passwordSet: { pt: "Senha definida", en: "Password set" },
  ways: { pt: "Formas de entrar", en: "Ways to sign in" },
  noWays: { pt: "Nenhuma.", en: "None." },
  used: { pt: (moment: string) => `usada em ${moment}`, en: (moment: string) => `used ${moment}` },
  since: { pt: (moment: string) => `desde ${moment}`, en: (moment: string) => `since ${moment}` },
  unlink: { pt: "Desligar", en: "Unlink" },
  unlinkAsk: { pt: (name: string) => `Desligar ${name}?`, en: (name: string) => `Unlink ${name}?` },
  unlinkHint: { pt: "A pessoa não entra mais por aí.", en: "The person can no longer sign in this way." },
  role: { pt: "Papel neste servidor", en: "Role on this server" },
  roleHint: { pt: "O que a pessoa pode fazer aqui na administração.", en: "What the person may do in this console." },
  roleAsk: { pt: "Vale na hora, para cada chamada.", en: "It holds at once, for every call." },
  noRole: { pt: "Nenhum", en: "None" },
});

export const accessWords = texts({
  factors: { pt: "Segundos fatores", en: "Second factors" },
  noFactors: { pt: "Nenhum segundo fator.", en: "No second factor." },
  kinds: {
    totp: { pt: "Aplicativo autenticador", en: "Authenticator app" },
    phone: { pt: "Código por telefone", en: "Code by phone" },
    webauthn: { pt: "Chave de segurança", en: "Security key" },
    recovery_code: { pt: "Códigos de recuperação", en: "Recovery codes" },
  },
  unverified: { pt: "não verificado", en: "not verified" },
  since: { pt: (moment: string) => `desde ${moment}`, en: (moment: string) => `since ${moment}` },
  used: { pt: (moment: string) => `usado em ${moment}`, en: (moment: string) => `used ${moment}` },
  removeFactor: {
    act: { pt: "Remover", en: "Remove" },
    ask: { pt: "Remover este segundo fator?", en: "Remove this second factor?" },
    hint: {
      pt: "Só remova se você tem certeza de quem pediu. A pessoa recebe um aviso.",
      en: "Only remove it if you are sure who asked for it. The person is told.",
    },
  },
  passkeys: { pt: "Chaves de acesso", en: "Passkeys" },
  noPasskeys: { pt: "Nenhuma chave de acesso.", en: "No passkey." },
  passkey: { pt: "Chave de acesso", en: "Passkey" },
  removePasskey: {
    act: { pt: "Remover", en: "Remove" },
    ask: { pt: "Remover esta chave de acesso?", en: "Remove this passkey?" },
    hint: { pt: "A pessoa não entra mais com ela.", en: "The person can no longer sign in with it." },
  },
  sessions: { pt: "Sessões", en: "Sessions" },
  noSessions: { pt: "Nenhuma sessão.", en: "No session." },
  unknownDevice: { pt: "Aparelho desconhecido", en: "Unknown device" },
  twoSteps: { pt: "com segundo fator", en: "with a second factor" },
  oneStep: { pt: "sem segundo fator", en: "without a second factor" },
  endSession: {
    act: { pt: "Encerrar", en: "End" },
    ask: { pt: "Encerrar esta sessão?", en: "End this session?" },
    hint: { pt: "A pessoa sai deste aparelho na hora.", en: "The person is signed out there at once." },
  },
  apps: { pt: "Aplicativos com acesso", en: "Apps with access" },
  noApps: { pt: "Nenhum aplicativo.", en: "No app." },
  revokeApp: {
    act: { pt: "Tirar o acesso", en: "Revoke" },
    ask: { pt: "Tirar o acesso deste aplicativo?", en: "Revoke the access of this app?" },
    hint: { pt: "A pessoa pode dar acesso de novo.", en: "The person can grant it again." },
  },
});

export const activityWords = texts({
  mails: { pt: "E-mails e mensagens", en: "Mails and messages" },
  mailsHint: { pt: "O conteúdo não fica guardado depois do envio.", en: "Their contents are not kept once they have left." },
  noMails: { pt: "Nada foi enviado há pouco.", en: "Nothing was sent lately." },
  states: {
    waiting: { pt: "na fila", en: "waiting" },
    sent: { pt: "enviado", en: "sent" },
    failed: { pt: "falhou", en: "failed" },
    expired: { pt: "venceu", en: "expired" },
  },
  templates: {
    invite: { pt: "Convite", en: "Invitation" },
    confirmation: { pt: "Confirmação do endereço", en: "Confirmation of the address" },
    recovery: { pt: "Nova senha", en: "Password recovery" },
    magic_link: { pt: "Link para entrar", en: "Sign-in link" },
    email_change: { pt: "Mudança de e-mail", en: "Change of address" },
    reauthentication: { pt: "Código de confirmação", en: "Code of confirmation" },
    address_taken: { pt: "Endereço já cadastrado", en: "Address already registered" },
    space_invitation: { pt: "Convite para um espaço", en: "Invitation to a space" },
    password_changed: { pt: "Aviso: senha mudada", en: "Notice: password changed" },
    email_changed: { pt: "Aviso: e-mail mudado", en: "Notice: address changed" },
    phone_changed: { pt: "Aviso: telefone mudado", en: "Notice: phone number changed" },
    identity_linked: { pt: "Aviso: forma de entrar ligada", en: "Notice: way to sign in linked" },
    identity_unlinked: { pt: "Aviso: forma de entrar desligada", en: "Notice: way to sign in unlinked" },
    mfa_factor_enrolled: { pt: "Aviso: segundo fator criado", en: "Notice: second factor added" },
    mfa_factor_unenrolled: { pt: "Aviso: segundo fator removido", en: "Notice: second factor removed" },
    new_device: { pt: "Aviso: aparelho novo", en: "Notice: new device" },
    impersonated: { pt: "Aviso: conta vista por um administrador", en: "Notice: account seen by an administrator" },
  },
  kinds: { mail: { pt: "e-mail", en: "mail" }, sms: { pt: "mensagem", en: "text message" } },
  tries: { pt: (count: number) => `${count} tentativas`, en: (count: number) => `${count} tries` },
  acts: { pt: "O que administradores fizeram", en: "What administrators did" },
  log: { pt: "Registro da conta", en: "Account log" },
  noLog: { pt: "Nada no registro.", en: "Nothing in the log." },
});

export const dataWords = texts({
  metadata: {
    user_metadata: {
      title: { pt: "Metadados da pessoa", en: "User metadata" },
      hint: { pt: "A própria pessoa pode mudar estes.", en: "The person can change these." },
    },
    app_metadata: {
      title: { pt: "Metadados do aplicativo", en: "App metadata" },
      hint: { pt: "Só o servidor muda estes.", en: "Only the server changes these." },
    },
  },
  edit: { pt: "Editar", en: "Edit" },
  json: { pt: "JSON", en: "JSON" },
  notJson: { pt: "Isto não é um objeto JSON.", en: "This is no JSON object." },
  same: { pt: "Nada muda.", en: "Nothing changes." },
  difference: { pt: "O que muda", en: "What changes" },
  claims: { pt: "O que um token diria", en: "What a token would say" },
  claimsHint: { pt: "Calculado agora; nenhum token é emitido.", en: "Computed now; no token is issued." },
  hooks: {
    called: { pt: (_error: string) => "Com as mudanças do hook.", en: (_error: string) => "With the changes of the hook." },
    failed: { pt: (error: string) => `O hook falhou: ${error}`, en: (error: string) => `The hook failed: ${error}` },
  },
  raw: { pt: "Registro completo", en: "Whole record" },
});
