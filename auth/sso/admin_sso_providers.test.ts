// Identity providers as administrators manage them, and their metadata.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { refreshMetadata } from "./refresh_metadata.ts";
import { startSso } from "./testing/sso_service.ts";
import { makeKeys, startIdp } from "./testing.ts";

const { addProvider, auth, begin, idp, post, provider, spMetadata } = await startSso();

test("administrators add, see, change and remove providers; what cannot be used is refused by name", async () => {
  const path = "/admin/sso/providers";
  await using other = await startIdp(spMetadata, idp.keys);
  const refusal = async (fields: object) => {
    const { status, body } = await auth.post(path, { type: "saml", metadata_xml: other.metadata, ...fields }, auth.admin);
    return [status, (body as { error_code: string }).error_code];
  };
  const dated = other.metadata.replace("<EntityDescriptor", '<EntityDescriptor validUntil="2020-01-01T00:00:00Z"');
  const withoutTls = (host: string) => other.metadata.replaceAll(new URL(other.url).host, host);
  const refusals: [object, string][] = [
    [{ type: "oidc" }, "validation_failed"],
    [{ metadata_xml: "" }, "validation_failed"],
    [{ metadata_url: `${idp.url}/metadata` }, "validation_failed"],
    [{ metadata_xml: "<a/>" }, "validation_failed"],
    [{ metadata_xml: `<!DOCTYPE x>${other.metadata}` }, "validation_failed"],
    [{ metadata_xml: dated }, "validation_failed"],
    [{ metadata_xml: withoutTls("idp.company.example") }, "validation_failed"],
    [{ metadata_xml: withoutTls("127.0.0.1.evil.test") }, "validation_failed"],
    [{ metadata_xml: withoutTls("localhost.evil.test") }, "validation_failed"],
    [{ domains: ["company.example"] }, "sso_domain_already_exists"],
    [{ domains: ["not a domain"] }, "validation_failed"],
    [{ name_id_format: "x" }, "validation_failed"],
    [{ attribute_mapping: { keys: { a: { name: 1 } } } }, "validation_failed"],
    [{ metadata_xml: undefined, metadata_url: "http://169.254.169.254/latest" }, "saml_metadata_fetch_failed"],
    [{ metadata_xml: undefined, metadata_url: "https://localhost/metadata" }, "saml_metadata_fetch_failed"],
    [{ metadata_xml: undefined, metadata_url: `${idp.url}/none?SAMLRequest=x` }, "saml_metadata_fetch_failed"],
  ];
  for (const [fields, code] of refusals) assert.deepEqual(await refusal(fields), [400, code], JSON.stringify(fields));
  assert.deepEqual(await refusal({ metadata_xml: idp.metadata }), [422, "saml_idp_already_exists"]);
  const added = (await addProvider({
    metadata_xml: `<!-- theirs -->${other.metadata}`,
    domains: ["other.example"],
    resource_id: "Mine",
    name_id_format: "persistent",
  })) as { id: string; saml: { entity_id: string }; domains: object[] };
  assert.deepEqual([added.saml.entity_id, added.domains], [other.entityId, [{ domain: "other.example" }]]);
  const listed = (await auth.get(path, auth.admin)).body as { items: { id: string; saml: object }[] };
  assert.deepEqual(listed.items.map(({ id }) => id).sort(), [added.id, provider.id].sort());
  assert.ok(listed.items.every(({ saml }) => !("metadata_xml" in saml)));
  const providerReply = await auth.get(`${path}/resource_mine`, auth.admin);
  assert.deepEqual(providerReply.body, added);
  const put = async (body: object) => auth.call(`${path}/${added.id}`, { method: "PUT", body, headers: auth.admin });
  assert.equal(
    ((await put({ metadata_xml: idp.metadata })).body as { error_code: string }).error_code,
    "saml_entity_id_mismatch",
  );
  assert.equal(((await put({ disabled: true })).body as { disabled: boolean }).disabled, true);
  const flow = await auth.post("/sso", { domain: "other.example" });
  assert.deepEqual([flow.status, (flow.body as { error_code: string }).error_code], [404, "sso_provider_disabled"]);
  assert.equal((await auth.call(`${path}/${added.id}`, { method: "DELETE", headers: auth.admin })).status, 200);
  assert.equal((await auth.get(`${path}/${added.id}`, auth.admin)).status, 404);
  for (const body of [
    {},
    { domain: "other.example" },
    { provider_id: randomUUID() },
    { provider_id: "x" },
    { provider_id: added.id, domain: "x.example" },
  ])
    assert.match(String((await auth.post("/sso", body)).status), /^40[04]$/);
});

