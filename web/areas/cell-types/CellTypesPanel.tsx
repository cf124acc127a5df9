import { Group, Stack, Text, Title } from '@mantine/core';
import { cellTypeReferenceAddress } from '@omicon/contract/addresses.ts';
import { findCellTypes, type TypesOfReference } from '@omicon/contract/areas/cell-types.ts';
import type { BodyInput, ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { Choice } from '../../ui/form/Choice.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf, formatCount, formatDecimal, formatPValue } from '../../ui/text/format.ts';
import { TypeBars } from './TypeBars.tsx';

type Found = ReplyOf<typeof findCellTypes>;

const shape = z.object({ level: z.string().max(100).optional().catch(undefined) });

const WITHOUT_TOP: Record<NonNullable<TypesOfReference['no_top']>, string> = {
  'not measured': '',
  'not expressed': ' It finds none of them expressed.',
  'one type': ' It measures them in one cell type only.',
};

function describeTop({ top, no_top, measured, genes }: TypesOfReference, size: number): string {
  const of = `The reference measures ${formatCount(measured)} of ${countOf(size, 'gene')}, and ${formatCount(genes)} in all.`;
  if (top === null) return `${of}${no_top === null ? '' : WITHOUT_TOP[no_top]}`;
  return `Highest in ${top.type}; next ${top.next}, at ${formatDecimal(top.next_index)} of it. P ${formatPValue(top.p_random)} against random genes, ${formatPValue(top.p_matched)} against genes of equal expression (${formatCount(top.sets)} sets of each, seed ${top.seed}). ${of}`;
}

function describeContext({ organism, region, condition }: TypesOfReference): string {
  return [organism, region, condition].filter((part) => part !== null).join(', ');
}

function Agreement({ references, agreement }: Pick<Found, 'references' | 'agreement'>) {
  const titles = new Map(references.map(({ id, title }) => [id, title]));
  const known = agreement.filter(({ rho }) => rho !== null);
  if (known.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {known
        .map(
          ({ a, b, types, rho }) =>
            `${titles.get(a)} and ${titles.get(b)} agree with a rank correlation of ${formatDecimal(rho ?? 0)} over ${countOf(types, 'type')} of the Cell Ontology.`,
        )
        .join(' ')}
    </Text>
  );
}

/** The kinds of cells in which a set of genes is highest, by each reference. */
export function CellTypesPanel({ of }: { of: BodyInput<typeof findCellTypes>['of'] }) {
  const { query, setQuery } = useAddressQuery(shape);
  const body = query.level === undefined ? { of } : { of, level: query.level };
  const reply = useEndpoint(findCellTypes, { body });
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the cell types" />;
  const { name, size, references, left_out, levels, agreement } = reply.data;
  if (references.length === 0)
    return (
      <EmptyState title="No cell type reference">
        No reference of this organism that you can read is stored. Resources lists all references.
      </EmptyState>
    );
  return (
    <Stack gap="xl">
      {levels.length > 1 && (
        <Group>
          <Choice
            label="Level"
            value={query.level ?? ''}
            data={[{ value: '', label: 'Finest of each reference' }, ...levels]}
            onChange={(level) => setQuery({ level: level || null }, true)}
          />
        </Group>
      )}
      {references.map((reference) => (
        <section key={reference.id} aria-label={reference.title}>
          <Title order={2} size="h4">
            <AddressLink href={cellTypeReferenceAddress(reference.omicon_id)}>{reference.title}</AddressLink>
          </Title>
          <Text size="sm" c="dimmed">
            {describeContext(reference)}
          </Text>
          <Text size="sm" my="xs">
            {describeTop(reference, size)}
          </Text>
          {reference.top !== null && <TypeBars reference={reference} name={name} />}
        </section>
      ))}
      <Agreement references={references} agreement={agreement} />
      {left_out > 0 && (
        <Text size="sm" c="dimmed">
          {countOf(left_out, 'more reference')} not shown.
        </Text>
      )}
    </Stack>
  );
}
