// Sample data, put in with one click.
import { call, write } from "./api.ts";
import { dayOf } from "./rules/days.ts";
import { type SpaceFile, sampleFile } from "./rules/sample.ts";
import { remember } from "./sample_version.ts";
import { choose } from "./words.ts";

const names = choose(
  {
    checking: "Conta (exemplo)",
    savings: "Poupança (exemplo)",
    card: "Cartão (exemplo)",
    salary: "Salário",
    rent: "Aluguel",
    phone: "Celular",
    television: "Televisão",
    transfer: "Reserva",
    payment: "Pagamento de fatura",
    groceries: "Supermercado",
    restaurant: "Restaurante",
    transport: "Aplicativo de transporte",
    pharmacy: "Farmácia",
    categories: {
      salary: "Salário",
      home: "Casa",
      groceries: "Mercado",
      food: "Alimentação",
      transport: "Transporte",
      health: "Saúde",
      shopping: "Compras",
      services: "Assinaturas e serviços",
    },
  },
  {
    checking: "Account (sample)",
    savings: "Savings (sample)",
    card: "Card (sample)",
    salary: "Salary",
    rent: "Rent",
    phone: "Phone",
    television: "Television",
    transfer: "Put aside",
    payment: "Invoice payment",
    groceries: "Supermarket",
    restaurant: "Restaurant",
    transport: "Taxi",
    pharmacy: "Pharmacy",
    categories: {
      salary: "Salary",
      home: "Home",
      groceries: "Groceries",
      food: "Food",
      transport: "Transport",
      health: "Health",
      shopping: "Shopping",
      services: "Subscriptions and services",
    },
  },
);

/** Refused where the space has something of its own already. */
export async function addSample(): Promise<void> {
  const base = await call<SpaceFile>("/api/finance/exports?format=json");
  const now = new Date();
  const { record } = await write<{ version: number }>(
    "POST",
    "/exports/restore",
    sampleFile(base, dayOf(now), now.toISOString(), names),
  );
  await remember(record.version);
}
