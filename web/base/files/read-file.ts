import { UnreadableFileError } from '../calls/call-error.ts';

/** The text of a local file. @throws UnreadableFileError if it has been moved, changed or locked since it was chosen */
export async function readFileText(file: File): Promise<string> {
  try {
    return await file.text();
  } catch (error) {
    throw new UnreadableFileError(error);
  }
}
