// Test support: receipts that wait in the browser, offline or until somebody has signed in.
import assert from "node:assert/strict";
import { PDF, png } from "../../finance/attachment_files/testing.ts";
import { until } from "../../kernel/testing/until.ts";
import { signedIn, type TestBrowser } from "../testing.ts";
import type { Page } from "./chromium.ts";
import { assertSound } from "./sound.ts";
import type { OnStage, Stage } from "./stage.ts";

export function waitingReceipts(stage: Stage): void {
  stage.flow("offline, receipts wait with their entry, encrypted and within limits, and are sent in order after it", offline);
  stage.flow("files that another app shares come into a new entry, also of somebody who signs in first", share);
}

export const PHOTO = { name: "nota.png", mimeType: "image/png", buffer: png({ width: 300, height: 400, red: 200 }) };
export const INVOICE = { name: "fatura.pdf", mimeType: "application/pdf", buffer: PDF };

/** Their bytes and what is known of them, in this browser. */
const STORED_RECEIPTS = `(async () => {
  const database = await new Promise((resolve) => { indexedDB.open("cofre").onsuccess = (event) => resolve(event.target.result); });
  const all = (name) => new Promise((resolve) => {
    database.transaction(name).objectStore(name).getAll().onsuccess = (event) => resolve(event.target.result);
  });
  const stored = [await all("files"), await all("contents")];
  database.close();
  const texts = stored[1].map(({ sealed }) => new TextDecoder("latin1").decode(sealed));
  return { files: stored[0].length, contents: stored[1].length, isReadable: JSON.stringify(stored[0]).includes("nota") || texts.some((text) => text.includes("PNG")) };
})()`;

/** They only say that they are of 10 MB, because 100 MB take long to encrypt. */
const TEN_HEAVY_FILES = `{
  const data = new DataTransfer();
  Object.defineProperty(Blob.prototype, "size", { get: () => 10 * 2 ** 20 });
  for (let n = 0; n < 10; n++) data.items.add(new File(["x"], n + ".pdf", { type: "application/pdf" }));
  document.dispatchEvent(new ClipboardEvent("paste", { cancelable: true, clipboardData: data }));
}`;

type Stored = { files: number; contents: number; isReadable: boolean };
export const storedIn = (page: Page) => page.evaluate(STORED_RECEIPTS) as Promise<Stored>;
export const NOTHING: Stored = { files: 0, contents: 0, isReadable: false };

export interface Booked {
  id: number;
  description: string;
  attachments_count: number;
}
export const bookedBy = async (who: TestBrowser) => (await who.fetch("/api/finance/transactions")).body as Booked[];

