/** Run in a sandbox: bytes of a file come in, JSON of what the portal shows goes out, or why nothing is shown. */
import { buffer } from 'node:stream/consumers';
import { Refusal } from './refusal.ts';

async function read(bytes: Buffer): Promise<unknown> {
  const [task, sheet] = process.argv.slice(2);
  // Each reader is loaded alone: that of workbooks takes longer to load than most files to read.
  if (task === 'csv') return (await import('./read-csv.ts')).readCsv(bytes);
  if (task === 'sheet') return (await import('./read-workbook.ts')).readWorkbook(bytes, Number(sheet));
  const { readDocument } = await import('./read-document.ts');
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
