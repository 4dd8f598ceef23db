// The functions of the database that writes call.
import { readFileSync } from "node:fs";
import { nameByContent } from "../../kernel/sql/functions.ts";
import { TABLE_NAMES } from "../tables/tables.ts";
import { tableStatements } from "./table_statements.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

export const POST = nameByContent(
  "post",
  read("post.sql").replace("-- {tables}", () => tableStatements(TABLE_NAMES)),
);
export const ADD_SUMS = nameByContent("add_sums", read("../sums/add_sums.sql"));

export const FUNCTIONS = [POST, ADD_SUMS];
