import { Group, Text, Textarea } from '@mantine/core';
import { splitIdentifiers } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { useState } from 'react';
import { ExploreList } from '../../actions/explore/ExploreGenes.tsx';
import { MAX_IDENTIFIERS } from '../../base/gene-list.ts';
import { countOf } from '../../ui/text/format.ts';

/** A list of genes that Explore opens with. @param refuse says why a list cannot be explored; null when it can */
export function PasteList({ refuse }: { refuse(list: readonly string[], most: number): string | null }) {
  const [text, setText] = useState('');
  const identifiers = splitIdentifiers(text);
  const refusal = refuse(identifiers, MAX_IDENTIFIERS);
  return (
    <div>
      <Textarea
        aria-label="Paste a list of genes"
        placeholder="Or paste a list of genes"
        rows={2}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={text}
        error={refusal}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="sm" mt={8}>
        <ExploreList
          label="Explore this list"
          identifiers={identifiers}
          isDisabled={identifiers.length === 0 || refusal !== null}
        />
        <Text size="sm" c="dimmed" role="status">
          {identifiers.length > 0 && countOf(identifiers.length, 'identifier')}
        </Text>
      </Group>
    </div>
  );
}
