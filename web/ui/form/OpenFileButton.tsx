import { Button, FileButton } from '@mantine/core';
import { describeError } from '../../base/calls/call-error.ts';
import { readFileText } from '../../base/files/read-file.ts';
import { showToast } from '../feedback/toasts.ts';

interface FileOptions {
  maxBytes: number;
  /** why a larger file is refused */
  refusal: string;
  onText(text: string, fileName: string): void;
}

/** Reads a file as text; what goes wrong, in `onText` too, is told in a toast. */
export async function openFile(file: File, { maxBytes, refusal, onText }: FileOptions): Promise<void> {
  const tell = (message: string) => void showToast({ type: 'warning', title: 'Not read', message });
  if (file.size > maxBytes) return tell(refusal);
  try {
    onText(await readFileText(file), file.name);
  } catch (error) {
    tell(describeError(error));
  }
}

/** A button that opens a file of text. @param endings file name endings beside those of tables */
export function OpenFileButton({ endings = [], ...options }: FileOptions & { endings?: readonly string[] }) {
  return (
    <FileButton
      accept={['.txt', '.csv', '.tsv', ...endings, 'text/plain', 'text/csv'].join()}
      onChange={(file) => file && void openFile(file, options)}
    >
      {(props) => (
        <Button {...props} size="xs" variant="default">
          Open a file
        </Button>
      )}
    </FileButton>
  );
}
