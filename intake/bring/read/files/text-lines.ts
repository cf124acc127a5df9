import { TextDecoder } from 'node:util';
import { IntakeRefusal, refusal } from '../../../records.ts';
import { MAX_LINE_BYTES } from '../../../text/text-blocks.ts';
import type { SourceFile } from '../../study.ts';
import { unpackedBytes } from './gunzip.ts';

/** windows-1252 has every character of Latin-1 and those that Windows adds. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const NEWLINE = 10;
const BYTE_ORDER_MARK = 0xfeff;

/** Lines of a text without their line ends; `line` is the number of the first, from 1. */
interface LineBlock {
  line: number;
  lines: string[];
}

/** A refusal that names the line. */
export function refusalAt(file: string, line: number, sentence: string): IntakeRefusal {
  return new IntakeRefusal([{ kind: 'wrong', file, line, column: null, sentence }]);
}

/**
 * Blocks of whole lines, with at most one block and one line in memory. A byte order mark is removed.
 * @throws IntakeRefusal for a line over 64 MiB, and as `unpackedBytes`
 */
export async function* lineBlocks(file: SourceFile, encoding: Encoding): AsyncGenerator<LineBlock> {
  let line = 1;
  for await (const text of wholeLines(file, encoding)) {
    const lines = text.split('\n');
    lines.pop();
    if (line === 1) lines[0] = withoutMark(lines[0] ?? '');
    if (text.includes('\r')) removeReturns(lines);
    yield { line, lines };
    line += lines.length;
  }
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

function removeReturns(lines: string[]): void {
  for (const [at, line] of lines.entries()) if (line.endsWith('\r')) lines[at] = line.slice(0, -1);
}

/** Texts of whole lines, each with its newline, which is added to the last line if it has none. */
async function* wholeLines(file: SourceFile, encoding: Encoding): AsyncGenerator<string> {
  if (encoding !== 'utf-8') {
    yield* decodedLines(file, new TextDecoder(encoding));
    return;
  }
  for await (const bytes of byteLines(file)) yield bytes.toString('utf8');
}

async function* decodedLines(file: SourceFile, decoder: TextDecoder): AsyncGenerator<string> {
  let unfinished: string[] = [];
  let length = 0;
  for await (const bytes of unpackedBytes(file)) {
    const text = decoder.decode(bytes, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) {
      yield [...unfinished, text.slice(0, end)].join('');
      unfinished = [];
      length = 0;
    }
    unfinished.push(text.slice(end));
    length += text.length - end;
    if (length > MAX_LINE_BYTES) throw tooLongLine(file);
  }
  const last = unfinished.join('') + decoder.decode();
  if (last !== '') yield `${last}\n`;
}

/** Bytes of whole lines, so that no character of UTF-8 is split. */
export async function* byteLines(file: SourceFile): AsyncGenerator<Buffer> {
  let unfinished: Buffer[] = [];
  let length = 0;
  for await (const bytes of unpackedBytes(file)) {
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      yield Buffer.concat([...unfinished, bytes.subarray(0, end)]);
      unfinished = [];
      length = 0;
    }
    if (end < bytes.length) unfinished.push(bytes.subarray(end));
    length += bytes.length - end;
    if (length > MAX_LINE_BYTES) throw tooLongLine(file);
  }
  if (length > 0) yield Buffer.concat([...unfinished, Buffer.from('\n')]);
}

function tooLongLine(file: SourceFile): IntakeRefusal {
  return refusal(file.name, 'A line is longer than 64 MiB; is this a table?');
}

/** The encoding by the mark at the beginning; null without a mark. */
export function markedEncoding(start: Buffer): Encoding | null {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return null;
}
