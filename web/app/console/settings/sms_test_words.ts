// Texts of the test of the SMS gateway.
import { texts } from "../../language.ts";

export const smsTestWords = texts({
  open: { pt: "Mandar SMS de teste", en: "Send a test message" },
  title: { pt: "Mandar um SMS de teste", en: "Send a test message" },
  hint: {
    pt: "Um SMS sai na hora, sem código, e custa como os outros. A resposta do serviço aparece aqui, sem as credenciais.",
    en: "A text message without a code leaves at once, and costs as the others do. The gateway's answer is shown, without credentials.",
  },
  to: { pt: "Telefone", en: "Phone number" },
  toHint: { pt: "Com o código do país, como +55 11 99999-0000.", en: "With the country's code, such as +1 555 123 4567." },
  badNumber: { pt: "Ponha o número com o código do país.", en: "Give the number with the country's code." },
  send: { pt: "Mandar", en: "Send" },
  sent: { pt: "O serviço aceitou o SMS.", en: "The gateway has taken it." },
  inMailbox: { pt: "O SMS está na pasta mailbox.", en: "The message lies in the mailbox folder." },
  failed: { pt: (problem: string) => `Não saiu: ${problem}`, en: (problem: string) => `It was not sent: ${problem}` },
  answer: { pt: (status: number) => `Resposta do serviço: ${status}`, en: (status: number) => `The gateway's answer: ${status}` },
  notShown: {
    pt: "(não é exibida: o endereço do serviço foi mudado no console)",
    en: "(not shown: the address of the gateway was changed in the console)",
  },
  noBody: { pt: "(sem JSON)", en: "(no JSON)" },
});
