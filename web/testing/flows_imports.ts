// Test support: files of banks, in a browser.
import assert from "node:assert/strict";
import { signedIn } from "../testing.ts";
import { assertSound } from "./sound.ts";
import type { Stage } from "./stage.ts";

const OFX = `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0260<ACCTID>1-2<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260201<DTEND>20260228
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260203<TRNAMT>-45.90<FITID>a1<MEMO>PADARIA &lt;b&gt;</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260205<TRNAMT>1200.00<FITID>a2<MEMO>SALARIO</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

export function importFiles(stage: Stage): void {
  stage.flow(
    "a bank's file is read, corrected, applied and undone; a table that nobody knows asks for its columns",
    async ({ web, open }) => {
      const duda = await signedIn(web, "arquivo@example.com");
      await using opened = await open({ width: 360, touch: true }, duda);
      const { page, faults } = opened;
      await page.goto("/imports");
      const give = (name: string, text: string) =>
        page.getByLabel("Arquivos do banco").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
      await give("extrato.ofx", OFX);
      await page.getByRole("button", { name: "Ler arquivo" }).tap();
      await page.getByText("PADARIA").first().waitFor();
      await page.getByLabel("Categoria: PADARIA").selectOption({ label: "Alimentação" });
      await page.getByRole("button", { name: "Corrigir" }).first().tap();
      await page.getByLabel("Descrição").fill("Padaria <script>1</script>");
      await page.getByLabel("Etiquetas").fill("café, <img src=x>");
      await page.locator("dialog").getByRole("button", { name: "Salvar" }).tap();
      await page.locator("dialog").waitFor({ state: "detached" });
      await page.getByText("Padaria <script>1</script>").waitFor();
      await assertSound(page, "a preview");
      await page.getByRole("button", { name: "Importar 2 linhas" }).tap();
      await page.getByRole("button", { name: "Desfazer importação" }).waitFor();
      const rows = async () =>
        (await duda.fetch("/api/finance/transactions?start_date=2026-02-01&end_date=2026-02-28")).body as {
          description: string;
          amount_cents: number;
          tags: { name: string }[];
        }[];
      assert.deepEqual((await rows()).map((row) => [row.description, row.amount_cents]).sort(), [
        ["Padaria <script>1</script>", -4590],
        ["SALARIO", 120000],
      ]);
      await page.getByRole("button", { name: "Desfazer importação" }).tap();
      await page.getByText("Esta importação foi desfeita").first().waitFor();
      assert.deepEqual(await rows(), []);

      await page.goto("/imports");
      await give("qualquer.csv", "aaa;bbb;ccc\n2026-02-03;Mercado;-12,34\n2026-02-04;Feira;-5,00\n");
      await page.getByRole("button", { name: "Ler arquivo" }).tap();
      await page.getByText("foram adivinhadas").tap();
      await assertSound(page, "the columns of a table");
      await page.getByLabel("Coluna 2 bbb").selectOption({ label: "não usar" });
      await page.getByRole("button", { name: "Ler com estas colunas" }).tap();
      await page.getByText("Diga qual coluna é a descrição.").waitFor();
      await page.getByLabel("Coluna 2 bbb").selectOption({ label: "descrição" });
      await page.getByLabel("Ordem da data").selectOption({ label: "ano/mês/dia" });
      await page.getByRole("button", { name: "Ler com estas colunas" }).tap();
      await page.getByText("foram adivinhadas").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Importar 2 linhas" }).waitFor();
      assert.deepEqual(
        faults.filter((fault) => !fault.includes("422")),
        [],
      );
    },
  );
}
