/** Columns of ranked modules, by what a row stands for. */
import { analysisAddress, dataSetAddress } from '@omicon/contract/addresses.ts';
import type { ComparedList } from '@omicon/contract/areas/genes/gene-lists.ts';
import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import {
  definitionNumbers,
  QUERY_DEFINITIONS,
  SEARCHED_DEFINITIONS,
} from '@omicon/domain/records/module-definition.ts';
import type { Column } from '../../../ui/grid/columns.ts';
import { foldingOfModules } from '../../../ui/grid/folds/module-folds.ts';
import { moduleColumnOf } from '../../../ui/grid/record-columns.ts';
import type { ModuleQuestion, RankedModule } from '../calls.ts';
import { CommonGenes } from './CommonGenes.tsx';
import { chanceColumns, SIZE_COLUMN, UNIVERSE_COLUMNS } from './figure-columns.ts';
import {
  addressOfMetaModule,
  addressOfModule,
  addressOfSignal,
  labelOf,
  SignalCell,
  signalOf,
} from './SignalCell.tsx';

type ModuleColumn = Column<RankedModule>;

/** The row as a list of a comparison. */
function listOf({ Covariation_Module_Omicon_ID, Mod_Def }: RankedModule): ComparedList {
  const id = parseOmiconId(Covariation_Module_Omicon_ID)?.number ?? 0;
  const named = QUERY_DEFINITIONS.find((definition) => definition === Mod_Def) ?? 'Seed';
  return { kind: 'module', id, definition: SEARCHED_DEFINITIONS[definitionNumbers(named)[0] ?? 0] };
}

const MODULE_COLUMN: ModuleColumn = moduleColumnOf({
  key: 'Module',
  title: 'Module',
  // Up to the network they fit beside the menu and the list on a screen of 1440 px.
  width: 152,
  module: ({ Module, Theme }) => (Module === null ? null : { name: Module, theme: Theme }),
  href: addressOfModule,
});

const SIGNAL_COLUMN: ModuleColumn = {
  key: 'Meta_Module',
  title: 'Signal',
  // Up to the data set they fit beside the menu and the list on a screen of 1440 px.
  width: 230,
  value: signalOf,
  show: (row) => <SignalCell row={row} />,
  href: addressOfSignal,
  also: [
    { title: 'Meta-module', value: ({ Meta_Module_Omicon_ID }) => Meta_Module_Omicon_ID },
    { title: 'Cohorts', value: ({ Found_In }) => Found_In },
    { title: 'Module', value: ({ Module }) => Module },
    { title: 'Theme', value: ({ Theme }) => Theme },
  ],
};

const META_MODULE_COLUMNS: readonly ModuleColumn[] = [
  { key: 'Meta_Module', title: 'Meta-module', width: 180, href: addressOfMetaModule },
  { key: 'Found_In', title: 'Cohorts', width: 80 },
];

/** Opens the modules that are folded under one. */
const FOLDED_COLUMN: ModuleColumn = {
  key: 'Folded',
  title: 'Folded',
  kind: 'number',
  width: 92,
  also: [{ title: 'Folded under', value: ({ folded_under = null }) => folded_under }],
};

const DEFINITION_COLUMN: ModuleColumn = { key: 'Mod_Def', title: 'Definition', width: 88 };

const DATA_SET_COLUMN: ModuleColumn = {
  key: 'Dataset',
  title: 'Data set',
  width: 188,
  href: (row) => (row.dataset_id === null ? null : dataSetAddress(row.dataset_id)),
};

const NETWORK_COLUMN: ModuleColumn = {
  key: 'Network',
  title: 'Covariation network',
  kind: 'identifier',
  width: 164,
  href: (row) => (row.project_id === null ? null : analysisAddress(row.project_id, 'networks')),
};

const ID_COLUMN: ModuleColumn = {
  key: 'Covariation_Module_Omicon_ID',
  title: 'Omicon ID',
  kind: 'identifier',
  width: 120,
  href: addressOfModule,
};

const SIZES: readonly ModuleColumn[] = [SIZE_COLUMN, ...UNIVERSE_COLUMNS, ID_COLUMN];

export const MODULE_FOLDING = foldingOfModules(({ Folded, folded_under }: RankedModule) => ({
  count: Folded ?? 0,
  isUnder: folded_under !== undefined,
}));

export function moduleColumns({
  direction = 'over',
  fold,
  identifiers,
  background = [],
}: ModuleQuestion): readonly ModuleColumn[] {
  const chances = chanceColumns<RankedModule>(direction, (row) => (
    <CommonGenes
      count={row.Overlap}
      name={labelOf(row)}
      identifiers={identifiers}
      background={background}
      other={listOf(row)}
    />
  ));
  const places = [DEFINITION_COLUMN, DATA_SET_COLUMN, NETWORK_COLUMN];
  switch (fold) {
    case 'meta-module':
      return [
        ...[SIGNAL_COLUMN, ...chances, FOLDED_COLUMN],
        ...[DATA_SET_COLUMN, DEFINITION_COLUMN, NETWORK_COLUMN, ...SIZES],
      ];
    case 'data-set':
      return [MODULE_COLUMN, ...chances, FOLDED_COLUMN, ...places, ...META_MODULE_COLUMNS, ...SIZES];
    default:
      return [MODULE_COLUMN, ...chances, ...places, ...SIZES];
  }
}
