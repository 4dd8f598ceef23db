// Test support: tasks with entries, each by its shortest way: book, correct, take back, import.
import type { Task, TaskStage } from "./tasks_stage.ts";

const SHOP = "PIX QRS LANCHONETE";
const LINES = 30;
const FROM_SHOP = 10;

export const BOOK_TASKS: readonly Task[] = [
  {
    name: "book an expense",
    run: async ({ page, hand, isPhone }) => {
      if (isPhone) {
        const sheet = page.locator("dialog.sheet");
        await hand.press(page.getByRole("link", { name: "Novo", exact: true }));
        for (const name of ["4", "5", "Vírgula", "9", "0"]) await hand.press(sheet.getByRole("button", { name, exact: true }));
        await hand.choose(sheet.getByLabel(/^Categoria/), "Mercado");
        await hand.press(sheet.getByRole("button", { name: "Salvar despesa" }));
      } else {
        await hand.keys("n");
        await page.locator("input.amount:focus").waitFor();
        await hand.type("45,90");
        await hand.keys("Tab");
        await hand.type("su");
        await page.getByRole("option", { name: /Supermercado/ }).waitFor();
        await hand.keys("ArrowDown", "Enter", "Enter");
      }
      await page.getByText("Lançamento salvo.").waitFor();
    },
    isDone: async ({ rows, category }) => {
      const groceries = await category("Mercado");
      return (await rows()).some((row) => row.amount_cents === -4_590 && row.category_id === groceries);
    },
  },
  {
    name: "book a purchase in 6 instalments on a card",
    run: async (stage) => {
      await (stage.isPhone ? buyOnPhone(stage) : buyByKeys(stage));
      await stage.page.getByText("Lançamento salvo.").waitFor();
    },
    isDone: async ({ rows, category }) => {
      const shopping = await category("Compras");
      return (await rows()).some(
        (row) =>
          row.amount_cents === -10_000 && row.total_installments === 6 && row.category_id === shopping && row.credit_card_id,
      );
    },
  },
  {
    name: "correct the category of three rows",
    run: async ({ page, hand, isPhone }) => {
      await hand.press(page.getByRole("link", { name: "Lançamentos", exact: true }));
      const rows = page.locator(".day .row", { hasText: "Restaurante" });
      await rows.nth(2).waitFor();
      for (const index of [0, 1, 2]) {
        if (!isPhone) await rows.nth(index).hover();
        await hand.press(rows.nth(index).locator(".tick"));
      }
      const dialog = page.locator("dialog");
      if (isPhone) {
        await hand.press(page.locator(".selection").getByRole("button", { name: "Categoria" }));
        await hand.choose(dialog.locator("select"), "Bares e restaurantes");
        await hand.press(dialog.getByRole("button", { name: "Salvar" }));
      } else {
        await hand.keys("c");
        await dialog.locator("select:focus").waitFor();
        await hand.keys("b", "Enter");
      }
      await page.getByText("3 lançamentos alterados.").waitFor();
    },
    isDone: async ({ rows, category }) => {
      const bars = await category("Bares e restaurantes");
      return (await rows()).filter((row) => row.description === "Restaurante" && row.category_id === bars).length === 3;
    },
  },
  {
    name: `import ${LINES} lines, ${FROM_SHOP} of a shop that is new`,
    run: importStatement,
    isDone: async ({ rows, category }) => {
      const food = await category("Alimentação");
      const shop = (await rows()).filter(({ description }) => description.includes(SHOP));
      return shop.length === FROM_SHOP && shop.every((row) => row.category_id === food);
    },
  },
  {
    name: "delete a row by mistake, and take it back",
    run: async ({ page, hand, isPhone }) => {
      await hand.press(page.getByRole("link", { name: "Lançamentos", exact: true }));
      const row = page.locator(".day .row", { hasText: "Farmácia" }).locator("> a");
      await row.waitFor();
      await page.waitForLoadState("networkidle");
      if (isPhone) {
        await hand.swipe(row);
        await hand.press(page.locator(".swipe-acts button").last());
      } else await hand.pressOther(row);
      await hand.press(page.getByRole("menuitem", { name: "Excluir" }));
      await page.getByText("Lançamento excluído.").waitFor();
      if (isPhone) await hand.press(page.getByRole("button", { name: "Desfazer" }));
      else await hand.keys("Control+z");
      await page.getByText("Desfeito").waitFor();
    },
    isDone: async ({ rows }) => (await rows()).some(({ description }) => description === "Farmácia"),
  },
];

