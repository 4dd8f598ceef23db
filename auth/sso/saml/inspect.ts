// The structure that a document must have before its signature is trusted: one assertion in its place, and signatures only over their
// parent. This prevents signature wrapping.
import {
  CANONICAL_XML,
  DATA_ENCRYPTION,
  DIGEST_ALGORITHMS,
  KEY_ENCRYPTION,
  NS,
  SIGNATURE_ALGORITHMS,
  TRANSFORMS,
} from "./names.ts";
import { attributeOf, childrenOf, everyElement, textOf, type XmlElement, XmlProblem } from "./xml.ts";

/** `holders`: the only elements that may be signed. */
export function requireSoundSignatures(root: XmlElement, holders: readonly XmlElement[]): void {
  const all = everyElement(root);
  requireSingleIds(all);
  const signatures = all.filter((each) => each.localName === "Signature");
  const placed = holders.flatMap((holder) => childrenOf(holder, NS.signature, "Signature"));
  if (placed.length !== signatures.length) throw new XmlProblem("a signature stands where none belongs");
  for (const holder of holders) {
    const [signature, second] = childrenOf(holder, NS.signature, "Signature");
    if (second) throw new XmlProblem("an element has two signatures");
    if (signature) requireSoundSignature(signature, holder);
  }
}

function requireSoundSignature(signature: XmlElement, holder: XmlElement): void {
  const info = only(signature, "SignedInfo");
  const reference = only(info, "Reference");
  const id = attributeOf(holder, "ID") ?? "";
  if (id === "" || attributeOf(reference, "URI") !== `#${id}`) throw new XmlProblem("a signature is not of what it stands in");
  requireAlgorithm(only(info, "CanonicalizationMethod"), CANONICAL_XML);
  requireAlgorithm(only(info, "SignatureMethod"), SIGNATURE_ALGORITHMS);
  requireAlgorithm(only(reference, "DigestMethod"), DIGEST_ALGORITHMS);
  for (const transform of childrenOf(only(reference, "Transforms"), NS.signature, "Transform"))
    requireAlgorithm(transform, TRANSFORMS);
  if (!textOf(only(reference, "DigestValue")) || !textOf(only(signature, "SignatureValue")))
    throw new XmlProblem("a signature has no value");
  if (everyElement(signature).some((each) => each.localName === "Object")) throw new XmlProblem("a signature has objects");
}

/** One way to encrypt a key and one to encrypt with it, neither of them broken. */
export function requireSoundEncryption(encrypted: XmlElement): void {
  const all = everyElement(encrypted);
  const methodsOf = (name: string) =>
    all.filter((each) => each.localName === name).map((each) => childrenOf(each, NS.encryption, "EncryptionMethod"));
  const data = methodsOf("EncryptedData");
  const keys = methodsOf("EncryptedKey");
  if (data.length !== 1 || keys.length !== 1) throw new XmlProblem("it is not encrypted once, with one key");
  requireAlgorithm(one(data.flat(), "EncryptionMethod"), DATA_ENCRYPTION);
  requireAlgorithm(one(keys.flat(), "EncryptionMethod"), KEY_ENCRYPTION);
}

/** Whatever a reader takes for an id: each names one element. */
function requireSingleIds(all: readonly XmlElement[]): void {
  const ids = all.flatMap((each) =>
    Array.from(each.attributes)
      .filter(({ name }) => /^(?:\w+:)?id$/i.test(name))
      .map(({ value }) => value),
  );
  if (new Set(ids).size < ids.length) throw new XmlProblem("an id names two elements");
}

function requireAlgorithm(element: XmlElement, allowed: readonly string[]): void {
  if (!allowed.includes(attributeOf(element, "Algorithm") ?? "")) throw new XmlProblem(`${element.localName} is not allowed`);
}

function only(parent: XmlElement, name: string): XmlElement {
  return one(childrenOf(parent, NS.signature, name), name);
}

function one(elements: readonly XmlElement[], name: string): XmlElement {
  const [element, second] = elements;
  if (!element || second) throw new XmlProblem(`there has to be one ${name}`);
  return element;
}
