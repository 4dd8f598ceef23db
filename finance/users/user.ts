// A user as the API shows it.
import { Type } from "typebox";

export const UserReply = Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String(), role: Type.String() });
