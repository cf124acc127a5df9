import { isUtf8 } from 'node:buffer';
import { refusal } from '../../../records.ts';
import type { SourceFile } from '../../study.ts';
import { byteLines, type Encoding, lineBlocks, markedEncoding } from './text-lines.ts';

/** Enough to recognize forms and separators. */
const HEAD_LINES = 300;
const HEAD_CHARACTERS = 4 * 1024 * 1024;
const TAIL_BYTES = 4096;

/** A file of text that was read once: how it is encoded, and how it begins and ends. */
export interface TextFile {
  source: SourceFile;
  name: string;
  encoding: Encoding;
  /** the first lines, 300 or 4 million characters at most, two at least */
  head: string[];
  /** the last lines, for forms that are known by their end */
  tail: string[];
}

/**
 * Reads the whole file, so that a damaged or truncated file is known before anything is proposed.
 * @throws IntakeRefusal if it is not text
 */
export async function openText(source: SourceFile): Promise<TextFile> {
  const { encoding, tail } = await scanBytes(source);
  const head = await headOf(source, encoding);
  if (head.every((line) => line.trim() === '')) throw refusal(source.name, 'The file is empty.');
  if (head.length === 1 && (head[0] ?? '').includes('\r')) {
    const sentence = 'The lines end in carriage returns only; save the file with Unix or Windows line ends.';
    throw refusal(source.name, sentence);
  }
  return { source, name: source.name, encoding, head, tail };
}

async function scanBytes(source: SourceFile): Promise<{ encoding: Encoding; tail: string[] }> {
  let encoding: Encoding = 'utf-8';
  let isFirst = true;
  let last: Buffer = Buffer.alloc(0);
  for await (const bytes of byteLines(source)) {
    if (isFirst) encoding = markedEncoding(bytes) ?? encoding;
    isFirst = false;
    if (encoding === 'utf-8' && !isUtf8(bytes)) encoding = 'windows-1252';
    if (!encoding.startsWith('utf-16') && bytes.includes(0)) {
      throw refusal(source.name, 'The file holds NUL characters; it is no text, or was copied with errors.');
    }
    last = Buffer.concat([last, bytes.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
  }
  return { encoding, tail: last.toString('latin1').replaceAll('\0', '').split(/\r?\n/) };
}

async function headOf(source: SourceFile, encoding: Encoding): Promise<string[]> {
  const head: string[] = [];
  let characters = 0;
  for await (const { lines } of lineBlocks(source, encoding)) {
    for (const line of lines) {
      head.push(line);
      characters += line.length;
      if (head.length >= HEAD_LINES || (characters > HEAD_CHARACTERS && head.length > 1)) return head;
    }
  }
  return head;
}
