/** Run sealed: bytes of an office file come in, JSON of what the portal shows goes out, or why nothing is shown. */
import { buffer } from 'node:stream/consumers';
import { readDocument } from './read-document.ts';
import { readWorkbook } from './read-workbook.ts';
import { Refusal } from './refusal.ts';

async function read(bytes: Buffer): Promise<unknown> {
  const [task, place] = process.argv.slice(2);
  if (task === 'sheet') return readWorkbook(bytes, Number(place));
  return { content: (await readDocument(bytes)).toString('base64') };
}

async function answer(): Promise<unknown> {
  try {
    return { value: await read(await buffer(process.stdin)) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  }
}

process.stdout.write(JSON.stringify(await answer()));
