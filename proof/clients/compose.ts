// Reads which servers a client's own tests expect, from its docker-compose file: the services that run Supabase Auth, with their variables.
// Understands the form that these files have, which is a small part of YAML: keys with values on their lines, by indentation.

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

/** `${NAME}` stands for a credential of whoever runs it, which nobody has here. */
function withoutReferences(value: string): string {
  return value.replace(/\$\{\w+\}/g, "unset");
}
