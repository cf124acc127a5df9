import { UnreadableFileError } from '../calls/call-error.ts';

/** The text of a file of the person's own. @throws UnreadableFileError when it was moved, changed or locked meanwhile */
export async function readFileText(file: File): Promise<string> {
  try {
    return await file.text();
  } catch (error) {
    throw new UnreadableFileError(error);
  }
}
