import { dataSetAddress, moduleAddress } from '@omicon/contract/addresses.ts';
import type { ConsensusModule } from '@omicon/contract/areas/consensus.ts';
import { collectRows } from '../../actions/collect/collect-rows.tsx';
import { toModule } from '../../actions/collect/collected-items.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { moduleColumnOf } from '../../ui/grid/record-columns.ts';
import { formatCount } from '../../ui/text/format.ts';

/** Why a module does not count, or what to know of one that does. */
export function noteOf(module: ConsensusModule): string {
  switch (module.left_out) {
    case 'same data set':
      return `Left out: another module of ${module.because_of} counts.`;
    case 'same samples':
      return `Left out: ${module.because_of} has the same samples and is processed further.`;
    case 'too few samples':
      return 'Left out: three samples or fewer have no weight.';
    case 'no kME':
      return 'Left out: its kME is still being computed.';
    case 'not readable':
      return 'Left out: you cannot read it, or it was deleted.';
    case 'chosen twice':
      return 'Left out: it is in the list already.';
    case null: {
      const { shares_samples_with: samples, shares_individuals_with: individuals } = module;
      return [
        module.relation === 'opposing' ? 'Its kME runs against that of the other modules.' : '',
        module.relation === 'unrelated' ? 'Its kME is unrelated to that of the other modules.' : '',
        samples.length === 0 ? '' : `Some of its samples are also in ${samples.join(', ')}.`,
        individuals.length === 0
          ? ''
          : `Other samples of some of its individuals are in ${individuals.join(', ')}.`,
      ]
        .filter((sentence) => sentence !== '')
        .join(' ');
    }
  }
}

const COLUMNS: readonly Column<ConsensusModule>[] = [
  moduleColumnOf({
    key: 'name',
    title: 'Module',
    width: 220,
    module: ({ name, theme, omicon_id }) => ({ name: name === '' ? omicon_id : name, theme }),
    href: ({ name, omicon_id }) => (name === '' ? null : moduleAddress(omicon_id)),
  }),
  {
    key: 'counts',
    title: 'Counts',
    kind: 'text',
    width: 100,
    value: ({ left_out }) => (left_out === null ? 'yes' : 'no'),
  },
  {
    key: 'data_set',
    title: 'Data set',
    kind: 'text',
    width: 300,
    value: ({ data_set }) => data_set.title,
    href: ({ data_set }) => (data_set.id === 0 ? null : dataSetAddress(data_set.id)),
  },
  { key: 'number_of_samples', title: 'Samples', kind: 'number', width: 90 },
  {
    key: 'weight',
    title: 'Weight',
    kind: 'number',
    width: 90,
    value: ({ left_out, number_of_samples }) => (left_out === null ? number_of_samples - 3 : 0),
    show: ({ left_out, number_of_samples }) => formatCount(left_out === null ? number_of_samples - 3 : 0),
  },
  { key: 'note', title: 'Note', kind: 'text', width: 420, value: noteOf, show: noteOf },
];

/** Modules that the person may not read have no name. */
const COLLECT = collectRows(({ name, id }: ConsensusModule) => (name === '' ? null : toModule({ id })));

/** The modules of a consensus, with those that do not count and why. */
export function ModuleList({
  modules,
  onRemove,
}: {
  modules: readonly ConsensusModule[];
  onRemove?: (module: number) => void;
}) {
  return (
    <DataGrid
      name="consensus-modules"
      caption="Modules of the consensus"
      columns={COLUMNS}
      chosenAction={COLLECT}
      rows={modules}
      rowKey={({ id, left_out }) => `${id} ${left_out}`}
      {...(onRemove === undefined
        ? {}
        : { actions: (row: ConsensusModule) => [{ label: 'Take out', run: () => onRemove(row.id) }] })}
    />
  );
}
