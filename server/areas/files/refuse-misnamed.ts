/** Refuses files whose bytes do not match their extension. */
import { type FileSignature, signatureOf } from '@omicon/domain/files/file-signature.ts';
import { PortalError } from '../../base/errors.ts';

function isText(signature: FileSignature | null): boolean {
  return signature === null;
}

/** UTF-16 text as written by Windows; pages can decode it. */
function isNote(signature: FileSignature | null): boolean {
  return isText(signature) || signature?.label === 'UTF-16 text';
}

/** A workbook with a password is an OLE archive, even if named .xlsx. */
function isWorkbook(signature: FileSignature | null): boolean {
  const isZip = signature?.kind === 'zip' && signature.label !== 'a Word document';
  return isZip || signature?.kind === 'xls';
}

function isDocument(signature: FileSignature | null): boolean {
  return signature?.kind === 'zip' && signature.label !== 'an Excel workbook';
}

const HOLDS: ReadonlyMap<string, (signature: FileSignature | null) => boolean> = new Map([
  ['csv', isText],
  ['tsv', isText],
  ['txt', isNote],
  ['r', isNote],
  ['pdf', (signature) => signature?.kind === 'pdf'],
  ['xls', isWorkbook],
  ['xlsx', isWorkbook],
  ['docx', isDocument],
  ['gz', (signature) => signature?.kind === 'gzip'],
]);

/**
 * @param extension in lower case, without the dot; unknown extensions are never refused
 * @param start the first bytes; empty files are left to their reader
 * @throws PortalError 400 with the detected type
 */
export function refuseMisnamed(extension: string, start: Uint8Array): void {
  const isHeld = HOLDS.get(extension);
  if (start.length === 0 || isHeld === undefined) return;
  const signature = signatureOf(start);
  if (isHeld(signature)) return;
  const held = signature?.label ?? 'plain text';
  throw new PortalError('invalid_input', `This file is named .${extension} but holds ${held}.`);
}
