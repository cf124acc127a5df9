import { isUtf8 } from 'node:buffer';
import { SIGNATURE_BYTES, signatureOf } from '@omicon/domain/files/file-signature.ts';
import type { IntakeRefusal } from '../records.ts';
import type { FileReading } from './read-log.ts';

/** A line of a matrix with 100,000 samples is far shorter. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 10;
const COMMA = 44;

/** Whole lines of a text file. `line` is the number of the first, from 1. */
export interface TextBlock {
  text: string;
  line: number;
  isLast: boolean;
}

/**
 * Calls `onBlock` with blocks of whole lines of a UTF-8 text file, with at most one block and one line in memory.
 * A byte order mark is removed.
 * @throws IntakeRefusal for other content than text, text that is not UTF-8, a NUL, lines that end in carriage returns
 * only, or a line over 64 MiB
 */
export async function eachTextBlock(
  file: FileReading,
  onBlock: (block: TextBlock) => void | Promise<void>,
): Promise<void> {
  const stream = await file.tree.open(file.path);
  let line = 1;
  let unfinished: Buffer[] = [];
  let unfinishedBytes = 0;
  let isFirst = true;
  const give = async (bytes: Buffer, isLast: boolean): Promise<void> => {
    if (isFirst) refuseOtherKinds(file, bytes);
    const text = decode(file, isFirst ? withoutMark(file, bytes) : bytes, line);
    if (isFirst && isLast) refuseOldMacLines(file, text);
    isFirst = false;
    await onBlock({ text, line, isLast });
    line += countNewlines(bytes);
  };
  for await (const chunk of stream) {
    const bytes: Buffer = chunk;
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      await give(Buffer.concat([...unfinished, bytes.subarray(0, end)]), false);
      unfinished = [];
      unfinishedBytes = 0;
    }
    if (end < bytes.length) unfinished.push(bytes.subarray(end));
    unfinishedBytes += bytes.length - end;
    if (unfinishedBytes > MAX_LINE_BYTES) {
      if (isFirst) refuseOtherKinds(file, Buffer.concat(unfinished));
      throw file.refusal(line, null, 'The line is longer than 64 MiB.');
    }
  }
  await give(Buffer.concat(unfinished), true);
}

/** Refuses files whose content is not text, whatever their name, such as a workbook named .csv. */
function refuseOtherKinds(file: FileReading, bytes: Buffer): void {
  const found = signatureOf(bytes.subarray(0, SIGNATURE_BYTES));
  // Other binary content is reported with line and column.
  if (found === null || found.kind === 'binary') return;
  const ending = /\.\w{1,8}$/.exec(file.path)?.[0];
  const named = ending === undefined ? 'This text file' : `This file is named ${ending} but`;
  throw file.refusal(null, null, `${named} holds ${found.label}. Save its table as CSV text.`);
}

function refuseOldMacLines(file: FileReading, text: string): void {
  if (!/\r(?!\n|$)/.test(text)) return;
  throw file.refusal(
    1,
    null,
    'The lines end in carriage returns only, as on old Macs; save the file with Unix (LF) or Windows (CRLF) line ends.',
  );
}

function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

function withoutMark(file: FileReading, bytes: Buffer): Buffer {
  const [first, second, third] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const isUnmarked = bytes.length > 1 && (first === 0) !== (second === 0);
  if (isMarked || isUnmarked) {
    throw file.refusal(1, 1, 'The file is UTF-16 text; save it as UTF-8.');
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? bytes.subarray(3) : bytes;
}

function decode(file: FileReading, bytes: Buffer, firstLine: number): string {
  if (!isUtf8(bytes)) throw notText(file, bytes, { at: firstBadByte(bytes), firstLine });
  const nul = bytes.indexOf(0);
  if (nul >= 0) throw notText(file, bytes, { at: nul, firstLine });
  return bytes.toString('utf8');
}

/** Index of the first invalid byte. Splits only after ASCII bytes, so that no character is split. */
function firstBadByte(bytes: Buffer): number {
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    if (!isUtf8(bytes.subarray(start, end))) break;
    start = end;
  }
  for (let at = start; at < bytes.length; at += 1) {
    const isAsciiNext = at + 1 >= bytes.length || (bytes[at + 1] ?? 0) < 0x80;
    if (isAsciiNext && !isUtf8(bytes.subarray(start, at + 1))) {
      return badByteOfWord(bytes, start, at);
    }
    if ((bytes[at] ?? 0) < 0x80) start = at + 1;
  }
  return start;
}

/** Index of the first byte from `start` to `end`, all non-ASCII, that begins no valid character. */
function badByteOfWord(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at <= end) {
    const length = [1, 2, 3, 4].find((size) => at + size <= end + 1 && isUtf8(bytes.subarray(at, at + size)));
    if (length === undefined) return at;
    at += length;
  }
  return start;
}

function notText(
  file: FileReading,
  bytes: Buffer,
  position: { at: number; firstLine: number },
): IntakeRefusal {
  const before = bytes.subarray(0, position.at);
  const line = position.firstLine + countNewlines(before);
  const lineStart = before.lastIndexOf(NEWLINE) + 1;
  const cell = before.subarray(lineStart).filter((byte) => byte === COMMA).length + 1;
  const byte = bytes[position.at] ?? 0;
  const hex = `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  const sentence =
    byte === 0
      ? 'A NUL character does not belong in text; is this a binary file?'
      : `The byte ${hex} is not UTF-8 text; save the file as UTF-8.`;
  return file.refusal(line, cell, sentence);
}
