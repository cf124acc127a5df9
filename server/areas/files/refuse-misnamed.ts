/** Names promise a kind of file; what is shown is judged by the bytes. */
import { type FileSignature, signatureOf } from '@omicon/domain/files/file-signature.ts';
import { PortalError } from '../../base/http/errors.ts';

function isText(signature: FileSignature | null): boolean {
  return signature === null;
}

/** Pages decode UTF-16, as Windows writes notes and scripts. */
function isNote(signature: FileSignature | null): boolean {
  return isText(signature) || signature?.label === 'UTF-16 text';
}

/** A workbook with a password is an archive of the old kind, whatever its name. */
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
 * @param extension lower case, without its dot; of kinds that are not shown nothing is refused
 * @param start the first bytes; an empty file is refused by its reader, or shown as empty
 * @throws PortalError 400 that says what the file holds
 */
export function refuseMisnamed(extension: string, start: Uint8Array): void {
  const isHeld = HOLDS.get(extension);
  if (start.length === 0 || isHeld === undefined) return;
  const signature = signatureOf(start);
  if (isHeld(signature)) return;
  const held = signature?.label ?? 'plain text';
  throw new PortalError('invalid_input', `This file is named .${extension} but holds ${held}.`);
}