async function buyOnPhone({ page, hand }: TaskStage): Promise<void> {
  const sheet = page.locator("dialog.sheet");
  await hand.press(page.getByRole("link", { name: "Novo", exact: true }));
  for (const name of ["6", "00"]) await hand.press(sheet.getByRole("button", { name, exact: true }));
  await hand.press(sheet.getByLabel("Descrição"));
  await hand.type("Fogão");
  await hand.choose(sheet.getByLabel(/^Categoria/), "Compras");
  await hand.choose(sheet.getByLabel("Conta ou cartão"), "Cartão (exemplo)");
  await hand.press(sheet.getByRole("button", { name: /^Parcelas, etiquetas/ }));
  await hand.choose(sheet.getByLabel("Repetição"), "Parcelado");
  await hand.press(sheet.getByLabel("Parcelas", { exact: true }));
  await hand.type("6");
  await hand.press(sheet.getByRole("button", { name: "Salvar despesa" }));
}

async function buyByKeys({ page, hand }: TaskStage): Promise<void> {
  await hand.keys("n");
  await page.locator("input.amount:focus").waitFor();
  await hand.type("600");
  await hand.keys("Tab");
  await hand.type("Fogão");
  await hand.choose(page.getByLabel("Conta ou cartão"), "Cartão (exemplo)");
  await hand.choose(page.getByLabel("Categoria"), "Compras");
  await hand.choose(page.getByLabel("Repetição"), "Parcelado");
  await hand.press(page.getByLabel("Parcelas", { exact: true }));
  await hand.type("6");
  await hand.keys("Enter");
}

async function importStatement({ page, hand, isPhone, today }: TaskStage): Promise<void> {
  if (isPhone) await hand.press(page.getByRole("link", { name: "Mais", exact: true }));
  await hand.press(page.getByRole("link", { name: "Importar", exact: true }));
  await hand.give(page.getByRole("button", { name: "Escolher arquivos" }), "extrato.ofx", statementOf(today));
  await hand.press(page.getByRole("button", { name: "Ler arquivo" }));
  const line = page.getByRole("row").filter({ hasText: SHOP }).first();
  await line.waitFor();
  if (isPhone) {
    const dialog = page.locator("dialog");
    await hand.press(line);
    await hand.choose(dialog.getByLabel("Categoria"), "Alimentação");
    await hand.press(dialog.getByRole("button", { name: "Salvar" }));
  } else {
    await hand.press(line.getByRole("button", { name: /^Categoria/ }));
    await hand.choose(page.locator("select:focus"), "Alimentação");
    // The click that opened the list is its first.
    hand.count.taps--;
  }
  await hand.press(page.locator(".import-row.offer").getByRole("button").first());
  await page.getByText("Regra sua").first().waitFor();
  await hand.press(page.getByRole("button", { name: /^Importar \d+/ }));
  await page.getByRole("button", { name: "Desfazer importação" }).waitFor();
}

/** As banks write it: the number at the end differs each time. */
function statementOf(today: string): string {
  const day = today.replaceAll("-", "");
  const line = (index: number) => {
    const text = index < FROM_SHOP ? `${SHOP} ${day}${index}` : `Compra ${index}`;
    return `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${day}<TRNAMT>-${index + 11}.37<FITID>${index}<MEMO>${text}</STMTTRN>`;
  };
  return `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0260<ACCTID>1-2<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>${day}<DTEND>${day}
${Array.from({ length: LINES }, (_, index) => line(index)).join("\n")}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
}
