import { Group } from '@mantine/core';
import { ANALYSES, DATA_SETS } from '@omicon/contract/addresses.ts';
import type { AtlasStatus } from '@omicon/contract/areas/analyses/atlas.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { describeEmpty } from './atlas-text.ts';

/** In place of an empty atlas: why it is empty, and where to go on. */
export function NoSignals({ status }: { status: AtlasStatus }) {
  return (
    <EmptyState title={status.computed_at === null ? 'No atlas yet' : 'No signal recurs'}>
      {describeEmpty(status)}
      <Group gap="sm" justify="center" mt="md">
        <ButtonLink href={DATA_SETS} size="xs" variant="default">
          Data sets
        </ButtonLink>
        <ButtonLink href={ANALYSES} size="xs" variant="default">
          Analyses
        </ButtonLink>
      </Group>
    </EmptyState>
  );
}

/** In place of the rows where search and filters leave none. */
export function NoMatches({ onClear }: { onClear(): void }) {
  return (
    <EmptyState title="No signal matches">
      Search for another gene, or ask less of the groups of data sets.
      <Group justify="center" mt="md">
        <SecondaryButton onClick={onClear}>Clear search and filters</SecondaryButton>
      </Group>
    </EmptyState>
  );
}
