// Test support: a household's books, the same every time: for pictures, and to see screens that have something to show.
import type { TestBrowser } from "../testing.ts";

interface Named {
  id: number;
  name: string;
}

interface Household extends Requests {
  today: string;
  thisMonth: string;
  checking: number;
  savings: number;
  card: number;
  second: number;
  category(name: string): number;
}

interface Requests {
  send<T = Named>(method: "POST" | "PUT", path: string, body: object): Promise<T>;
  read<T>(path: string): Promise<T>;
}

/** `today`: what is before it has happened. `months`: of history, this one among them. */
export async function fillSample(who: TestBrowser, today: string, months: number): Promise<void> {
  const household = await openHousehold(requestsOf(who), today);
  await bookHistory(household, months);
  await bookFixed(household);
  await bookInstalmentsAndTransfer(household);
  await setBudgets(household);
  await payInvoices(household, months);
  await saveForGoal(household);
}

function requestsOf(who: TestBrowser): Requests {
  return {
    async send<T>(method: "POST" | "PUT", path: string, body: object): Promise<T> {
      const reply = await who.fetch(`/api/finance${path}`, { method, body });
      if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`);
      return reply.body as T;
    },
    read: async <T>(path: string) => (await who.fetch(`/api/finance${path}`)).body as T,
  };
}

async function openHousehold({ send, read }: Requests, today: string): Promise<Household> {
  const [first] = await read<Named[]>("/accounts");
  const checking = first?.id as number;
  await send("PUT", `/accounts/${checking}`, { name: "Banco do Bairro", opening_balance_cents: 241_830 });
  const savings = (await send("POST", "/accounts", { name: "Poupança", type: "savings", opening_balance_cents: 620_000 })).id;
  const card = (await send("POST", "/credit_cards", { name: "Lua", closing_day: 3, due_day: 10, limit_cents: 600_000 })).id;
  const second = (await send("POST", "/credit_cards", { name: "Sol", closing_day: 18, due_day: 25, limit_cents: 250_000 })).id;
  const categories = await read<Named[]>("/categories");
  const category = (name: string) => {
    const match = categories.find((each) => each.name === name);
    if (!match) throw new Error(`no category ${name}: ${categories.map((each) => each.name).join(", ")}`);
    return match.id;
  };
  return { send, read, today, thisMonth: today.slice(0, 7), checking, savings, card, second, category };
}

async function bookHistory(
  { send, category, today, thisMonth, checking, card, second }: Household,
  months: number,
): Promise<void> {
  const random = randomFrom(7);
  const around = (cents: number) => Math.round((cents * (0.75 + random() * 0.5)) / 10) * 10;
  for (let back = months - 1; back >= 0; back--) {
    const month = monthBefore(thisMonth, back);
    const book = (day: number, description: string, cents: number, name: string, more: object = { account_id: checking }) => {
      const date = `${month}-${String(day).padStart(2, "0")}`;
      if (date > today) return undefined;
      return send("POST", "/transactions", { description, amount_cents: cents, date, category_id: category(name), ...more });
    };
    const onCard = { credit_card_id: card };
    if (back > 0) {
      await book(5, "Salário", 568_000, "Salário");
      await book(10, "Aluguel", -215_000, "Casa");
      await book(15, "Internet", -11_990, "Assinaturas e serviços");
    }
    await book(8, "Energia", -around(19_500), "Casa");
    await book(12, "Aula particular", around(60_000), "Outras receitas");
    for (const day of [2, 7, 13, 21, 27]) await book(day, "Mercado da esquina", -around(32_000), "Mercado", onCard);
    for (const day of [4, 11, 14, 18, 25]) await book(day, "Almoço", -around(5_400), "Alimentação", { credit_card_id: second });
    await book(6, "Combustível", -around(21_000), "Transporte", onCard);
    await book(16, "Farmácia", -around(8_900), "Saúde");
    await book(9, "Hotel na serra", -around(42_000), "Viagem", { credit_card_id: card, tags: ["viagem", "família"] });
    await book(20, "Cinema", -around(9_000), "Lazer e hobbies", { credit_card_id: second });
  }
}

async function bookFixed({ send, category, thisMonth, checking }: Household): Promise<void> {
  const fixed = (description: string, cents: number, day: number, name: string) =>
    send("POST", "/transactions", {
      description,
      amount_cents: cents,
      date: `${thisMonth}-${String(day).padStart(2, "0")}`,
      category_id: category(name),
      account_id: checking,
      recurrence_attributes: { periodicity: "monthly" },
    });
  await fixed("Salário", 568_000, 5, "Salário");
  await fixed("Aluguel", -215_000, 10, "Casa");
  await fixed("Internet", -11_990, 20, "Assinaturas e serviços");
  await fixed("Academia", -12_900, 22, "Saúde");
  await fixed("Faculdade", -89_000, 28, "Educação");
}

async function bookInstalmentsAndTransfer({ send, category, thisMonth, checking, savings, card }: Household): Promise<void> {
  await send("POST", "/transactions", {
    description: "Notebook",
    amount_cents: -479_900,
    date: `${thisMonth}-02`,
    category_id: category("Compras"),
    credit_card_id: card,
    installments_attributes: { total: 10, periodicity: "monthly" },
  });
  await send("POST", "/transfers", {
    description: "Para a poupança",
    amount_cents: 50_000,
    from_account_id: checking,
    to_account_id: savings,
    date: `${thisMonth}-06`,
  });
}

async function setBudgets({ send, category, thisMonth }: Household): Promise<void> {
  for (const [name, cents] of [
    ["Mercado", 110_000],
    ["Alimentação", 30_000],
    ["Transporte", 20_000],
    ["Saúde", 40_000],
    ["Casa", 260_000],
  ] as const)
    await send("POST", "/budgets", { category_id: category(name), amount_cents: cents, date: `${thisMonth}-01` });
  await send("POST", "/budgets", {
    category_id: category("Salário"),
    amount_cents: 568_000,
    date: `${thisMonth}-01`,
    activity_type: 1,
  });
}

async function payInvoices({ send, read, today, thisMonth, checking }: Household, months: number): Promise<void> {
  const invoices = await read<{ id: number; credit_card_id: number; date: string; balance_cents: number }[]>(
    `/invoices?start_date=${monthBefore(thisMonth, months)}-01&end_date=${today}`,
  );
  for (const invoice of invoices.filter(({ balance_cents: cents }) => cents < 0)) {
    const path = `/credit_cards/${invoice.credit_card_id}/invoices/${invoice.id}`;
    const { balance_cents: owed } = await read<{ balance_cents: number }>(path);
    if (owed < 0) await send("POST", `${path}/payments`, { amount_cents: -owed, account_id: checking, date: invoice.date });
  }
}

async function saveForGoal({ send, thisMonth, savings }: Household): Promise<void> {
  const { id } = await send("POST", "/goals", {
    name: "Viagem em família",
    target_cents: 480_000,
    target_date: `${monthBefore(thisMonth, -8)}-01`,
  });
  await send("POST", `/goals/${id}/reserve`, { amount_cents: 120_000, account_id: savings });
}

function monthBefore(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const index = year * 12 + number - 1 - count;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** Numbers from 0 to 1 that are the same every time (a linear congruential generator). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
