import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { readGeneColumn } from '@omicon/domain/identifiers/lists/gene-column.ts';
import { joinIdentifiers } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { type DragEvent, useState } from 'react';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Form } from '../../ui/form/Form.tsx';
import { OpenFileButton, openFile } from '../../ui/form/OpenFileButton.tsx';
import { countOf } from '../../ui/text/format.ts';
import classes from './gene-lists.module.css';
import { EXAMPLES } from './gene-text.ts';

const MAX_BYTES = 2 * 1024 ** 2;
/** Limits for the height of the box, which follows the number of lines; measuring it would force several layouts. */
const MIN_ROWS = 5;
const MAX_ROWS = 12;

interface ListFormProps {
  text: string;
  /** number of identifiers in the text, and why they cannot be explored */
  count: number;
  refusal: string | null;
  onText(text: string): void;
  onExplore(): void;
  onExample(genes: readonly string[]): void;
}

/** Form for a list of genes: typed, pasted, dropped as a file or taken from an example. */
export function ListForm({ text, count, refusal, onText, onExplore, onExample }: ListFormProps) {
  const [isOver, setOver] = useState(false);
  const canExplore = count > 0 && refusal === null;
  const fileOptions = {
    maxBytes: MAX_BYTES,
    refusal: 'A list of genes has at most 2 MB. Please paste the column of the genes.',
    onText: (content: string, fileName: string) => {
      const { identifiers, note } = readGeneColumn(content);
      onText(joinIdentifiers(identifiers));
      if (note !== null) showToast({ title: fileName, message: `${note} Paste another to explore that.` });
    },
  };

  function drop(event: DragEvent): void {
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file === undefined) return;
    event.preventDefault();
    void openFile(file, fileOptions);
  }

  return (
    <Form onSubmit={() => canExplore && onExplore()}>
      <Stack gap={8}>
        <Textarea
          label="Genes"
          description="Symbols, aliases, Entrez and Ensembl ids or probes, in any mix; or drop a text file here"
          className={classes.text ?? ''}
          rows={Math.max(MIN_ROWS, text.split('\n', MAX_ROWS).length)}
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
            <OpenFileButton {...fileOptions} />
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
    </Form>
  );
}
