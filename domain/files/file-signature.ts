/** Detects the content type of a file from its first bytes, never from its name. */

export interface FileSignature {
  kind: 'pdf' | 'png' | 'jpeg' | 'gif' | 'zip' | 'xls' | 'gzip' | 'html' | 'rdata' | 'executable' | 'binary';
  /** with an article, as in "This file holds a PDF." */
  label: string;
}

/** Number of bytes examined. */
export const SIGNATURE_BYTES = 4096;

/** A PDF header may follow other bytes; readers search this many. @source ISO 32000-1, annex H.3 */
const PDF_HEAD_WITHIN = 1024;
/** Text rarely has control characters; in compressed and compiled data, about one byte in nine is one. */
const MAX_CONTROL_SHARE = 0.02;

type Mark = [kind: FileSignature['kind'], label: string, mark: string];

/** Magic numbers as Latin-1, in the order in which they are tried. @source the specification of each format */
const MARKS: readonly Mark[] = [
  ['pdf', 'a PDF', '%PDF-'],
  ['png', 'a PNG picture', '\x89PNG\r\n\x1a\n'],
  ['jpeg', 'a JPEG picture', '\xff\xd8\xff'],
  ['gif', 'a GIF picture', 'GIF87a'],
  ['gif', 'a GIF picture', 'GIF89a'],
  ['xls', 'an Excel 97 workbook or another old Office document', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['gzip', 'gzip-compressed data', '\x1f\x8b\x08'],
  ['rdata', 'R data', 'RDX2\n'],
  ['rdata', 'R data', 'RDX3\n'],
  ['rdata', 'R data', 'RDA2\nA\n'],
  ['rdata', 'R data', 'RDA3\nA\n'],
  ['rdata', 'R data', 'X\n\0\0\0'],
  ['executable', 'a program', '\x7fELF'],
  ['executable', 'a program', '\xcf\xfa\xed\xfe'],
  ['executable', 'a program', '\xce\xfa\xed\xfe'],
  ['executable', 'a program', '\xca\xfe\xba\xbe'],
  ['executable', 'a program', '\0asm'],
  ['binary', 'a bzip2-compressed file', 'BZh91AY&SY'],
  ['binary', 'an xz-compressed file', '\xfd7zXZ\0'],
  ['binary', 'a Zstandard-compressed file', '\x28\xb5\x2f\xfd'],
  ['binary', 'a 7-Zip archive', "7z\xbc\xaf'\x1c"],
  ['binary', 'a RAR archive', 'Rar!\x1a\x07'],
  ['binary', 'an HDF5 file', '\x89HDF\r\n\x1a\n'],
  ['binary', 'a TIFF picture', 'II*\0'],
  ['binary', 'a TIFF picture', 'MM\0*'],
  ['binary', 'an SQLite database', 'SQLite format 3\0'],
  // UTF-32 first: its mark begins with the one of UTF-16.
  ['binary', 'UTF-32 text', '\xff\xfe\0\0'],
  ['binary', 'UTF-32 text', '\0\0\xfe\xff'],
  ['binary', 'UTF-16 text', '\xff\xfe'],
  ['binary', 'UTF-16 text', '\xfe\xff'],
];

const ZIP_MARKS = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];
/** Requires a NUL, because a table may begin with "MZ" (mass to charge ratio). */
const DOS_PROGRAM = /^MZ[\s\S]{0,62}\0/;
/** A serialised R object as text: format, version, and the R versions that wrote it and can read it. */
const ASCII_R_OBJECT = /^A\n[23]\n\d{5,6}\n\d{5,6}\n/;
/** Comments end at their first end mark, to prevent catastrophic backtracking. */
const HTML =
  /^(?:\xef\xbb\xbf)?(?:\s|<\?xml[^>]*\?>|<!--(?:(?!-->)[\s\S])*-->)*<(?:!doctype\s+html|html|head|body)[\s>]/i;

/** @source APPNOTE.TXT 6.3.10, section 4.3.7: the name comes 30 bytes after the head of an entry */
function labelOfZip(text: string): string {
  for (let at = text.indexOf('PK\x03\x04'); at >= 0; at = text.indexOf('PK\x03\x04', at + 4)) {
    if (text.startsWith('xl/', at + 30)) return 'an Excel workbook';
    if (text.startsWith('word/', at + 30)) return 'a Word document';
  }
  return 'a zip archive or Office document';
}

function isControl(code: number): boolean {
  const isOfText = (code >= 0x08 && code <= 0x0d) || code === 0x1a || code === 0x1b;
  return code < 0x20 && !isOfText;
}

function isBinary(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return true;
  const controls = bytes.reduce((sum, code) => sum + (isControl(code) ? 1 : 0), 0);
  return controls > MAX_CONTROL_SHARE * bytes.length;
}

/**
 * Detects the type of a file from its first 4,096 bytes.
 * @returns null for plain text: UTF-8 with or without byte order mark, or a single-byte encoding such as Latin-1. XML,
 * SVG, source code and empty files are plain text; web pages are not.
 */
export function signatureOf(start: Uint8Array): FileSignature | null {
  const bytes = start.subarray(0, SIGNATURE_BYTES);
  const text = Array.from(bytes, (code) => String.fromCharCode(code)).join('');
  const found = MARKS.find(([, , mark]) => text.startsWith(mark));
  if (found) return { kind: found[0], label: found[1] };
  if (ZIP_MARKS.some((mark) => text.startsWith(mark))) return { kind: 'zip', label: labelOfZip(text) };
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8))
    return { kind: 'binary', label: 'a WebP picture' };
  if (DOS_PROGRAM.test(text)) return { kind: 'executable', label: 'a program' };
  if (ASCII_R_OBJECT.test(text)) return { kind: 'rdata', label: 'R data' };
  if (HTML.test(text)) return { kind: 'html', label: 'a web page (HTML)' };
  if (!isBinary(bytes)) return null;
  const isPdf = text.slice(0, PDF_HEAD_WITHIN).includes('%PDF-');
  return isPdf ? { kind: 'pdf', label: 'a PDF' } : { kind: 'binary', label: 'binary data' };
}
