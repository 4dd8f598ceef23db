// The functions of the database that writes call.
import { readFileSync } from "node:fs";
import { nameByContent } from "../../kernel/sql/functions.ts";
import { TABLE_NAMES } from "../tables/tables.ts";
import { tableStatements } from "./table_statements.ts";

const read = (file: URL) => readFileSync(file, "utf8");

export const POST = nameByContent(
  "post",
  read(new URL("post.sql", import.meta.url)).replace("-- {tables}", () => tableStatements(TABLE_NAMES)),
);
export const ADD_SUMS = nameByContent("add_sums", read(new URL("../sums/add_sums.sql", import.meta.url)));

export const FUNCTIONS = [POST, ADD_SUMS];
