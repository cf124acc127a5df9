import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { describeError } from '../../base/calls/call-error.ts';
import { readFileText } from '../../base/files/read-file.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { countOf } from '../../ui/text/format.ts';
import classes from './gene-lists.module.css';
import { EXAMPLES, readGeneFile } from './gene-text.ts';

const MAX_BYTES = 2 * 1024 ** 2;

interface ListFormProps {
  text: string;
  /** number of identifiers in the text, and why they cannot be explored */
  count: number;
  refusal: string | null;
  onText(text: string): void;
  onExplore(): void;
  onExample(genes: readonly string[]): void;
}

async function readFile(file: File, onText: (text: string) => void): Promise<void> {
  if (file.size > MAX_BYTES) {
    const message = 'A list of genes has at most 2 MB. Please paste the column of the genes.';
    showToast({ type: 'warning', title: 'Not read', message });
    return;
  }
  try {
    const { text, isFirstColumn } = readGeneFile(await readFileText(file));
    onText(text);
    if (isFirstColumn)
      showToast({ title: file.name, message: 'The first column was read; paste another to explore that.' });
  } catch (error) {
    showToast({ type: 'warning', title: 'Not read', message: describeError(error) });
  }
}

/** Form for a list of genes: typed, pasted, dropped as a file or taken from an example. */
export function ListForm({ text, count, refusal, onText, onExplore, onExample }: ListFormProps) {
  const [isOver, setOver] = useState(false);
  const canExplore = count > 0 && refusal === null;

  function drop(event: DragEvent): void {
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file === undefined) return;
    event.preventDefault();
    void readFile(file, onText);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canExplore) onExplore();
      }}
    >
      <Stack gap={8}>
        <Textarea
          label="Genes"
          description="Symbols, aliases, Entrez and Ensembl ids or probes, in any mix; or drop a text file here"
          className={classes.text ?? ''}
          autosize
          minRows={5}
          maxRows={12}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          data-over={isOver || undefined}
          value={text}
          error={refusal}
          onChange={(event) => onText(event.currentTarget.value)}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes('Files')) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <Group justify="space-between" gap={8}>
          <Text size="sm" c="dimmed" role="status">
            {countOf(count, 'identifier')} of at most 5,000
          </Text>
          <Group gap={8}>
            <FileButton
              accept=".txt,.csv,.tsv,text/plain,text/csv"
              onChange={(file) => file && void readFile(file, onText)}
            >
              {(props) => (
                <Button {...props} size="xs" variant="default">
                  Open a file
                </Button>
              )}
            </FileButton>
            <Button type="submit" size="xs" disabled={!canExplore}>
              Explore
            </Button>
          </Group>
        </Group>
        <Group gap={4} aria-label="Examples" role="group">
          <Text size="xs" c="dimmed">
            Examples:
          </Text>
          {EXAMPLES.map(({ title, genes }) => (
            <Button key={title} size="compact-xs" px={4} variant="subtle" onClick={() => onExample(genes)}>
              {title}
            </Button>
          ))}
        </Group>
      </Stack>
    </form>
  );
}
