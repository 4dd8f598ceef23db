// What the document of the API says of the body of a write.
import { type TObject, type TSchema, Type } from "typebox";

/** Every field that may be left out may be null, too: typed clients send all of theirs. */
export function nullableBody({ properties, required, ...rest }: TObject): TObject {
  const isRequired = (name: string) => (required as string[] | undefined)?.includes(name);
  const fields = Object.entries(properties as Record<string, TSchema>).map(([name, schema]) => [
    name,
    isRequired(name) ? schema : orNull(schema),
  ]);
  return Type.Object(Object.fromEntries(fields), rest);
}

function orNull(schema: TSchema): TSchema {
  const { description, ...plain } = schema as TSchema & { description?: string; anyOf?: { type?: string }[] };
  const choices = plain.anyOf?.some(({ type }) => type === "null") ? (plain.anyOf as TSchema[]) : [plain, Type.Null()];
  return Type.Optional(Type.Union(choices as TSchema[], description === undefined ? {} : { description }));
}