async function offline({ web, open }: OnStage): Promise<void> {
  const lia = await signedIn(web, "recibo.semrede@example.com");
  await using opened = await open({ width: 360, touch: true }, lia);
  const { page } = opened;
  await page.goto("/");
  await page.getByText("Saldo hoje").waitFor();
  await page.evaluate(`(async () => {
    while (!navigator.serviceWorker.controller) await new Promise((again) => setTimeout(again, 20));
  })()`);
  await page.context().setOffline(true);
  const fill = async (tab: Page, what: string) => {
    await tab.goto("/transactions/new");
    await tab.getByLabel("Valor").fill("3,00");
    await tab.getByLabel("Descrição").fill(what);
    await tab.locator("select option").first().waitFor({ state: "attached" });
    await tab.getByRole("button", { name: "Anexar recibos" }).tap();
  };
  const files = page.getByRole("region", { name: "Recibos" }).getByLabel("Arquivos do recibo");
  await fill(page, "Pesado");
  await page.evaluate(TEN_HEAVY_FILES);
  await page.getByText("Já são 10 recibos").waitFor();
  await page.getByRole("button", { name: "Salvar", exact: true }).tap();
  await page.getByText("Na fila: será enviado").waitFor();
  await fill(page, "Demais");
  await files.setInputFiles([PHOTO]);
  await page.getByRole("button", { name: "Salvar", exact: true }).tap();
  await page.getByText("guarda no máximo 100 MB de recibos").waitFor();
  await page.goto("/transactions");
  await page.getByRole("heading", { name: "Na fila (1)" }).waitFor();
  await page.getByRole("button", { name: "Descartar" }).tap();
  await page.getByRole("heading", { name: "Na fila" }).waitFor({ state: "detached" });
  assert.deepEqual(await storedIn(page), NOTHING);
  await fill(page, "Padaria");
  await files.setInputFiles([PHOTO, INVOICE]);
  await page.getByText("fatura.pdf").waitFor();
  await page.getByRole("button", { name: "Salvar", exact: true }).tap();
  await page.getByText("Na fila: será enviado").waitFor();
  assert.deepEqual(await storedIn(page), { files: 2, contents: 2, isReadable: false });
  const another = await page.context().newPage();
  await page.close();
  await another.goto("/transactions");
  await another.getByText("2 recibos").waitFor();
  await assertSound(another, "receipts offline");
  await another.context().setOffline(false);
  await another.getByRole("img", { name: "2 recibos" }).waitFor();
  await until("both to be sent", async () => (await storedIn(another)).contents === 0);
  const [row] = await bookedBy(lia);
  const sent = (await lia.fetch(`/api/finance/transactions/${row?.id}/attachments`)).body as { name: string }[];
  assert.deepEqual(
    sent.map(({ name }) => name),
    ["nota.png", "fatura.pdf"],
  );

  // Whoever signs out is asked, and what is discarded is gone.
  await another.route("**/attachments", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await another.goto(`/transactions/${row?.id}`);
  await another.getByLabel("Arquivos do recibo").setInputFiles([PHOTO]);
  await another.getByText("espera a conexão").waitFor();
  // It is shown while it is being stored.
  await until("it to be stored", async () => (await storedIn(another)).files === 1);
  await another.goto("/more");
  await another.getByRole("button", { name: "Sair" }).tap();
  await another.getByRole("heading", { name: "Um recibo não foi enviado" }).waitFor();
  await another.getByRole("button", { name: "Descartar e sair" }).tap();
  await another.waitForURL(/signed_out/);
  await until("nothing to be left", async () => ((await another.evaluate("indexedDB.databases()")) as unknown[]).length === 0);
}

/** What Android does for another app, here done by a page of ours: a form that is sent to the share target. */
const shareForm = (name: string, bytes: Buffer) => `{
  const bytes = Uint8Array.from(atob("${bytes.toString("base64")}"), (letter) => letter.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], "${name}", { type: "image/png" }));
  const form = Object.assign(document.createElement("form"), { method: "post", action: "/share", enctype: "multipart/form-data" });
  const input = Object.assign(document.createElement("input"), { type: "file", name: "file", files: data.files });
  form.append(input);
  document.body.append(form);
  form.submit();
}`;

const SHARED_LEFT = `(async () => {
  const database = await new Promise((resolve) => { indexedDB.open("cofre").onsuccess = (event) => resolve(event.target.result); });
  const count = await new Promise((resolve) => {
    database.transaction("shared").objectStore("shared").count().onsuccess = (event) => resolve(event.target.result);
  });
  database.close();
  return count;
})()`;

async function share({ web, open }: OnStage): Promise<void> {
  const ivo = await signedIn(web, "recibo.deoutro@example.com");
  const book = async (page: Page, what: string) => {
    await page.getByLabel("Valor").fill("8,00");
    await page.getByLabel("Descrição").fill(what);
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    await page.getByRole("img", { name: "1 recibo" }).first().waitFor();
    await until("nothing to be left", async () => (await page.evaluate(SHARED_LEFT)) === 0);
  };
  {
    await using opened = await open({ width: 390 }, ivo);
    const { page } = opened;
    await page.goto("/");
    await page.evaluate(`(async () => {
      while (!navigator.serviceWorker.controller) await new Promise((again) => setTimeout(again, 20));
    })()`);
    await page.evaluate(shareForm("a.png", png({ red: 40 })));
    await page.waitForURL(/transactions\/new\?shared=[0-9a-f]{32}/);
    await page.getByText("a.png").waitFor();
    await page.reload();
    await page.getByText("a.png").waitFor();
    await book(page, "Com trabalhador");
    await page.goto("/transactions/new?shared=none");
    await page.getByText("não estão mais aqui").waitFor();
  }
  await using opened = await open({ width: 390 });
  const { page } = opened;
  await page.goto("/sign_in");
  await page.evaluate(shareForm("b.png", png({ red: 41 })));
  await page.waitForURL(/sign_in\?next=/);
  await page.getByLabel("E-mail").fill("recibo.deoutro@example.com");
  await page.getByLabel("Senha", { exact: true }).fill(ivo.password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await page.waitForURL(/transactions\/new\?shared=[0-9a-f]{32}/);
  await page.getByText("b.png").waitFor();
  await book(page, "Sem trabalhador");
  assert.deepEqual(
    (await bookedBy(ivo)).map(({ attachments_count: count }) => count),
    [1, 1],
  );
}
