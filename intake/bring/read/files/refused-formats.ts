/** Formats that no reader takes: what they are, and what to give instead. */
import { SIGNATURE_BYTES, signatureOf } from '@omicon/domain/files/file-signature.ts';

const SAVE_AS_TEXT = 'Save its table as CSV or tab-separated text and give that file.';
/** Files of these forms are read by themselves only. */
const NOT_IN_ZIP = 'Give the file itself, not inside an archive of archives.';
const UNPACK = 'Unpack it and give the file inside, as it is or as .gz.';

interface RefusedFormat {
  label: string;
  advice: string;
  /** bytes as Latin-1, and where they are */
  mark: string;
  offset?: number;
}

/** Formats that `signatureOf` does not know, or for which the advice differs. @source the specification of each */
const FORMATS: readonly RefusedFormat[] = [
  { label: 'a Parquet file', advice: NOT_IN_ZIP, mark: 'PAR1' },
  // After the level of compression, which is a digit.
  { label: 'a bzip2-compressed file', advice: UNPACK, mark: '1AY&SY', offset: 4 },
  { label: 'an xz-compressed file', advice: UNPACK, mark: '\xfd7zXZ\0' },
  { label: 'a Zstandard-compressed file', advice: UNPACK, mark: '\x28\xb5\x2f\xfd' },
  { label: 'a 7-Zip archive', advice: UNPACK, mark: "7z\xbc\xaf'\x1c" },
  { label: 'a RAR archive', advice: UNPACK, mark: 'Rar!\x1a\x07' },
  { label: 'a tar archive', advice: 'Unpack it and give the files inside.', mark: 'ustar', offset: 257 },
  {
    label: 'an HDF5 file (such as h5ad, loom or 10x h5)',
    advice: NOT_IN_ZIP,
    mark: '\x89HDF\r\n\x1a\n',
  },
];

const ADVICE_BY_KIND: Readonly<Record<string, string>> = {
  rdata: NOT_IN_ZIP,
  html: 'It may be an error page; download the file again.',
  gzip: 'It is compressed twice; unpack it once.',
  zip: 'Unpack it and give the files inside.',
};

/** What a file is and what to do, from its first unpacked bytes; null for text. */
export function refusedFormat(start: Buffer): string | null {
  const head = start.subarray(0, SIGNATURE_BYTES);
  const text = head.toString('latin1');
  const found = FORMATS.find(({ mark, offset = 0 }) => text.startsWith(mark, offset));
  if (found) return `This is ${found.label}. ${found.advice}`;
  const signature = signatureOf(head);
  if (signature === null || signature.label === 'UTF-16 text') return null;
  return `This is ${signature.label}. ${ADVICE_BY_KIND[signature.kind] ?? SAVE_AS_TEXT}`;
}

/** Whether bytes begin as a zip archive, which also holds Excel workbooks. */
export function isZip(start: Buffer): boolean {
  return signatureOf(start)?.kind === 'zip';
}
