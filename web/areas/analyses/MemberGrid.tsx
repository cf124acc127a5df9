import { featureAddress } from '@omicon/contract/addresses.ts';
import {
  firstDefinition,
  listModuleMembers,
  type ModuleRecord,
  moduleDefinition,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { DEFINITION_NAMES } from '@omicon/domain/records/module-definition.ts';
import { FIRST_ORDER } from '@omicon/routes/list-address.ts';
import { z } from 'zod';
import { collectFeatures } from '../../actions/collect/collect-rows.tsx';
import { MemberLinks } from '../../actions/explore/MemberLinks.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { Select } from '../../ui/form/options/Select.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { countOf } from '../../ui/text/format.ts';
import { KME_MISSING } from './kme-missing.ts';

type Member = ReplyOf<typeof listModuleMembers>['results'][number];

const shape = z.object({ definition: moduleDefinition.optional().catch(undefined) });

function columnsFor(identifier: string): Column<Member>[] {
  return [
    {
      key: 'feature',
      title: identifier,
      kind: 'identifier',
      width: 160,
      href: ({ feature }) => featureAddress(identifier, feature),
    },
    { key: 'kme', title: 'kME', kind: 'decimal', width: 84 },
    { key: 'p_value', title: 'P', kind: 'p-value', width: 110, isSortable: false },
  ];
}

/** Features of a module under one of its definitions, with their kME. */
export function MemberGrid({ module }: { module: ModuleRecord }) {
  const { query: chosen, setQuery } = useAddressQuery(shape);
  const present = module.definitions.filter(({ members }) => members > 0);
  const definition = chosen.definition ?? firstDefinition(module);
  const page = useAddressList(
    listModuleMembers,
    (query) => ({
      params: { id: module.id },
      query: { ...query, definition, version: module.version },
    }),
    FIRST_ORDER.members,
  );
  return (
    <ListGrid
      name="module-members"
      caption="Members"
      columns={columnsFor(module.unique_identifier ?? 'Feature')}
      {...page}
      chosenAction={collectFeatures}
      rowKey={(row) => row.feature}
      emptyHint={
        module.kme_state === 'ready' ? 'No feature of this module matches.' : KME_MISSING[module.kme_state]
      }
      toolbar={
        <>
          <MemberLinks module={module} definition={definition} />
          <Select
            size="xs"
            w={230}
            aria-label="Module definition"
            allowDeselect={false}
            value={definition}
            onChange={(value) => setQuery({ definition: value, page: null }, true)}
            data={present.map((entry) => ({
              value: entry.definition,
              label: `${DEFINITION_NAMES[entry.definition].title} (${countOf(entry.members, 'feature')})`,
            }))}
          />
        </>
      }
    />
  );
}
