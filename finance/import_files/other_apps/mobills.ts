// Mobills: an xlsx with a sheet for expenses and one for income, or `;` CSV, UTF-16 in one report.
//
// | quirk                                   | done                                                        |
// |-----------------------------------------|-------------------------------------------------------------|
// | expenses are positive on their sheet    | the sheet's name is the sense                               |
// | no minus and no such sheet              | a person is asked                                           |
// | rows with totals                        | passed over                                                 |
// | several accounts in one table           | a statement for each                                        |
import type { Layout, TableDraft } from "../tables/layout.ts";
import { fold } from "../text/fold.ts";

export const mobills: Layout = {
  name: "mobills",
  place: null,
  sign: "signed",
  days: "dmy",
  decimal: ",",
  columns: {
    day: "Data",
    description: "Descrição",
    amount: "Valor",
    account: "Conta",
    status: "Situação",
    category: "Categoria",
  },
  optional: { subcategory: "Subcategoria", tags: "Tags", notes: ["Observações", "Observação"] },
  merge: withSense,
};

function withSense(drafts: TableDraft[], tableName: string | null): TableDraft[] {
  const name = fold(tableName ?? "");
  const sign = /DESPESA/.test(name) ? -1 : /RECEITA/.test(name) ? 1 : 0;
  const isUnsure = sign === 0 && !drafts.some(({ amountCents }) => (amountCents ?? 0) < 0);
  return drafts.map((draft) => {
    if (draft.amountCents === undefined || draft.amountCents === 0) return draft;
    return {
      ...draft,
      amountCents: sign === 0 ? draft.amountCents : sign * Math.abs(draft.amountCents),
      isSenseUnsure: isUnsure,
    };
  });
}
