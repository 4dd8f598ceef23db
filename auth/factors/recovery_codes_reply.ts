// A new set of recovery codes, which is shown once.
import { Type } from "typebox";

export const RecoveryCodesReply = Type.Object({
  id: Type.String({ format: "uuid" }),
  type: Type.String(),
  friendly_name: Type.String(),
  total: Type.Integer(),
  codes: Type.Array(Type.String()),
});
