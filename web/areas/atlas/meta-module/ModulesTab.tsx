import { listModulesOfMetaModule, type MetaModuleDetail } from '@omicon/contract/areas/analyses/atlas.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { collectModules } from '../../../actions/collect/collect-rows.tsx';
import { useEveryRow } from '../../../base/calls/use-every-row.ts';
import type { Column } from '../../../ui/grid/columns.ts';
import { ListGrid } from '../../../ui/grid/ListGrid.tsx';
import { dataSetColumn, moduleColumn, networkColumn } from '../../../ui/grid/record-columns.ts';
import { useAddressList } from '../../../ui/grid/use-address-list.ts';
import { MISSING } from '../../../ui/text/format.ts';

type Row = ReplyOf<typeof listModulesOfMetaModule>['results'][number];

const COLUMNS: readonly Column<Row>[] = [
  moduleColumn(220),
  networkColumn(260),
  dataSetColumn(300),
  { key: 'recurring_module', title: 'Recurring module', kind: 'number', width: 150, isSortable: false },
  {
    key: 'is_representative',
    title: 'Represents it',
    width: 120,
    isSortable: false,
    value: ({ is_representative }) => (is_representative ? 'yes' : 'no'),
    show: ({ is_representative }) => (is_representative ? '\u2713' : MISSING),
  },
  { key: 'features', title: 'Features', kind: 'number', width: 96 },
];

/** Every module of a meta-module. */
export function ModulesTab({ meta: { id, title } }: { meta: MetaModuleDetail }) {
  const { input, list, pagingOf } = useAddressList(listModulesOfMetaModule, (query) => ({
    params: { id },
    query,
  }));
  return (
    <ListGrid
      name="meta-module-modules"
      caption={`Modules of ${title}`}
      columns={COLUMNS}
      list={list}
      pagingOf={pagingOf}
      everyRow={useEveryRow(listModulesOfMetaModule, input)}
      rowKey={({ omicon_id }) => omicon_id}
      chosenAction={collectModules}
      emptyHint="No module of this signal matches."
    />
  );
}
