// Finance's workloads, with an API token, and the mixed load of both services.
import { lastOfMonth } from "../../finance/calendar/day.ts";
import { FINANCE, type Lane, type LaneMaker, type Member, pickAt, type Step, type Supplies, stepOf } from "./lanes.ts";
import { authWorkloads } from "./workloads_auth.ts";

export const financeWorkloads: Record<string, LaneMaker> = {
  "month list": reading((member, round) => {
    const month = pickAt(member.months, round);
    return `/transactions?start_date=${month}&end_date=${month}`;
  }),

  /** The requests of its screen. */
  "month of the app": reading((member, round) => {
    const month = pickAt(member.months, round);
    return `/transactions?start_date=${month}&end_date=${lastOfMonth(month)}`;
  }),

  create: (supplies, index) => {
    const member = pickAt(supplies.members, index);
    return makingTransactions(supplies, () => member, index);
  },

  /** One caller fills a space, with a connection for each lane. */
  bulk: (supplies, index, count) => {
    const [member] = supplies.members as [Member];
    const most = Math.ceil(((supplies.most ?? 0) - index) / count);
    const make = makingTransactions(supplies, () => member, index);
    let number = 0;
    return () => (number++ < most ? make() : undefined);
  },

  balances: reading((member, round) => {
    const month = pickAt(member.months, round);
    return `/balances?account_id=${pickAt(member.accounts, round)}&start_date=${month}&end_date=${month.slice(0, 8)}28`;
  }),

  budgets: reading((member, round) => {
    const [year, month] = pickAt(member.months, round).split("-");
    return `/budgets/${year}/${month}`;
  }),

  invoice: reading((member) => member.invoice),

  "cash flow of a year": reading((member) => yearReport("cash_flow", member)),
  "categories of a year": reading((member) => yearReport("categories", member)),
  "net worth of a year": reading((member) => yearReport("net_worth", member)),
  forecast: reading(() => "/forecast?days=60"),

  /**
   * Of a hundred requests: 2 sign-ins, 8 refreshes, 40 of GET /user, 30 month lists, 10 creates, 10 balances, over both replicas.
   */
  mixed: (supplies, index, count) => {
    const make = (name: string) => ({ ...authWorkloads, ...financeWorkloads })[name]?.(supplies, index, count) as Lane;
    const lanes = {
      ...{ "sign-in": make("sign-in"), refresh: make("refresh"), "get user": make("get user") },
      ...{ "month list": make("month list"), create: make("create"), balances: make("balances") },
    };
    // Lanes start at different offsets, so that they do not all sign in at once.
    let next = index * 7;
    return () => {
      const name = pickAt(MIX, next);
      const step = lanes[name]() as Step;
      // Alternates with each pass; otherwise all sign-ins would go to the same replica.
      const isSecond = (next + Math.trunc(next / MIX.length)) % 2 === 1;
      next++;
      return isSecond && supplies.targets.length > 2 ? { ...step, target: step.target + 2 } : step;
    };
  },
};

function yearReport(report: string, { months }: Member): string {
  return `/reports/${report}?start_date=${months.at(-12)}&end_date=${lastOfMonth(months.at(-1) as string)}`;
}

type Mixed = "sign-in" | "refresh" | "get user" | "month list" | "create" | "balances";

/** Evenly distributed, so that all parts of a lane are alike. */
const MIX: Mixed[] = Array.from({ length: 50 }, (_, index): Mixed => {
  if (index === 24) return "sign-in";
  if (index % 12 === 5) return "refresh";
  if (index % 10 === 3) return "create";
  if (index % 10 === 8) return "balances";
  return index % 2 === 0 ? "get user" : "month list";
});

function reading(pathOf: (member: Member, round: number) => string | undefined): LaneMaker {
  return (supplies, index) => {
    const member = pickAt(supplies.members, index);
    const { authorization } = member;
    // Created once and repeated.
    const steps = Array.from({ length: 100 }, (_, round) => pathOf(member, index + round)).map(
      (path) => path && stepOf(supplies, FINANCE, { method: "GET", path, authorization }, 200),
    );
    let next = 0;
    return () => pickAt(steps, next++) || undefined;
  };
}

function makingTransactions(supplies: Supplies, memberOf: () => Member, index: number): Lane {
  let count = index;
  return () => {
    const { authorization, accounts, months } = memberOf();
    count += 1;
    const body = {
      description: `Padaria ${count % 1_000}`,
      amount_cents: -100 - (count % 10_000),
      date: `${pickAt(months, count).slice(0, 8)}${String(1 + (count % 28)).padStart(2, "0")}`,
      account_id: pickAt(accounts, count),
      tags: count % 5 === 0 ? ["casa"] : [],
    };
    return stepOf(supplies, FINANCE, { method: "POST", path: "/transactions", body, authorization }, 201);
  };
}

export const workloads: Record<string, LaneMaker> = { ...authWorkloads, ...financeWorkloads };
