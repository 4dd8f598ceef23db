// Test support: what the model expects of accounts.
import { balanceOf, reservedOn } from "./earmarks.ts";
import type { Account, Model } from "./model.ts";
import type { Operations } from "./operations.ts";
import { bodyOf, type Plan, type Planner, refusalOf } from "./plan.ts";
import { accountOf, pick, rowsOf, settleDefault, showAccount } from "./state.ts";

export const createAccount: Planner<Operations["create account"]> = (model, { opening, archived, becomesDefault, hidden }) => {
  const name = `account ${model.now}`;
  let created: Account;
  return {
    method: "POST",
    path: "/accounts",
    body: bodyOf({ name, opening_balance_cents: opening, archived, default: becomesDefault, hide_balance: hidden }),
    refusal: refusalOf({ default: Boolean(becomesDefault && archived) }),
    commit: ({ id }) => {
      created = {
        id,
        name,
        archived: archived ?? false,
        hidden: hidden ?? false,
        opening: opening ?? 0,
        createdAt: model.now,
        updatedAt: model.now,
      };
      model.accounts.push(created);
      if (becomesDefault) model.defaultAccountId = id;
      settleDefault(model);
    },
    expected: () => showAccount(model, created),
  };
};

export const changeAccount: Planner<Operations["change account"]> = (model, operation) => {
  const { opening, archived, becomesDefault, hidden } = operation;
  const id = pick(model, "account", operation.account);
  const account = accountOf(model, id);
  const stays = becomesDefault === true && id !== model.defaultAccountId && (archived ?? account?.archived);
  return ofAccount(model, id, {
    method: "PUT",
    path: `/accounts/${id}`,
    body: bodyOf({ opening_balance_cents: opening, archived, default: becomesDefault, hide_balance: hidden }),
    refusal: refusalOf({ default: Boolean(stays) }),
    commit: () => {
      const existing = account as Account;
      Object.assign(existing, {
        opening: opening ?? existing.opening,
        archived: archived ?? existing.archived,
        hidden: hidden ?? existing.hidden,
      });
      if (becomesDefault) model.defaultAccountId = id;
    },
  });
};

export const archiveAccount: Planner<Operations["archive account"]> = (model, { account, archived }) => {
  const id = pick(model, "account", account);
  return ofAccount(model, id, {
    method: "PUT",
    path: `/accounts/${id}/${archived ? "archive" : "unarchive"}`,
    body: {},
    commit: () => Object.assign(accountOf(model, id) as Account, { archived }),
  });
};

/** A change of an account, which may not be there. */
function ofAccount(model: Model, id: number, plan: Plan): Plan {
  const account = accountOf(model, id);
  if (!account) return { ...plan, refusal: "unknown" };
  return {
    ...plan,
    commit: (answer) => {
      plan.commit?.(answer);
      account.updatedAt = model.now;
      settleDefault(model);
    },
    expected: () => showAccount(model, account),
  };
}

/** Rows on it go, other legs become plain rows, and series that book on it end. */
export const deleteAccount: Planner<Operations["delete account"]> = (model, { account: choice, force }) => {
  const id = pick(model, "account", choice);
  const account = accountOf(model, id);
  const plan = { method: "DELETE", path: `/accounts/${id}`, body: bodyOf({ force }) } as const;
  if (!account) return { ...plan, refusal: "unknown" };
  const view = showAccount(model, account);
  return {
    ...plan,
    refusal: refusalOf({ base: force === false && model.rows.some(({ accountId }) => accountId === id) }),
    commit: () => {
      for (const row of model.rows.filter(({ opposite }) => opposite?.accountId === id)) {
        row.opposite = undefined;
        row.updatedAt = model.now;
      }
      model.rows = model.rows.filter(({ accountId }) => accountId !== id);
      for (const series of model.series.filter(({ content }) => content.accountId === id)) {
        const [last] = rowsOf(model, series).toReversed();
        if (!last) model.series = model.series.filter((each) => each !== series);
        else Object.assign(series, { ended: true, pin: null, content: { ...series.content, accountId: last.accountId } });
      }
      for (const card of model.cards.filter(({ payer }) => payer === id))
        Object.assign(card, { payer: null, updatedAt: model.now });
      for (const goal of model.goals) goal.moves = goal.moves.filter(({ accountId }) => accountId !== id);
      model.accounts = model.accounts.filter((each) => each !== account);
      model.gone.account = id;
      settleDefault(model);
    },
    expected: () => view,
  };
};

/** What is on it today, as people read it. */
export const readAccount: Planner<Operations["read account"]> = (model, { account: choice }) => {
  const id = pick(model, "account", choice);
  const account = accountOf(model, id);
  const plan = { method: "GET", path: `/accounts/${id}` } as const;
  if (!account) return { ...plan, refusal: "unknown" };
  const cents = balanceOf(model, account);
  const amount = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2 }).format(Math.abs(cents) / 100);
  const reserved = reservedOn(model, [id]);
  const amounts = reserved > 0 && { balance_cents: cents, reserved_cents: reserved, available_cents: cents - reserved };
  const balance = `${cents < 0 ? "-" : ""}R$ ${amount}`;
  return { ...plan, expected: () => ({ ...showAccount(model, account), ...amounts, balance }) };
};

export const listAccounts: Planner<Operations["list accounts"]> = (model) => ({
  method: "GET",
  path: "/accounts",
  expected: () =>
    model.accounts.map((account) => {
      const reserved = reservedOn(model, [account.id]);
      return { ...showAccount(model, account), ...(reserved > 0 && { reserved_cents: reserved }) };
    }),
});
