// A one-time code that makes its holder an owner, as callers send it.
import { Type } from "typebox";

export const OwnerCodeField = Type.String({
  maxLength: 200,
  description: "As the start of the server, or `cofre owner`, prints it",
});
