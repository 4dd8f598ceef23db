// What the page says that the link of a mail leads to.

const PORTUGUESE = {
  titles: {
    signup: "Confirme seu e-mail",
    email: "Confirme seu e-mail",
    invite: "Você foi convidado",
    recovery: "Criar uma nova senha",
    magiclink: "Entrar com este link",
    email_change: "Confirme a troca de e-mail",
  },
  acts: {
    signup: "Confirmar e entrar",
    email: "Confirmar e entrar",
    invite: "Aceitar o convite",
    recovery: "Continuar",
    magiclink: "Entrar",
    email_change: "Confirmar a troca",
  },
  explain: "O link vale uma vez. Ele só é usado quando você aperta o botão.",
  elsewhere: (host: string) => `Depois você continua em ${host}.`,
  inApp: "Depois você continua no aplicativo.",
  sameBrowser: (host: string) =>
    `Use o mesmo navegador em que você pediu este link. Se for outro, abra ${host} aqui e peça um novo.`,
  sameDevice: "Use o mesmo aparelho em que você pediu este link. Se for outro, abra o aplicativo aqui e peça um novo.",
  overTitle: "Este link não vale mais",
  over: "Ele já foi usado ou venceu. Diga seu e-mail e mandamos outro.",
  overSignUp: "Ele já foi usado ou venceu. Se você já confirmou o e-mail, é só entrar. Se não, mandamos outro link.",
  overInvite: "Ele já foi usado ou venceu. Se você já aceitou o convite, é só entrar. Se não, peça outro a quem convidou.",
  overChange: "Ele já foi usado ou venceu. Para trocar o e-mail, peça de novo nas configurações da sua conta.",
  overSignedIn: "Ele já foi usado ou venceu, mas tudo bem: você já entrou neste navegador.",
  newLink: "Mandar outro link",
  toSettings: "Ir para as configurações",
  halfwayTitle: "Falta um passo",
  halfway: "Este endereço está confirmado. Agora siga o link que mandamos para o outro.",
};

const ENGLISH = {
  titles: {
    signup: "Confirm your email",
    email: "Confirm your email",
    invite: "You have been invited",
    recovery: "Make a new password",
    magiclink: "Sign in with this link",
    email_change: "Confirm the change of email",
  },
  acts: {
    signup: "Confirm and sign in",
    email: "Confirm and sign in",
    invite: "Accept the invitation",
    recovery: "Continue",
    magiclink: "Sign in",
    email_change: "Confirm the change",
  },
  explain: "The link works once. It is only used when you press the button.",
  elsewhere: (host: string) => `Then you go on at ${host}.`,
  inApp: "Then you go on in the app.",
  sameBrowser: (host: string) =>
    `Use the same browser that you asked for this link in. If this is another one, open ${host} here and ask for a new link.`,
  sameDevice:
    "Use the same device that you asked for this link on. If this is another one, open the app here and ask for a new link.",
  overTitle: "This link is no longer valid",
  over: "It was already used, or it has expired. Type your email and we'll send you another.",
  overSignUp:
    "It was already used, or it has expired. If your email is confirmed, just sign in. If not, we'll send you another link.",
  overInvite:
    "It was already used, or it has expired. If you have accepted the invitation, just sign in. If not, ask whoever invited you for another.",
  overChange: "It was already used, or it has expired. To change your email, ask again in your account's settings.",
  overSignedIn: "It was already used, or it has expired. That's fine: you're already signed in here.",
  newLink: "Send another link",
  toSettings: "Go to settings",
  halfwayTitle: "One more step",
  halfway: "This address is confirmed. Now follow the link that we sent to the other one.",
} satisfies typeof PORTUGUESE;

export const CONFIRM = { "pt-BR": PORTUGUESE, en: ENGLISH };
