// Test support: receipts are added to a transaction, shown, refused, deleted and brought back, in a browser.
import assert from "node:assert/strict";
import { PDF, png } from "../../finance/attachment_files/testing.ts";
import { until } from "../../kernel/testing/until.ts";
import { signedIn } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { type Booked, bookedBy, INVOICE, NOTHING, PHOTO, storedIn, waitingReceipts } from "./flows_receipts_waiting.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function receipts(stage: Stage): void {
  stage.flow("on a phone a receipt is photographed, a file that is none is named beside it, and undo brings one back", onPhone);
  stage.flow(
    "receipts are chosen with a new entry; a slow upload shows how far it is, can be stopped, and tried again",
    withEntry,
  );
  waitingReceipts(stage);
  stage.flow("on a desktop receipts are dragged and pasted, and come as files and not as pages", onDesktop);
}

const PAGE = { name: "foto.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>") };

async function withEntry({ web, open }: OnStage): Promise<void> {
  const gil = await signedIn(web, "recibo.novo@example.com");
  await using opened = await open({ width: 1280 }, gil);
  const { page, faults } = opened;
  await page.goto("/transactions/new");
  await page.getByLabel("Valor").fill("12,00");
  await page.getByLabel("Descrição").fill("Feira");
  await page.getByRole("button", { name: "Anexar recibos" }).click();
  const section = page.getByRole("region", { name: "Recibos" });
  await section.getByLabel("Arquivos do recibo").setInputFiles([PHOTO, INVOICE, PAGE]);
  await section.getByText("fatura.pdf").waitFor();
  await page.evaluate(giving("paste", png({ width: 60, height: 60, red: 30 })));
  await section.getByText("paste.png").waitFor();
  await section.getByText("foto.jpg").waitFor();
  await assertSound(page, "receipts of a new entry");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  // The row stays, and the file that is none is named.
  await page.getByRole("heading", { name: "Recibos a enviar (1)" }).waitFor();
  await page.getByText("Feira · foto.jpg").waitFor();
  await page.getByText("Não é JPEG, PNG, WebP nem PDF").waitFor();
  await page.getByRole("img", { name: "3 recibos" }).waitFor();
  await page.getByRole("button", { name: "Tirar foto.jpg da lista" }).click();
  await page.getByRole("heading", { name: "Recibos a enviar" }).waitFor({ state: "detached" });
  await until("nothing to be kept", async () => (await storedIn(page)).contents === 0);
  assert.deepEqual(await storedIn(page), NOTHING);
  const rows = await bookedBy(gil);
  assert.deepEqual(
    rows.map(({ description, attachments_count: count }) => [description, count]),
    [["Feira", 3]],
  );
  await sendSlowly(page, rows[0] as Booked);
  assert.deepEqual(
    faults.filter((fault) => !/422|ERR_FAILED|net::/.test(fault)),
    [],
  );
}

/** How much is sent is shown; it can be stopped, and tried again. */
async function sendSlowly(page: Page, { id }: Booked): Promise<void> {
  await page.goto(`/transactions/${id}`);
  const section = page.getByRole("region", { name: "Recibos" });
  const give = (name: string, buffer: Buffer) =>
    section.getByLabel("Arquivos do recibo").setInputFiles([{ name, mimeType: "application/pdf", buffer }]);
  await section.getByRole("button", { name: "Escolher arquivos" }).waitFor();
  const network = await page.context().newCDPSession(page);
  const slow = (uploadThroughput: number) =>
    network.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput });
  await slow(100_000);
  await give("longa.pdf", Buffer.concat([PDF.subarray(0, -6), Buffer.alloc(1_000_000, " "), PDF.subarray(-6)]));
  const bar = section.getByRole("progressbar", { name: "Enviando longa.pdf" });
  await until("some of it to be sent", async () => {
    const percent = Number(await bar.getAttribute("value"));
    return percent > 0 && percent < 100;
  });
  await section.getByRole("button", { name: "Parar o envio de longa.pdf" }).click();
  await section.getByText("longa.pdf").waitFor({ state: "detached" });
  await slow(-1);
  const refusal = { status: 422, json: { errors: { file: ["foi recusado uma vez"] } } };
  await page.route(/attachments$/, (route) => (route.request().method() === "POST" ? route.fulfill(refusal) : route.continue()));
  await give("breve.pdf", PDF);
  await section.getByText("Foi recusado uma vez").waitFor();
  await page.unroute(/attachments$/);
  await section.getByRole("button", { name: "Enviar breve.pdf de novo" }).click();
  await section.getByText("breve.pdf").waitFor({ state: "detached" });
}

