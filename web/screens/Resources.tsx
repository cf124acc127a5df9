import { z } from 'zod';
import { GeneSetGrid } from '../areas/gene-sets/GeneSetGrid.tsx';
import { MappingTableGrid } from '../areas/mapping-tables/MappingTableGrid.tsx';
import { useAddressQuery } from '../base/address-query.ts';
import { PageTitle } from '../ui/PageTitle.tsx';
import { TabLinks } from '../ui/TabLinks.tsx';
import { TabPanel } from '../ui/TabPanel.tsx';

const shape = z.object({ tab: z.enum(['gene-sets', 'mapping-tables']).catch('gene-sets') });

export function Resources() {
  const { query } = useAddressQuery(shape);
  return (
    <>
      <PageTitle title="Resources" />
      <TabLinks
        label="Resources"
        chosen={query.tab}
        tabs={[
          { name: 'gene-sets', title: 'Gene sets' },
          { name: 'mapping-tables', title: 'Mapping tables' },
        ]}
      />
      <TabPanel>{query.tab === 'gene-sets' ? <GeneSetGrid /> : <MappingTableGrid />}</TabPanel>
    </>
  );
}
