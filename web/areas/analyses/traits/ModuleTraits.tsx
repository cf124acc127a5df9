import { Alert, Text } from '@mantine/core';
import { listModuleTraits } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../../ui/feedback/NotLoaded.tsx';
import { PictureFrame, useShownAs } from '../../../ui/plot/PictureFrame.tsx';
import { countOf } from '../../../ui/text/format.ts';
import { drawTraits } from './draw-traits.tsx';
import { TraitGrid } from './TraitGrid.tsx';
import { TraitMap } from './TraitMap.tsx';
import { describeTechnical, type TraitTable, writeTraits } from './trait-cells.ts';

/** Why there is nothing to show. */
export function emptyText({ input_data_set_id, number_of_samples }: TraitTable): string {
  if (input_data_set_id === null) return 'You cannot read the input data set of this network.';
  if (number_of_samples < 4) return 'This network has fewer than four samples; nothing can be compared.';
  return 'No sample attribute of the input data set varies.';
}

export function leftOutText({ left_out }: Pick<TraitTable, 'left_out'>): string {
  const names = (reason: string) =>
    left_out.filter((each) => each.reason === reason).map(({ attribute }) => displayAttribute(attribute));
  const parts = [
    { title: 'identifiers', attributes: names('identifier') },
    { title: 'one value', attributes: names('one value') },
    { title: 'fewer than 4 samples', attributes: names('fewer than 4 samples') },
  ].filter(({ attributes }) => attributes.length > 0);
  return parts.map(({ title, attributes }) => `${attributes.join(', ')} (${title})`).join('; ');
}

/** Association of a network's modules with sample attributes. */
export function ModuleTraits({
  networkId,
  version,
  networkName,
}: {
  networkId: number;
  version: number | undefined;
  networkName: string;
}) {
  const shownAs = useShownAs();
  const reply = useEndpoint(listModuleTraits, { params: { id: networkId }, query: { version } });
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the traits" />;
  const table = reply.data;
  if (table.traits.length === 0 || table.modules.length === 0)
    return <EmptyState title="No traits">{emptyText(table)}</EmptyState>;
  const title = `Modules and sample attributes of ${networkName}`;
  const technical = describeTechnical(table);
  const leftOut = leftOutText(table);
  return (
    <PictureFrame
      label={title}
      {...shownAs}
      download={{
        draw: () => drawTraits(table, title),
        write: () => writeTraits(table),
        fileName: `traits_${networkName}`,
      }}
      notes={
        technical !== null && (
          <Alert color="orange" variant="light" mb="md">
            <Text size="sm" fw={600}>
              Some modules follow how the samples were measured
            </Text>
            {technical}
          </Alert>
        )
      }
      table={<TraitGrid table={table} version={version} />}
      below={
        <Text size="xs" c="dimmed" mt="sm">
          Module eigengenes over {countOf(table.number_of_samples, 'sample')} against sample attributes. Red
          and blue: Pearson r, above and below 0 (P by Student's t; two values count as 0 and 1). Violet: R²
          of several groups (P by F), shaded by its root. Bold: q below 0.05, Benjamini-Hochberg over all
          cells shown. Dotted: attributes of the measurement, and modules that follow one most. Samples
          without a value are left out.
          {leftOut === '' ? '' : ` Not compared: ${leftOut}.`}
        </Text>
      }
    >
      <div>
        <TraitMap table={table} version={version} label={title} />
      </div>
    </PictureFrame>
  );
}
