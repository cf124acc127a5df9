import { ADMIN, attributeTableAddress, ONTOLOGIES } from '@omicon/contract/addresses.ts';
import { listAttributeTables, listOntologies } from '@omicon/contract/areas/attributes.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { z } from 'zod';
import { HistoryTable } from '../../areas/attributes/HistoryTable.tsx';
import { OntologyTermGrid } from '../../areas/attributes/OntologyTermGrid.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';

const shape = z.object({
  tab: z.enum(['attributes', 'ontologies']).catch('attributes'),
  ontology: z.string().optional(),
});

function AttributeTables() {
  const tables = useEndpoint(listAttributeTables, {});
  if (!tables.isSuccess) return <NotLoaded reply={tables} what="the tables" />;
  const items = tables.data.results.map(({ kind, ...table }) => ({
    ...table,
    href: attributeTableAddress(kind),
    redirectionUrl: null,
    fileAddress: ({ version }: { version: number }) => `/api/attribute-tables/${kind}/${version}/content/`,
  }));
  return <HistoryTable items={items} label="Attribute tables" />;
}

function Ontologies() {
  const ontologies = useEndpoint(listOntologies, {});
  if (!ontologies.isSuccess) return <NotLoaded reply={ontologies} what="the ontologies" />;
  const items = ontologies.data.results.map((ontology) => ({
    ...ontology,
    href: `${ONTOLOGIES}&ontology=${encodeURIComponent(ontology.name)}`,
    fileAddress: ({ version }: { version: number }) =>
      `/api/ontologies/${encodeURIComponent(ontology.name)}/${version}/content/`,
  }));
  return <HistoryTable items={items} label="Ontologies" />;
}

/** `/home/admin?tab=attributes`: tables of attributes and ontologies with their versions. */
export function SystemTables() {
  const { query } = useAddressQuery(shape);
  const { tab, ontology } = query;
  if (tab === 'ontologies' && ontology !== undefined) {
    return (
      <>
        <Trail steps={[{ title: 'Tables', href: ONTOLOGIES }]} here={ontology} />
        <PageTitle title={`Terms of ${ontology}`} />
        <OntologyTermGrid name={ontology} />
      </>
    );
  }
  return (
    <>
      <Trail steps={[{ title: 'Settings', href: ADMIN }]} here="Tables" />
      <PageTitle title={NAMED_SCREENS.tables.title} />
      <TabLinks
        label="Tables"
        chosen={tab}
        tabs={[
          { name: 'attributes', title: 'Attribute tables' },
          { name: 'ontologies', title: 'Ontologies' },
        ]}
      />
      <TabPanel>{tab === 'attributes' ? <AttributeTables /> : <Ontologies />}</TabPanel>
    </>
  );
}
