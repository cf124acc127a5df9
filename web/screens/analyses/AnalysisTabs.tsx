import { analysisAddress, analysisFilesAddress } from '@omicon/contract/addresses.ts';
import { useCommentsTab } from '../../record-page/RecordComments.tsx';
import { TabLinks, type TabPart } from '../../ui/navigation/TabLinks.tsx';

interface AnalysisTabsProps {
  id: number;
  version: number | undefined;
  chosen: string;
  networks: number;
  parts: { samples: TabPart; lineage: TabPart };
}

/** Attributes and files of an analysis have their own addresses; the other tabs are in the query. */
export function AnalysisTabs({ id, version, chosen, networks, parts }: AnalysisTabsProps) {
  const comments = useCommentsTab(id);
  const suffix = version === undefined ? '' : `&versions=${version}`;
  return (
    <TabLinks
      label="Parts of this analysis"
      chosen={chosen}
      tabs={[
        { name: 'attributes', title: 'Attributes', href: `${analysisAddress(id)}${suffix}` },
        {
          name: 'networks',
          title: 'Networks',
          count: networks,
          href: `${analysisAddress(id, 'networks')}${suffix}`,
        },
        { name: 'files', title: 'Files', href: analysisFilesAddress(id, '', { version }) },
        {
          name: 'samples',
          title: 'Samples',
          href: `${analysisAddress(id, 'samples')}${suffix}`,
          part: parts.samples,
        },
        {
          name: 'lineage',
          title: 'Lineage',
          href: `${analysisAddress(id, 'lineage')}${suffix}`,
          part: parts.lineage,
        },
        ...comments.map((tab) => ({ ...tab, href: `${analysisAddress(id, tab.name)}${suffix}` })),
      ]}
    />
  );
}
