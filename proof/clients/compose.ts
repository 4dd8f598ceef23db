// Reads the Supabase Auth services and their variables from a client's docker-compose file. Supports only the subset of YAML that
// these files use.

export interface ComposeServer {
  name: string;
  variables: Record<string, string>;
}

const AUTH_IMAGE = /^(supabase\/(auth|gotrue)|supabase-community\/gotrue|netlify\/gotrue)(:|$)/;

export function readCompose(text: string): ComposeServer[] {
  const services = new Map<string, { image: string; variables: Record<string, string> }>();
  let path: { indent: number; key: string }[] = [];
  for (const line of text.split("\n")) {
    const match = /^( *)([\w.-]+):(?: +(.*))?$/.exec(line.replace(/\s+#.*$/, "").trimEnd());
    if (!match) continue;
    const [, { length: indent } = "", key = "", value = ""] = match;
    path = [...path.filter((each) => each.indent < indent), { indent, key }];
    const [top, name = "", part, variable] = path.map((each) => each.key);
    if (top !== "services" || value === "") continue;
    const service = services.get(name) ?? { image: "", variables: {} };
    services.set(name, service);
    if (part === "image") service.image = unquoted(value);
    if (part === "environment" && variable !== undefined) service.variables[variable] = withoutReferences(unquoted(value));
  }
  return [...services].filter(([, { image }]) => AUTH_IMAGE.test(image)).map(([name, { variables }]) => ({ name, variables }));
}

function unquoted(value: string): string {
  return /^(['"])(.*)\1$/.exec(value)?.[2] ?? value;
}

/** `${NAME}` is a credential that is not available here. */
function withoutReferences(value: string): string {
  return value.replace(/\$\{\w+\}/g, "unset");
}
