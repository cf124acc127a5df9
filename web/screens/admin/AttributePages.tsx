import { ATTRIBUTE_KINDS, type AttributeKind } from '@omicon/domain/records/samples/attribute-definitions.ts';
import { NAMED_SCREENS, type NamedScreen } from '@omicon/routes/named-screens.ts';
import { AttributeGrid } from '../../areas/attributes/AttributeGrid.tsx';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';

const PAGES: Record<AttributeKind, NamedScreen> = {
  sample: NAMED_SCREENS.sampleAttributes,
  'data-collection': NAMED_SCREENS.collectionAttributes,
  'data-set': NAMED_SCREENS.dataSetAttributes,
  analysis: NAMED_SCREENS.analysisAttributes,
};

function AttributePage({ kind }: { kind: AttributeKind }) {
  const { title } = PAGES[kind];
  return (
    <OnlyWith
      screen={PAGES[kind]}
      refusal="You cannot see this table"
      hint="Your role determines which attribute tables you can read."
    >
      <Trail steps={[NAMED_SCREENS.tables]} here={title} />
      <PageTitle title={title} />
      <TabLinks
        label="Tables of attributes"
        chosen={kind}
        tabs={ATTRIBUTE_KINDS.map((name) => ({ name, ...PAGES[name] }))}
      />
      <TabPanel>
        <AttributeGrid key={kind} kind={kind} caption={title} />
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
