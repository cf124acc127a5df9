import {
  dataSetAddress,
  geneSetAddress,
  metaModuleAddress,
  moduleAddress,
} from '@omicon/contract/addresses.ts';
import type { AtlasDataSet, AtlasPlace, MetaModule } from '@omicon/contract/areas/analyses/atlas.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { formatDecimal, formatPValue, MISSING } from '../../ui/text/format.ts';
import { shortName } from '../../ui/text/name-parts.ts';
import { supportOf } from './atlas-text.ts';
import { placeIn } from './data-set-groups.ts';

/** Of the meta-module itself; keys of columns that the server sorts by are its names of them. */
const OWN: readonly Column<MetaModule>[] = [
  {
    key: 'title',
    title: 'Title',
    width: 280,
    href: ({ omicon_id }) => metaModuleAddress(omicon_id),
  },
  { key: 'omicon_id', title: 'ID', kind: 'identifier', width: 110, isSortable: false },
  {
    key: 'genes',
    title: 'Genes',
    width: 240,
    isSortable: false,
    value: ({ genes }) => genes.join(', '),
  },
  {
    key: 'support',
    title: 'Found in',
    kind: 'number',
    width: 96,
    value: ({ found }) => found,
    show: supportOf,
    also: [{ title: 'Could be found in', value: ({ findable }) => findable }],
  },
  { key: 'data_sets', title: 'Data sets', kind: 'number', width: 96 },
  { key: 'modules', title: 'Modules', kind: 'number', width: 90 },
  {
    key: 'gene_set',
    title: 'Gene set, q',
    width: 260,
    isSortable: false,
    value: ({ gene_set }) => gene_set?.name ?? null,
    show: ({ gene_set }) =>
      gene_set === null ? MISSING : `${gene_set.name}, ${formatPValue(gene_set.q_value)}`,
    href: ({ gene_set }) => (gene_set === null ? null : geneSetAddress(gene_set.omicon_id)),
    also: [{ title: 'q', value: ({ gene_set }) => gene_set?.q_value ?? null }],
  },
  {
    key: 'theme',
    title: 'Theme',
    width: 220,
    value: ({ theme }) => theme.name,
    href: ({ theme }) => metaModuleAddress(theme.omicon_id),
  },
];

function stateText(place: AtlasPlace | undefined): string {
  if (place === undefined) return MISSING;
  const { state, r } = place;
  return r === null ? state : `${state}, r ${formatDecimal(r, 2)}`;
}

/** State and r of one data set; opens the module that represents the meta-module there. */
function dataSetColumn(
  { id, title }: AtlasDataSet,
  at: number,
  dataSets: readonly AtlasDataSet[],
): Column<MetaModule> {
  const name = shortName(title);
  const placeOf = (meta: MetaModule) => placeIn(meta, dataSets, at);
  return {
    key: `data set ${id}`,
    title: name,
    width: 170,
    isSortable: false,
    headHref: dataSetAddress(id),
    value: (meta) => placeOf(meta)?.state ?? null,
    show: (meta) => stateText(placeOf(meta)),
    href: (meta) => {
      const module = placeOf(meta)?.module ?? null;
      return module === null ? null : moduleAddress(module.omicon_id);
    },
    also: [
      { title: `r in ${name}`, value: (meta) => placeOf(meta)?.r ?? null },
      { title: `Module in ${name}`, value: (meta) => placeOf(meta)?.module?.omicon_id ?? null },
      { title: `Features in ${name}`, value: (meta) => placeOf(meta)?.features ?? null },
    ],
  };
}

/** Columns of the table of the atlas, with one for each data set in the order of the reply. */
export function atlasColumns(dataSets: readonly AtlasDataSet[]): Column<MetaModule>[] {
  return [...OWN, ...dataSets.map(dataSetColumn)];
}
