// The built-in texts of mails in Portuguese, for users whose metadata says so.
import type { MailTemplate } from "./mail.ts";
import type { MailWords } from "./words.ts";

const IGNORE = "Se você não pediu isso, pode ignorar este e-mail: nada vai mudar.";

const NOT_YOU = "Se não foi você, peça uma nova senha agora mesmo: outra pessoa pode estar na sua conta.";

const CODE = "Ou digite este código:";

export const PORTUGUESE: Record<MailTemplate, MailWords & { subject: string }> = {
  invite: {
    subject: "Você recebeu um convite",
    heading: "Você recebeu um convite",
    sentence: "Você foi convidado a criar uma conta em {{ .SiteURL }}. Aceite o convite para começar.",
    button: "Aceitar o convite",
    code: CODE,
    otherwise: "Se você não quiser participar, pode ignorar este e-mail.",
  },
  confirmation: {
    subject: "Confirme seu cadastro",
    heading: "Confirme seu e-mail",
    sentence: "Confirme que {{ .Email }} é o seu endereço para concluir o cadastro.",
    button: "Confirmar o e-mail",
    code: CODE,
    otherwise: "Se você não se cadastrou, pode ignorar este e-mail: sem a confirmação, o endereço não é usado.",
  },
  recovery: {
    subject: "Crie uma nova senha",
    heading: "Crie uma nova senha",
    sentence: "Alguém, esperamos que você, pediu uma nova senha para {{ .Email }}.",
    button: "Criar uma nova senha",
    code: CODE,
    otherwise: IGNORE,
  },
  magic_link: {
    subject: "Seu link para entrar",
    heading: "Seu link para entrar",
    sentence: "Siga este link para entrar como {{ .Email }}. Ele vale uma vez.",
    button: "Entrar",
    code: CODE,
    otherwise: IGNORE,
  },
  email_change: {
    subject: "Confirme a troca de e-mail",
    heading: "Confirme seu novo e-mail",
    sentence: "Confirme a troca do seu endereço de {{ .Email }} para {{ .NewEmail }}.",
    button: "Confirmar a troca",
    code: CODE,
    otherwise: "Se você não pediu isso, não confirme e troque sua senha: alguém pode ter descoberto a atual.",
  },
  reauthentication: {
    subject: "Confirme que é você",
    heading: "Confirme que é você",
    sentence: "Alguém que entrou como {{ .Email }} quer mudar algo importante.",
    code: "Digite este código para continuar:",
    otherwise: "Se não foi você, não passe este código a ninguém e troque sua senha.",
  },
  password_changed: {
    subject: "Sua senha foi trocada",
    heading: "Sua senha foi trocada",
    sentence: "A senha de {{ .Email }} em {{ .SiteURL }} acabou de ser trocada. Os outros aparelhos foram desconectados.",
    otherwise: NOT_YOU,
  },
  email_changed: {
    subject: "Seu e-mail foi trocado",
    heading: "Seu e-mail foi trocado",
    sentence: "O endereço da sua conta em {{ .SiteURL }} mudou de {{ .OldEmail }} para {{ .Email }}.",
    otherwise: NOT_YOU,
  },
  phone_changed: {
    subject: "Seu telefone foi trocado",
    heading: "Seu telefone foi trocado",
    sentence: "O telefone de {{ .Email }} em {{ .SiteURL }} agora é {{ .Phone }}.",
    otherwise: NOT_YOU,
  },
  identity_linked: {
    subject: "Um novo jeito de entrar foi ligado à sua conta",
    heading: "Um novo jeito de entrar foi ligado à sua conta",
    sentence: "Agora também dá para entrar em {{ .Email }}, em {{ .SiteURL }}, por {{ .Provider }}.",
    otherwise: NOT_YOU,
  },
  identity_unlinked: {
    subject: "Um jeito de entrar foi removido da sua conta",
    heading: "Um jeito de entrar foi removido da sua conta",
    sentence: "Já não dá para entrar em {{ .Email }}, em {{ .SiteURL }}, por {{ .Provider }}.",
    otherwise: NOT_YOU,
  },
  mfa_factor_enrolled: {
    subject: "Uma nova verificação foi adicionada à sua conta",
    heading: "Uma nova verificação foi adicionada",
    sentence: "{{ .Email }} em {{ .SiteURL }} tem uma nova verificação: {{ .FactorType }}.",
    otherwise: NOT_YOU,
  },
  mfa_factor_unenrolled: {
    subject: "Uma verificação foi removida da sua conta",
    heading: "Uma verificação foi removida",
    sentence: "Uma verificação de {{ .Email }} em {{ .SiteURL }} foi removida: {{ .FactorType }}.",
    otherwise: NOT_YOU,
  },
  new_device: {
    subject: "Um novo aparelho entrou na sua conta",
    heading: "Um novo aparelho entrou na sua conta",
    sentence: "Alguém, esperamos que você, entrou em {{ .Email }}, em {{ .SiteURL }}, por {{ .Device }}, a partir de {{ .IP }}.",
    otherwise: NOT_YOU,
  },
  impersonated: {
    subject: "Um administrador olhou a sua conta",
    heading: "Um administrador olhou a sua conta",
    sentence:
      "Um administrador de {{ .SiteURL }} abriu a conta {{ .Email }} para ver o que você vê. Por 30 minutos, no máximo, ele pode olhar, e não pode mudar nada.",
    otherwise: "Se você não pediu ajuda, pergunte o motivo a quem cuida do site.",
  },
  passwords_exported: {
    subject: "Todas as contas foram exportadas com as senhas",
    heading: "Todas as contas foram exportadas",
    sentence:
      "{{ .Administrator }}, que é dono de {{ .SiteURL }}, exportou todas as contas com os hashes das senhas e os segundos fatores, a partir de {{ .IP }}.",
    otherwise:
      "Se você não esperava por isso, tire já o papel desse dono e pergunte o motivo: ele está no registro dos administradores.",
  },
  account_dormant: {
    subject: "Sua conta será desativada em breve",
    heading: "Sua conta será desativada em breve",
    sentence: "Há muito tempo ninguém entra em {{ .Email }}, em {{ .SiteURL }}. Em {{ .Day }} a conta será desativada.",
    otherwise: "Para mantê-la, entre antes desse dia. Nada é apagado: quem cuida do site pode abrir a conta de novo.",
  },
  space_invitation: {
    subject: "Você recebeu um convite",
    heading: "Você recebeu um convite",
    sentence:
      "{{ .Data.inviter }} convida você a dividir as finanças em {{ .SiteURL }}. Entre com o endereço {{ .Email }}, ou crie uma conta com ele, para aceitar.",
    button: "Aceitar o convite",
    otherwise: "Se você não sabe quem é, ou não quer participar, pode ignorar este e-mail: nada vai mudar.",
  },
  address_taken: {
    subject: "Você já tem uma conta",
    heading: "Você já tem uma conta",
    sentence: "Alguém tentou usar {{ .SendingTo }} para uma conta em {{ .SiteURL }}, mas o endereço já pertence à sua.",
    otherwise: "Se foi você, entre, ou peça uma nova senha. Se não foi, não precisa fazer nada: nada mudou.",
  },
};

/** From the words of sessions/device.ts: names of programs and systems stay as they are. */
export function portugueseDevice(name: string): string {
  return name.replace(/^another program/, "outro programa").replace(/ on (?=\w+$)/, " no ");
}
