// Texts of the screen of mails.
import { texts } from "../../language.ts";

export const mailWords = texts({
  title: { pt: "E-mails e SMS", en: "Mails and text messages" },
  server: { pt: "Servidor de e-mail", en: "Mail server" },
  serverMissing: {
    pt: "Nenhum servidor: e-mails não saem, ou ficam na pasta mailbox.",
    en: "No server: mails do not leave, or lie in the mailbox folder.",
  },
  attempt: { pt: "Mandar um teste", en: "Send a test" },
  attemptHint: {
    pt: "Um e-mail sai na hora, e se mostra o que o servidor disse.",
    en: "A mail leaves at once, and what the server said is shown.",
  },
  to: { pt: "Para", en: "To" },
  send: { pt: "Mandar", en: "Send" },
  sent: { pt: "O servidor aceitou o e-mail.", en: "The mail server has taken it." },
  inMailbox: { pt: "O e-mail está na pasta mailbox.", en: "The mail lies in the mailbox folder." },
  failed: { pt: (problem: string) => `Não saiu: ${problem}`, en: (problem: string) => `It was not sent: ${problem}` },
  dialogue: { pt: "Conversa com o servidor", en: "Dialogue with the server" },
  outbox: {
    title: { pt: "Fila de envio", en: "Outbox" },
    hint: { pt: "O que espera para sair. O conteúdo não é exibido.", en: "What waits to leave. What is in it is not shown." },
    none: { pt: "Nada espera.", en: "Nothing waits." },
    refresh: { pt: "Atualizar", en: "Refresh" },
    failed: { pt: (count: number) => `Não saíram (${count})`, en: (count: number) => `Given up (${count})` },
    next: { pt: (moment: string) => `de novo em ${moment}`, en: (moment: string) => `next try ${moment}` },
    user: { pt: "Abrir o usuário", en: "Open the user" },
    retry: {
      act: { pt: "Tentar já", en: "Try now" },
      title: { pt: "Tentar mandar já?", en: "Try to send it now?" },
      done: { pt: "Será tentado em instantes.", en: "It is tried in a moment." },
    },
    drop: {
      act: { pt: "Descartar", en: "Drop" },
      title: { pt: "Descartar esta mensagem?", en: "Drop this message?" },
      text: {
        pt: "Ela não sai mais, e o conteúdo é apagado. Isto não pode ser desfeito.",
        en: "It is not sent any more, and its contents are deleted. This cannot be undone.",
      },
      done: { pt: "Mensagem descartada.", en: "Message dropped." },
    },
  },
  more: { pt: "Aparência e limites", en: "Looks and limits" },
  sms: { pt: "SMS", en: "Text messages" },
  smsGateway: { pt: "Serviço de SMS", en: "SMS gateway" },
  smsHint: {
    pt: "Escolha o serviço em SMS_PROVIDER e informe as credenciais dele.",
    en: "Choose the gateway in SMS_PROVIDER, and enter its credentials.",
  },
  messages: { pt: "Textos", en: "Texts" },
  messagesHint: {
    pt: "Um texto para todos vale no lugar dos embutidos; um de uma língua, para quem a lê.",
    en: "A text for everybody takes the place of the built-in ones; one of a language is for its readers.",
  },
  notifications: { pt: "Avisos", en: "Notifications" },
  builtIn: { pt: "texto embutido", en: "built-in text" },
  own: { pt: "texto seu", en: "your own text" },
  edit: { pt: "Editar", en: "Edit" },
  language: { pt: "Para quem lê", en: "For readers of" },
  everybody: { pt: "qualquer língua", en: "any language" },
  languages: {
    PT: { pt: "português", en: "Portuguese" },
    EN: { pt: "inglês", en: "English" },
    ES: { pt: "espanhol", en: "Spanish" },
    FR: { pt: "francês", en: "French" },
    DE: { pt: "alemão", en: "German" },
    IT: { pt: "italiano", en: "Italian" },
  },
  subject: { pt: "Assunto", en: "Subject" },
  html: { pt: "HTML, ou o endereço dele", en: "HTML, or its address" },
  htmlHint: { pt: "Vazio: o texto embutido.", en: "Empty: the built-in text." },
  variables: { pt: "Variáveis", en: "Variables" },
  variablesHint: {
    pt: "Valem no assunto e no HTML. .Data tem os metadados da pessoa.",
    en: "They work in the subject and in the HTML. .Data has the user's metadata.",
  },
  subjectHint: { pt: "Vazio: o assunto embutido.", en: "Empty: the built-in subject." },
  previewTitle: { pt: "Como fica", en: "Preview" },
  previewText: { pt: "Em texto", en: "As text" },
  elsewhere: {
    pt: (url: string) => `O modelo está em ${url} e não foi buscado; este é o embutido.`,
    en: (url: string) => `The template lies at ${url} and was not fetched; this is the built-in one.`,
  },
  environment: { pt: "Definido no ambiente do servidor", en: "Set in the server's environment" },
  kinds: {
    CONFIRMATION: { pt: "Confirmação do cadastro", en: "Confirmation of a sign-up" },
    RECOVERY: { pt: "Nova senha", en: "New password" },
    MAGIC_LINK: { pt: "Link para entrar", en: "Link to sign in" },
    INVITE: { pt: "Convite", en: "Invitation" },
    EMAIL_CHANGE: { pt: "Novo endereço", en: "New address" },
    REAUTHENTICATION: { pt: "Código de confirmação", en: "Code that confirms" },
    ADDRESS_TAKEN: { pt: "Endereço que já tem conta", en: "Address that has an account" },
    SPACE_INVITATION: { pt: "Convite para um espaço", en: "Invitation to a space" },
    PASSWORD_CHANGED_NOTIFICATION: { pt: "Senha alterada", en: "Password changed" },
    EMAIL_CHANGED_NOTIFICATION: { pt: "E-mail alterado", en: "Address changed" },
    PHONE_CHANGED_NOTIFICATION: { pt: "Telefone alterado", en: "Phone number changed" },
    IDENTITY_LINKED_NOTIFICATION: { pt: "Conta ligada", en: "Identity linked" },
    IDENTITY_UNLINKED_NOTIFICATION: { pt: "Conta desligada", en: "Identity unlinked" },
    MFA_FACTOR_ENROLLED_NOTIFICATION: { pt: "Segundo fator cadastrado", en: "Second factor enrolled" },
    MFA_FACTOR_UNENROLLED_NOTIFICATION: { pt: "Segundo fator removido", en: "Second factor removed" },
    NEW_DEVICE_NOTIFICATION: { pt: "Aparelho novo", en: "New device" },
    IMPERSONATED_NOTIFICATION: { pt: "Conta vista por quem administra", en: "Account seen by an administrator" },
  },
});

export type MailKind = keyof typeof mailWords.kinds;

/** As auth names it. */
export const templateOf = (kind: MailKind): string => kind.replace(/_NOTIFICATION$/, "").toLowerCase();
