/** Columns that lists of several kinds share. */
import { dataSetAddress, geneSetAddress, moduleAddress, networkAddress } from '@omicon/contract/addresses.ts';
import { nameVisibility, type Visibility } from '@omicon/domain/permissions/permissions.ts';
import { rgbOfModule } from '@omicon/domain/records/names/module-rgb.ts';
import { moduleLabel } from '@omicon/domain/records/names/module-theme.ts';
import { MISSING } from '../text/format.ts';
import type { Column } from './columns.ts';

/** The name of a gene set, which opens its page. */
export function geneSetColumn<Key extends string, Row extends { [K in Key]: string } & { omicon_id: string }>(
  key: Key,
  width: number,
): Column<Row> {
  const href = ({ omicon_id }: Row) => geneSetAddress(omicon_id);
  return { key, title: 'Set Name', kind: 'identifier', width, value: (row) => row[key], href };
}

interface NamedModule {
  omicon_id: string;
  name: string;
  theme: string | null;
}

/** Colour and theme of a module, which opens its page; files have the theme in a column of its own. */
export function moduleColumn<Row extends NamedModule>(
  width: number,
  href: (row: Row) => string | null = ({ omicon_id }) => moduleAddress(omicon_id),
): Column<Row> {
  return moduleColumnOf({ key: 'name', title: 'Module', width, module: (row) => row, href });
}

/** The same for a row that has a module among other things; rows without one show a dash. */
export function moduleColumnOf<Row>(of: {
  key: string;
  title: string;
  width: number;
  module(row: Row): Pick<NamedModule, 'name' | 'theme'> | null;
  href(row: Row): string | null;
}): Column<Row> {
  const { key, title, width, module, href } = of;
  return {
    ...{ key, title, width, href },
    value: (row) => module(row)?.name ?? null,
    show: (row) => {
      const named = module(row);
      return named === null ? MISSING : moduleLabel(named);
    },
    swatch: (row) => rgbOfModule(module(row)?.name ?? ''),
    also: [
      {
        title: title === 'Module' ? 'Theme' : `Theme of ${title.toLowerCase()}`,
        value: (row) => module(row)?.theme ?? null,
      },
    ],
  };
}

export function dataSetColumn<Row extends { data_set: { id: number; title: string } }>(
  width: number,
): Column<Row> & { href(row: Row): string } {
  return {
    key: 'data_set',
    title: 'Data set',
    width,
    value: ({ data_set }) => data_set.title,
    href: ({ data_set }) => dataSetAddress(data_set.id),
  };
}

export function networkColumn<Row extends { analysis_id: number; network: { id: number; name: string } }>(
  width: number,
): Column<Row> {
  return {
    key: 'network',
    title: 'Covariation network',
    kind: 'identifier',
    width,
    value: ({ network }) => network.name,
    href: ({ analysis_id, network }) => networkAddress(analysis_id, network.id),
  };
}

export function visibilityColumn<Row extends { visibility: Visibility }>(): Column<Row> {
  return {
    key: 'visibility',
    title: 'Availability',
    width: 110,
    value: ({ visibility }) => nameVisibility(visibility),
  };
}
