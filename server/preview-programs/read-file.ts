/** Runs in a sandbox: reads the bytes of a file, and writes its preview as JSON, or the reason of a refusal. */
import { buffer } from 'node:stream/consumers';
import { Refusal } from './refusal.ts';

async function read(bytes: Buffer): Promise<unknown> {
  const [task, sheet] = process.argv.slice(2);
  // Readers are loaded on demand: that of workbooks takes longer to load than most files to read.
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