async function onPhone({ web, open }: OnStage): Promise<void> {
  const ana = await signedIn(web, "recibos@example.com");
  const body = { description: "Mercado", amount_cents: -10_000 };
  const { id } = (await ana.fetch("/api/finance/transactions", { method: "POST", body })).body as { id: number };
  const count = async () =>
    ((await ana.fetch(`/api/finance/transactions/${id}`)).body as { attachments_count: number }).attachments_count;
  await using opened = await open({ width: 360, touch: true }, ana);
  const { page, faults } = opened;
  await page.goto(`/transactions/${id}`);
  const section = page.getByRole("region", { name: "Recibos" });
  await section.getByRole("button", { name: "Tirar foto" }).waitFor();
  assert.equal(await section.getByLabel("Foto do recibo").getAttribute("capture"), "environment");
  await section.getByLabel("Foto do recibo").setInputFiles([PHOTO]);
  await section.getByRole("img", { name: "nota.png" }).waitFor();
  await page.waitForFunction('document.querySelector(".receipts img")?.naturalWidth === 300');
  await section.getByLabel("Arquivos do recibo").setInputFiles([PAGE, INVOICE]);
  await section.getByRole("link", { name: "Baixar fatura.pdf" }).waitFor();
  await section.getByText("Não é JPEG, PNG, WebP nem PDF").waitFor();
  assert.equal(await count(), 2);
  await assertSound(page, "receipts");
  await section.getByRole("button", { name: "Tirar foto.jpg da lista" }).tap();
  await section.getByRole("button", { name: "Excluir nota.png" }).tap();
  await page.getByText("Recibo excluído.").waitFor();
  assert.equal(await count(), 1);
  await page.getByRole("button", { name: "Desfazer" }).tap();
  await section.getByRole("img", { name: "nota.png" }).waitFor();
  await page.goto("/transactions");
  await page.getByRole("img", { name: "2 recibos" }).waitFor();
  assert.deepEqual(
    faults.filter((fault) => !fault.includes("422")),
    [],
  );
}

async function onDesktop({ web, open }: OnStage): Promise<void> {
  const bia = await signedIn(web, "anexos@example.com");
  const body = { description: "Farmácia", amount_cents: -5_000 };
  const { id } = (await bia.fetch("/api/finance/transactions", { method: "POST", body })).body as { id: number };
  await using opened = await open({ width: 1280 }, bia);
  const { page, faults } = opened;
  await page.goto(`/transactions/${id}`);
  const section = page.getByRole("region", { name: "Recibos" });
  await section.getByRole("button", { name: "Escolher arquivos" }).waitFor();
  const give = (how: "drop" | "paste", red: number) => page.evaluate(giving(how, png({ width: 60, height: 60, red })));
  await give("drop", 10);
  await section.getByRole("img", { name: "drop.png" }).waitFor();
  await give("paste", 20);
  await section.getByRole("img", { name: "paste.png" }).waitFor();
  const address = await section.getByRole("link", { name: "Abrir drop.png" }).getAttribute("href");
  const { headers } = await bia.fetch(address as string);
  assert.equal(headers["content-security-policy"], "sandbox; default-src 'none'");
  assert.equal(headers["cache-control"], "private, no-cache");
  assert.equal(headers["x-content-type-options"], "nosniff");
  await assertSound(page, "receipts on a desktop");
  assert.deepEqual(faults, []);
}

/** A script that hands a file to the page as a person would. */
function giving(how: "drop" | "paste", bytes: Buffer): string {
  const event =
    how === "drop"
      ? 'new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data })'
      : 'new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data })';
  return `{
    const bytes = Uint8Array.from(atob("${bytes.toString("base64")}"), (letter) => letter.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], "${how}.png", { type: "image/png" }));
    document.querySelector(".drop").dispatchEvent(${event});
  }`;
}
