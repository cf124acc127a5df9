import { MICROARRAY_MAPPINGS, ORGANISM_MAPPINGS, RESOURCES } from '@omicon/contract/addresses.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { z } from 'zod';
import { CellTypeReferenceGrid } from '../../areas/cell-types/CellTypeReferenceGrid.tsx';
import { GeneSetGrid } from '../../areas/gene-sets/GeneSetGrid.tsx';
import { MapIdentifiers } from '../../areas/mapping-tables/MapIdentifiers.tsx';
import { MappingTableGrid } from '../../areas/mapping-tables/MappingTableGrid.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';

const TABS = ['gene-sets', 'cell-types', 'mapping-tables', 'map-identifiers'] as const;
const shape = z.object({ tab: z.enum(TABS).catch('gene-sets') });

/** The kinds of resources; analyte mappings have addresses of their own. */
export function ResourceTabs({ chosen }: { chosen: string }) {
  return (
    <TabLinks
      label="Resources"
      chosen={chosen}
      tabs={[
        { name: 'gene-sets', title: 'Gene sets', href: RESOURCES },
        { name: 'cell-types', title: 'Cell types', href: `${RESOURCES}?tab=cell-types` },
        { name: 'microarray', title: 'Microarray', href: MICROARRAY_MAPPINGS },
        { name: 'organism', title: 'Organism', href: ORGANISM_MAPPINGS },
        { name: 'mapping-tables', title: 'Mapping tables', href: `${RESOURCES}?tab=mapping-tables` },
        { name: 'map-identifiers', title: 'Map identifiers', href: `${RESOURCES}?tab=map-identifiers` },
      ]}
    />
  );
}

export function Resources() {
  const { query } = useAddressQuery(shape);
  return (
    <>
      <PageTitle title={NAMED_SCREENS.resources.title} />
      <ResourceTabs chosen={query.tab} />
      <TabPanel>
        {query.tab === 'gene-sets' && <GeneSetGrid />}
        {query.tab === 'cell-types' && <CellTypeReferenceGrid />}
        {query.tab === 'mapping-tables' && <MappingTableGrid />}
        {query.tab === 'map-identifiers' && <MapIdentifiers />}
      </TabPanel>
    </>
  );
}
