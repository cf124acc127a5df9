import { Button, Group, Popover, ScrollArea, Text } from '@mantine/core';
import { geneAddress } from '@omicon/contract/addresses.ts';
import { type ComparedList, compareLists } from '@omicon/contract/areas/genes/gene-lists.ts';
import { useState } from 'react';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { NotLoaded } from '../../../ui/feedback/NotLoaded.tsx';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { copyText } from '../../../ui/text/CopyText.tsx';
import { countOf, formatCount } from '../../../ui/text/format.ts';

/** Identifiers that one list of a comparison may have. */
const MAX_COMPARED = 5000;

/** What is ranked against what. */
export interface Compared {
  identifiers: readonly string[];
  /** empty for all genes; too long ones narrow the numbers of the table only */
  background: readonly string[];
  /** the module or gene set of the row */
  other: ComparedList;
}

function Genes({ identifiers, background, other }: Compared) {
  const isNarrowed = background.length > 0 && background.length <= MAX_COMPARED;
  const lists: ComparedList[] = [
    { kind: 'list', identifiers: [...identifiers] },
    other,
    ...(isNarrowed ? [{ kind: 'list' as const, identifiers: [...background] }] : []),
  ];
  const reply = useEndpoint(compareLists, { body: { lists } });
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the genes" lines={3} />;
  const common = reply.data.parts
    .filter((part) => lists.every((_, at) => part.lists.includes(at)))
    .flatMap(({ symbols }) => symbols)
    .toSorted();
  return (
    <>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Text size="sm" fw={500}>
          {countOf(common.length, 'common gene')}
        </Text>
        <SecondaryButton
          onClick={() => void copyText(common.join('\n'), `${countOf(common.length, 'gene')} copied`)}
        >
          Copy
        </SecondaryButton>
      </Group>
      {background.length > MAX_COMPARED && (
        <Text size="xs" c="dimmed" mb="xs">
          Also those outside the background.
        </Text>
      )}
      <ScrollArea.Autosize mah={240} type="auto">
        <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          {common.map((symbol, at) => (
            <span key={symbol}>
              {at > 0 && ', '}
              <AddressLink href={geneAddress(symbol)} size="sm">
                {symbol}
              </AddressLink>
            </span>
          ))}
        </Text>
      </ScrollArea.Autosize>
    </>
  );
}

/** The number of common genes of a row, which opens them. */
export function CommonGenes({ count, name, ...compared }: Compared & { count: number; name: string }) {
  const [isOpen, setOpen] = useState(false);
  if (count === 0) return '0';
  return (
    <Popover opened={isOpen} onChange={setOpen} width={320} trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          tabIndex={-1}
          aria-label={`${countOf(count, 'common gene')} with ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {formatCount(count)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Genes {...compared} />
      </Popover.Dropdown>
    </Popover>
  );
}
