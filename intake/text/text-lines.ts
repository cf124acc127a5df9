import { IntakeRefusal } from '../records.ts';
import type { FileReading } from './read-log.ts';
import { eachTextBlock } from './text-blocks.ts';

/** Calls `onLine` for every line of a text file, without its line end. An unreadable file becomes a fault. */
export async function eachTextLine(
  file: FileReading,
  onLine: (text: string, line: number) => void,
): Promise<void> {
  let isEmpty = true;
  try {
    await eachTextBlock(file, ({ text, line }) => {
      if (text === '') return;
      isEmpty = false;
      const lines = text.split('\n');
      if (lines.at(-1) === '') lines.pop();
      for (const [at, one] of lines.entries()) onLine(one.endsWith('\r') ? one.slice(0, -1) : one, line + at);
      file.log.addRows(file.path, lines.length);
    });
    if (isEmpty) file.wrong(null, null, 'The file is empty.');
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    for (const fault of error.faults) file.log.add(fault);
  }
  file.log.endFile(file.path);
}
