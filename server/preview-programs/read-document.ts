/** docx documents, checked and repacked for the page that draws them. */
import { countElements, packParts, readParts } from './office-parts.ts';
import { cannotPreview } from './refusal.ts';

/** Parts needed to draw a document, without embedded programs, files, fonts and foreign pages. */
const DRAWN = /^(\[Content_Types\]\.xml|_rels\/\.rels|word\/.+\.(xml|rels|png|jpe?g|gif|bmp|webp))$/i;
const NEVER_DRAWN = /^word\/(embeddings|activeX|vbaProject|vbaData)/i;
/** A page of text has a thousand; more elements freeze the browser. */
const MAX_ELEMENTS = 300_000;

/** An archive of the parts to draw. @throws Refusal with the fault */
export async function readDocument(bytes: Buffer): Promise<Buffer> {
  if (bytes.length === 0) throw cannotPreview('It is empty.');
  if (bytes.subarray(0, 4).toString('latin1') !== 'PK\x03\x04')
    throw cannotPreview('It is not a Word document, although its name says so.');
  const all = await readParts(bytes);
  const drawn = new Map([...all].filter(([path]) => DRAWN.test(path) && !NEVER_DRAWN.test(path)));
  if (!drawn.has('_rels/.rels') || ![...drawn.keys()].some((path) => path.startsWith('word/')))
    throw cannotPreview('It is not a Word document, although its name says so.');
  if (countElements(drawn) > MAX_ELEMENTS) throw cannotPreview('It has too many parts to be drawn.');
  return packParts(drawn);
}
