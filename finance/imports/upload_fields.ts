// What an upload says besides the file: where it goes, which statement of it, and what its columns are.
import { Type } from "typebox";
import { UploadedFile } from "../../kernel/http/request_file.ts";
import { FIRST_KEPT_INVOICE, LAST_KEPT_INVOICE } from "../billing/cycle.ts";
import { readId, readInteger, readText } from "../fields/readers.ts";
import { presentField, type Submitted, submit } from "../fields/record.ts";
import { Filled, oneOfFields, RecordId } from "../fields/schemas.ts";
import {
  ABSENT,
  hasProblem,
  invalid,
  joinProblems,
  orElse,
  problemIf,
  readAll,
  valid,
  type WithProblems,
} from "../fields/with_problems.ts";
import { LIMITS } from "../import_files/limits.ts";
import type { Columns } from "../import_files/tables/columns.ts";
import { columnsIn } from "./chosen_columns.ts";

const Column = Type.Integer({ minimum: 0, maximum: LIMITS.columns - 1 });

export const UploadBody = Type.Object(
  {
    content: Type.String({ minLength: 1, description: "The file, where it is text of at most 1 MB" }),
    file_name: Type.Optional(Filled({ description: "A hint for the invoice of a card" })),
    account_id: Type.Optional(RecordId({ description: "Where the file is of an account" })),
    credit_card_id: Type.Optional(RecordId({ description: "Where the file is of a card" })),
    invoice: Type.Optional(
      Type.Integer({
        minimum: FIRST_KEPT_INVOICE,
        maximum: LAST_KEPT_INVOICE,
        description: "Of the card: where its purchases go, unless the name of the file says it",
      }),
    ),
    statement: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LIMITS.statements, description: "Of a file with several, from 1" }),
    ),
    columns: Type.Optional(
      Type.Object(
        { day: Column, description: Type.Array(Column, { minItems: 1, maxItems: 10 }), amount: Type.Optional(Column) },
        {
          additionalProperties: true,
          description:
            "Of a table whose layout is not known: what is in which column, from 0. Also credit and debit, letter, balance, category, " +
            "document, fitid, part, headerRow, isInverted, dayOrder, decimal, separator, encoding, place",
        },
      ),
    ),
  },
  oneOfFields(["account_id", "credit_card_id"]),
);

export interface Upload {
  file: UploadedFile | undefined;
  fileName: string | undefined;
  accountId: number | undefined;
  cardId: number | undefined;
  invoice: number | undefined;
  /** From 1. */
  statement: number | undefined;
  columns: Columns | undefined;
}

/** The fields of a form are texts, like those of a query string. */
export function uploadRecord(record: Submitted): Submitted {
  const fields = [...record.fields].map(([name, { value, isText }]) => [name, value, isText] as const);
  const isForm = fields.some(([, value]) => value instanceof UploadedFile);
  const pick = (texts: boolean) =>
    Object.fromEntries(fields.filter(([, , isText]) => (isText || isForm) === texts).map(([name, value]) => [name, value]));
  return submit(pick(true), pick(false));
}

export function readUpload(record: Submitted): WithProblems<Upload> {
  const file = readFile(record);
  const target = readTarget(record);
  const rest = readAll({
    fileName: orElse(readText(record, "file_name", { filled: true }), file.value?.name?.slice(0, 255)),
    statement: readInteger(record, "statement", { least: 1, most: LIMITS.statements }),
    columns: readColumns(record),
  });
  return {
    value: { file: file.value, ...target.value, ...rest.value },
    problems: joinProblems(file.problems, target.problems, rest.problems),
  };
}

function readFile(record: Submitted): WithProblems<UploadedFile | undefined> {
  const file = presentField(record, "file")?.value;
  if (file instanceof UploadedFile) return valid(file);
  const content = presentField(record, "content")?.value;
  if (content === undefined) return invalid("file", { kind: "noFile" });
  if (typeof content !== "string") return invalid("content", { kind: "notText" });
  return valid(new UploadedFile(Buffer.from(content, "utf8")));
}

/** An account, or a card and its invoice. */
function readTarget(record: Submitted): WithProblems<Pick<Upload, "accountId" | "cardId" | "invoice">> {
  const { value, problems } = readAll({
    accountId: readId(record, "account_id"),
    cardId: readId(record, "credit_card_id"),
    invoice: readInteger(record, "invoice", { least: FIRST_KEPT_INVOICE, most: LAST_KEPT_INVOICE }),
  });
  const [isAccount, isCard] = [value.accountId !== undefined, value.cardId !== undefined];
  const isWrong = hasProblem(problems, "account_id") || hasProblem(problems, "credit_card_id");
  const isInvoiceOfAccount = isAccount && value.invoice !== undefined;
  return {
    value,
    problems: joinProblems(
      problems,
      problemIf(isAccount && isCard, "credit_card_id", { kind: "exclusive", values: { other: "account_id" } }),
      problemIf(!isAccount && !isCard && !isWrong, "account_id", { kind: "required" }),
      problemIf(isInvoiceOfAccount, "invoice", { kind: "exclusive", values: { other: "account_id" } }),
    ),
  };
}

/** As JSON, or as the text of JSON where fields are texts. */
function readColumns(record: Submitted): WithProblems<Columns | undefined> {
  const field = presentField(record, "columns");
  if (field === undefined) return ABSENT;
  const value = plain(field.isText && typeof field.value === "string" ? parsed(field.value) : field.value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return invalid("columns", { kind: "notAnObject" });
  const columns = columnsIn(value);
  return columns ? valid(columns) : invalid("columns", { kind: "invalid" });
}

/** Numbers of a body are kept as they were written; null says nothing. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value), (_, each) => (each === null ? undefined : each));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
