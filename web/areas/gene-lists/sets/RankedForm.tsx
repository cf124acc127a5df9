import { Button, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { MAX_RANKED_GENES } from '@omicon/contract/areas/genes/gene-lists.ts';
import { type RankedList, readRankedList } from '@omicon/domain/identifiers/lists/ranked-list.ts';
import { useMemo, useState } from 'react';
import { Form } from '../../../ui/form/Form.tsx';
import { OpenFileButton } from '../../../ui/form/OpenFileButton.tsx';
import { countOf, formatCount } from '../../../ui/text/format.ts';
import classes from '../gene-lists.module.css';

const MAX_BYTES = 4 * 1024 ** 2;
const SHOWN_ROWS = 5;

function refuse({ genes, bad }: RankedList): string | null {
  if (genes.length > MAX_RANKED_GENES)
    return `At most ${formatCount(MAX_RANKED_GENES)} genes at once; here are ${formatCount(genes.length)}.`;
  return bad.length === 0 ? null : `${countOf(bad.length, 'row')} cannot be read.`;
}

/** The first rows that cannot be read, with line and column. */
function BadRows({ bad }: Pick<RankedList, 'bad'>) {
  if (bad.length === 0) return null;
  return (
    <List size="xs" role="alert" aria-label="Rows that cannot be read">
      {bad.slice(0, SHOWN_ROWS).map(({ line, column, sentence }) => (
        <List.Item key={line}>
          Line {formatCount(line)}, column {column}: {sentence}
        </List.Item>
      ))}
      {bad.length > SHOWN_ROWS && <List.Item>and {formatCount(bad.length - SHOWN_ROWS)} more</List.Item>}
    </List>
  );
}

/** Form for a ranked list: a gene and its value on each line. */
export function RankedForm({ onRank }: { onRank(list: RankedList): void }) {
  const [text, setText] = useState('');
  const list = useMemo(() => readRankedList(text), [text]);
  const refusal = refuse(list);
  const canRank = list.genes.length > 0 && refusal === null;
  return (
    <Form onSubmit={() => canRank && onRank(list)}>
      <Stack gap={8}>
        <Textarea
          label="Genes and values"
          description="A gene and its value on each line, such as all genes of a comparison with t"
          placeholder={'AIF1\t8.21\nCD68\t7.9\nMBP\t-3.4'}
          className={classes.text ?? ''}
          autosize
          minRows={5}
          maxRows={12}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={text}
          error={refusal}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <BadRows bad={list.bad} />
        <Text size="sm" c="dimmed" role="status">
          {countOf(list.genes.length, 'gene')} of at most {formatCount(MAX_RANKED_GENES)}
          {list.missing > 0 && `, ${countOf(list.missing, 'row')} without a value left out`}
        </Text>
        <Group gap={8} justify="flex-end">
          <OpenFileButton
            maxBytes={MAX_BYTES}
            refusal="A ranked list has at most 4 MB."
            endings={['.rnk']}
            onText={setText}
          />
          <Button type="submit" size="xs" disabled={!canRank}>
            Test gene sets
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
