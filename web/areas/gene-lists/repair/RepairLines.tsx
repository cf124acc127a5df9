import { Text } from '@mantine/core';
import type { ListRepair } from '@omicon/contract/areas/genes/gene-lists.ts';
import { showInvisible } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { countOf, formatCount } from '../../../ui/text/format.ts';

const MAX_NAMED = 20;

function nameThem(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map(showInvisible).join(', ');
  return names.length > MAX_NAMED ? `${shown} and ${formatCount(names.length - MAX_NAMED)} more` : shown;
}

/** What became of the identifiers of a list, in some lines: those replaced, and those left out. */
export function RepairLines({ repair }: { repair: ListRepair }) {
  const replaced = [...repair.cleaned, ...repair.mapped, ...repair.dates];
  const lines = [
    {
      title: `${countOf(replaced.length, 'name')} replaced`,
      names: replaced.map(({ from, to }) => `${from} → ${to}`),
      isLeftOut: false,
    },
    {
      title: 'Ambiguous, left out',
      names: repair.ambiguous.map(({ from, candidates }) => `${from} (${candidates.join(' or ')})`),
      isLeftOut: true,
    },
    { title: 'Unknown, left out', names: [...new Set(repair.unknown)], isLeftOut: true },
  ];
  return lines.map(({ title, names, isLeftOut }) =>
    names.length === 0 ? null : (
      <Text key={title} size="xs" maw="72ch" c={isLeftOut ? 'var(--omicon-warning)' : 'dimmed'}>
        {title}: <span className="identifier">{nameThem(names)}</span>
      </Text>
    ),
  );
}
