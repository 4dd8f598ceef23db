// Makes a file fit before it is sent: photos that the server would not take become JPEG, and smaller where they are too large.
import { ownRefusal } from "../ui/use_sending.ts";
import { attachmentWords } from "./attachment_words.ts";

const MOST_BYTES = 10 * 2 ** 20;
const LONGEST_SIDE = 4_000;
const QUALITY = 0.88;

const isHeic = ({ name, type }: File) => /^image\/(hei[cf]|avif)/.test(type) || /\.(hei[cf]|avif)$/i.test(name);
const isPhoto = ({ type }: File) => /^image\/(jpeg|png|webp)$/.test(type);

/** Throws a refusal that says why a file can't be sent. */
export async function fittingFile(file: File): Promise<File> {
  if (isHeic(file)) return asJpeg(file, attachmentWords.heic);
  if (file.size <= MOST_BYTES) return file;
  if (isPhoto(file)) return asJpeg(file, attachmentWords.tooLarge);
  throw ownRefusal({ file: attachmentWords.tooLarge });
}

async function asJpeg(file: File, otherwise: string): Promise<File> {
  try {
    const image = await createImageBitmap(file);
    const share = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * share);
    canvas.height = Math.round(image.height * share);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const { promise, resolve, reject } = Promise.withResolvers<Blob>();
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no image"))), "image/jpeg", QUALITY);
    const name = `${file.name.replace(/\.\w+$/, "")}.jpg`;
    return new File([await promise], name, { type: "image/jpeg" });
  } catch {
    throw ownRefusal({ file: otherwise });
  }
}
