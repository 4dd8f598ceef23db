// GET /exports: the whole space as a file, streamed from one snapshot in little memory. snapshot.ts holds the snapshot and sends
// pages, and slots.ts limits how many exports run at once. json_file.ts writes the stored rows, archive_file.ts also receipts. csv_file.ts and the other formats
// write transactions, which ledger.ts renders.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { dayIn } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { readBounds } from "../fields/period.ts";
import { readOneOf } from "../fields/readers.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { LenientDay } from "../fields/schemas.ts";
import { joinProblems, problemIf, readAll } from "../fields/with_problems.ts";
import { archiveFile } from "./archive_file.ts";
import { csvFile } from "./csv_file.ts";
import { JsonFile, jsonFile } from "./json_file.ts";
import type { LedgerRequest } from "./ledger.ts";
import { ofxFile } from "./ofx_file.ts";
import { type Produce, streamSnapshot } from "./snapshot.ts";
import { xlsxFile } from "./xlsx_file.ts";

const FILES: Readonly<Record<string, { mediaType: string; produce(request: LedgerRequest): Produce }>> = {
  csv: { mediaType: "text/csv", produce: csvFile },
  json: { mediaType: "application/json", produce: jsonFile },
  ofx: { mediaType: "application/x-ofx", produce: ofxFile },
  zip: { mediaType: "application/zip", produce: archiveFile },
  xlsx: { mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", produce: xlsxFile },
};
const FORMATS = Object.keys(FILES);

export const getExports = endpoint({
  method: "GET",
  path: "/exports",
  access: "reader",
  summary:
    "The space as a file: JSON holds everything and can be restored, ZIP its receipts too; the others hold its transactions",
  query: Type.Object({
    format: Type.String({ enum: FORMATS }),
    start_date: Type.Optional(
      LenientDay("Transactions from this day on, to the last there is unless end_date is given; not with json and zip"),
    ),
    end_date: Type.Optional(
      LenientDay("And up to this one, from the first there is unless start_date is given; not with json and zip"),
    ),
  }),
  readsFields: true,
  reply: JsonFile,
  files: FORMATS.map((format) => FILES[format]?.mediaType as string).filter((type) => type !== "application/json"),
  replyHeaders: { "Content-Disposition": "A name for the file" },
  handle: async ({ query, db, caller, now, exportSlots, log, request }) => {
    const record = submit(query, {});
    const { value, problems } = readAll({
      format: readOneOf(record, "format", FORMATS, { required: true }),
      period: readBounds(record),
    });
    const { format, period } = value;
    const isBounded = (name: string) => (format === "json" || format === "zip") && record.fields.has(name);
    throwIfInvalid(
      record,
      {},
      joinProblems(
        problems,
        problemIf(isBounded("start_date"), "start_date", { kind: "exclusive", values: { other: String(format) } }),
        problemIf(isBounded("end_date"), "end_date", { kind: "exclusive", values: { other: String(format) } }),
      ),
    );
    const { mediaType, produce } = FILES[format as string] as (typeof FILES)[string];
    const { spaceId, timeZone } = caller;
    const today = dayIn(timeZone, now);
    const stream = await streamSnapshot(
      { db, slots: exportSlots, spaceId, log, requestId: request.id },
      produce({ spaceId, period, today, now }),
    );
    const headers = {
      "content-type": isText(mediaType) ? `${mediaType}; charset=utf-8` : mediaType,
      "content-disposition": `attachment; filename="cofre-${today}.${format}"`,
    };
    return new Answer(200, headers, stream);
  },
});

const isText = (mediaType: string) => !mediaType.endsWith(".sheet") && !mediaType.endsWith("zip");