test("metadata with an address is fetched again as it grows old; what is fetched in vain or of another stays away", async () => {
  const { db, config } = auth.service.world;
  const countRequests = () => idp.requests.filter((each) => each.path === "/metadata").length;
  const refresh = () => refreshMetadata({ db, config }, auth.service.world.log, auth.clock.now());
  const before = countRequests();
  await refresh();
  assert.equal(countRequests(), before);
  auth.clock.advance(86_400);
  const own = idp.metadata;
  const renewed = makeKeys();
  idp.metadata = own.replace(idp.keys.certificate, renewed.certificate);
  await refresh();
  assert.equal(countRequests(), before + 1);
  assert.equal(await post(await idp.answer(await begin())), "validation_failed");
  assert.equal(await post(await idp.answer(await begin(), { key: renewed })), "code");
  for (const metadata of ["<a/>", own.replace(idp.entityId, "https://idp.example.com/another")]) {
    auth.clock.advance(86_400);
    idp.metadata = metadata;
    await refresh();
    assert.equal(await post(await idp.answer(await begin(), { key: renewed })), "code");
  }
  idp.metadata = own;
  auth.clock.advance(86_400);
  await refresh();
});

test("GET /sso/saml/metadata names the service, its keys and where answers go", async () => {
  const { status, headers } = await fetch(`${auth.url}/sso/saml/metadata?download=true`);
  assert.deepEqual([status, headers.get("content-type")], [200, "application/xml; charset=utf-8"]);
  assert.match(headers.get("content-disposition") ?? "", /^attachment/);
  const xml = await spMetadata();
  assert.match(xml, /entityID="https:\/\/auth\.example\.com\/sso\/saml\/metadata"/);
  assert.match(xml, /Location="https:\/\/auth\.example\.com\/sso\/saml\/acs"/);
  assert.equal(xml, await spMetadata());
  assert.doesNotMatch(xml, /validUntil/);
});

test("a provider shows where it signs people in, and its certificates with their end", async () => {
  const { saml } = (await auth.get(`/admin/sso/providers/${provider.id}`, auth.admin)).body as {
    saml: { sign_in_url: string; certificates: Record<string, string>[] };
  };
  assert.equal(new URL(saml.sign_in_url).host, new URL(idp.url).host);
  const [certificate] = saml.certificates;
  assert.match(certificate?.fingerprint ?? "", /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  assert.ok(Date.parse(certificate?.expires_at ?? "") > 0);
});

test("POST /admin/sso/providers/:id/test says what attributes would make of a user, and changes nothing", async () => {
  const path = `/admin/sso/providers/${provider.id}`;
  const before = (await auth.get(path, auth.admin)).text;
  const attempt = async (body: object) => {
    const reply = await auth.post(`${path}/test`, body, auth.admin);
    assert.equal(reply.status, 200, reply.text);
    return reply.body as { email: string | null; vouched: boolean; claims: Record<string, unknown> };
  };
  const attributes = [
    { name: "mail", values: ["Ana@company.example"] },
    { name: "groups", values: ["a", "b"] },
  ];
  const keys = { teams: { name: "groups", array: true }, first: { names: ["none", "groups"] }, plan: { default: "free" } };
  assert.deepEqual(await attempt({ attributes, attribute_mapping: { keys } }), {
    email: "ana@company.example",
    vouched: true,
    claims: { teams: ["a", "b"], first: "a", plan: "free" },
  });
  const stranger = await attempt({ attributes: [{ name: "email", values: ["ana@elsewhere.example"] }], attribute_mapping: {} });
  assert.deepEqual([stranger.email, stranger.vouched], ["ana@elsewhere.example", false]);
  const nobody = await attempt({
    attributes: [
      { name: "mail", values: ["no address"] },
      { name: "__proto__", values: ["x"] },
    ],
  });
  assert.deepEqual([nobody.email, nobody.vouched], [null, false]);
  assert.equal((await auth.get(path, auth.admin)).text, before);
  for (const body of [{}, { attributes: [{ name: 1, values: [] }] }, { attributes: [], attribute_mapping: { keys: { a: 1 } } }])
    assert.equal((await auth.post(`${path}/test`, body, auth.admin)).status, 400, JSON.stringify(body));
  for (const id of [randomUUID(), "x", "resource_none"])
    assert.equal((await auth.post(`/admin/sso/providers/${id}/test`, { attributes: [] }, auth.admin)).status, 404, id);
});
