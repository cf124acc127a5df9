import { attributeTableAddress, SYSTEM_TABLES } from '@omicon/contract/addresses.ts';
import {
  ATTRIBUTE_KINDS,
  type AttributeKind,
  attributePermission,
} from '@omicon/domain/records/samples/attribute-definitions.ts';
import { AttributeGrid } from '../../areas/attributes/AttributeGrid.tsx';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';

const TITLES: Record<AttributeKind, string> = {
  sample: 'Sample attributes',
  'data-collection': 'Data collection attributes',
  'data-set': 'Data set attributes',
  analysis: 'Analysis attributes',
};

function AttributePage({ kind }: { kind: AttributeKind }) {
  return (
    <OnlyWith
      access={attributePermission(kind, 'VIEW')}
      title={TITLES[kind]}
      refusal="You cannot see this table"
      hint="Your role determines which attribute tables you can read."
    >
      <Trail steps={[{ title: 'Tables', href: SYSTEM_TABLES }]} here={TITLES[kind]} />
      <PageTitle title={TITLES[kind]} />
      <TabLinks
        label="Tables of attributes"
        chosen={kind}
        tabs={ATTRIBUTE_KINDS.map((name) => ({
          name,
          title: TITLES[name],
          href: attributeTableAddress(name),
        }))}
      />
      <TabPanel>
        <AttributeGrid key={kind} kind={kind} caption={TITLES[kind]} />
      </TabPanel>
    </OnlyWith>
  );
}

/** `/home/admin/sample-attributes` */
export function SampleAttributes() {
  return <AttributePage kind="sample" />;
}

/** `/home/admin/data-collection-attributes` */
export function DataCollectionAttributes() {
  return <AttributePage kind="data-collection" />;
}

/** `/home/admin/data-set-attributes` */
export function DataSetAttributes() {
  return <AttributePage kind="data-set" />;
}

/** `/home/admin/analysis-attributes` */
export function AnalysisAttributes() {
  return <AttributePage kind="analysis" />;
}
