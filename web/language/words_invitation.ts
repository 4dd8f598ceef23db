// The words of the page that invites somebody to a household.

export const INVITATION = {
  "pt-BR": {
    title: "Convite para uma casa",
    ask: "Copie aqui o link da mensagem, ou o código que está no fim dele.",
    invites: (inviter: string, space: string, role: string) =>
      `${inviter} convida você para dividir as finanças do espaço “${space}”, como ${role}.`,
    roles: { owner: "dono: você cuida de tudo", editor: "editor: você lança e muda", viewer: "leitor: você só vê" },
    member: (space: string) => `Você já participa do espaço “${space}”.`,
    explain: "Seu próprio espaço continua só seu.",
    label: "Código do convite",
    next: "Continuar",
    act: "Aceitar o convite",
    open: "Abrir o espaço",
    another: "Entrar com outro e-mail",
    later: "Agora não",
  },
  en: {
    title: "Invitation to a household",
    ask: "Copy the link of the message here, or the code at its end.",
    invites: (inviter: string, space: string, role: string) =>
      `${inviter} invites you to share the space “${space}”, as ${role}.`,
    roles: {
      owner: "an owner: you manage all of it",
      editor: "an editor: you add and change",
      viewer: "a viewer: you only look",
    },
    member: (space: string) => `You belong to the space “${space}” already.`,
    explain: "Your own space stays yours alone.",
    label: "Code of the invitation",
    next: "Continue",
    act: "Accept the invitation",
    open: "Open the space",
    another: "Sign in with another email",
    later: "Not now",
  },
};
