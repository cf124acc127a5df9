import { Group, Text } from '@mantine/core';
import {
  ANALYSES,
  analysisAddress,
  analysisFilesAddress,
  lineageAddress,
  networkAddress,
} from '@omicon/contract/addresses.ts';
import { listPdfComments } from '@omicon/contract/areas/comments.ts';
import { shortNetworkName } from '@omicon/domain/records/names/network-name.ts';
import { z } from 'zod';
import { CiteRecord } from '../../actions/cite/CiteButton.tsx';
import { StarButton } from '../../actions/star/StarButton.tsx';
import { useGetNetwork } from '../../areas/analyses/calls.ts';
import { ModuleGrid } from '../../areas/analyses/ModuleGrid.tsx';
import { NetworkDownloads } from '../../areas/analyses/NetworkDownloads.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { RecordNotLoaded } from '../../record-page/RecordNotLoaded.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { AttributeTable } from '../../ui/layout/AttributeTable.tsx';
import { RecordHeader } from '../../ui/layout/RecordHeader.tsx';
import { RelatedRecords } from '../../ui/layout/RelatedRecords.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';
import { BreakableName } from '../../ui/text/BreakableName.tsx';
import { countOf, formatCount } from '../../ui/text/format.ts';

const ModuleTraits = lazyPart(
  'the traits',
  async () => (await import('../../areas/analyses/traits/ModuleTraits.tsx')).ModuleTraits,
);

const ModuleSurvivalGrid = lazyPart(
  'the survival',
  async () => (await import('../../areas/survival/ModuleSurvivalGrid.tsx')).ModuleSurvivalGrid,
);

const NetworkMatches = lazyPart(
  'the matches',
  async () => (await import('../../areas/matching/NetworkMatches.tsx')).NetworkMatches,
);

const NetworkRuns = lazyPart(
  'the runs',
  async () => (await import('../../areas/matching/runs/NetworkRuns.tsx')).NetworkRuns,
);

type Network = NonNullable<ReturnType<typeof useGetNetwork>['data']>;

const PARTS = ['modules', 'traits', 'survival', 'matches', 'preservation', 'parameters'] as const;
const shape = z.object({ show: z.enum(PARTS).catch('modules') });

interface NetworkPageProps {
  networkId: number;
  version: number | undefined;
  onVersion(version: number): void;
}

function parametersOf(network: Network) {
  return [
    { name: 'Similarity', value: network.similarity },
    { name: 'Overlap', value: network.overlap },
    { name: 'RelSignum', value: network.rel_signum === null ? null : String(network.rel_signum) },
    { name: 'Signum', value: String(network.signum) },
    { name: 'MinSize', value: String(network.min_size) },
    { name: 'MergeBy', value: network.merge_by },
    { name: 'MergeParam', value: String(network.merge_param) },
    { name: 'Features', value: formatCount(network.number_of_features) },
    { name: 'Samples', value: formatCount(network.number_of_samples) },
    { name: 'Modules', value: formatCount(network.modules) },
  ];
}

function relatedTo(network: Network, version: number | undefined) {
  const { analysis, module_pdf } = network;
  const files = analysisFilesAddress(analysis.id, network.folder, { version });
  const pdf =
    module_pdf === null
      ? []
      : [
          {
            title: 'Module PDF',
            href: analysisFilesAddress(analysis.id, network.folder, { pdfName: module_pdf.name, version }),
          },
        ];
  return [
    { title: 'Files', links: [...pdf, { title: 'All files of the network', href: files }] },
    {
      title: 'Analysis',
      links: [
        { title: analysis.title, href: analysisAddress(analysis.id) },
        { title: 'Lineage', href: lineageAddress('analyses', analysis.id) },
      ],
    },
  ];
}

/** Comment counts by module; undefined for people who may not read comments. */
function useModuleComments(networkId: number) {
  const mayRead = useSession().hasPermission('COMMENTS_LIST_VIEW');
  const { data } = useEndpoint(
    listPdfComments,
    { body: { covariation_network: networkId } },
    { enabled: mayRead },
  );
  if (!mayRead) return undefined;
  return new Map(data?.pages.map((page) => [page.covariation_module_id, page.total_comments]));
}

/** One covariation network: modules, parameters, statistics, kME. */
export function NetworkPage({ networkId, version, onVersion }: NetworkPageProps) {
  const reply = useGetNetwork(networkId, version);
  const comments = useModuleComments(networkId);
  const { query } = useAddressQuery(shape);
  if (!reply.isSuccess)
    return (
      <RecordNotLoaded
        kind="Covariation network"
        list={{ title: 'Analyses', href: ANALYSES }}
        reply={reply}
      />
    );
  const network = reply.data;
  const hrefOfPart = (part: (typeof PARTS)[number]) =>
    networkAddress(network.analysis.id, network.id, version ?? null, part);
  return (
    <>
      <Trail
        steps={[
          { title: 'Analyses', href: ANALYSES },
          { title: network.analysis.title, href: analysisAddress(network.analysis.id, 'networks') },
        ]}
        here={network.name}
      />
      <RecordHeader
        kind="Covariation network"
        record={{
          ...network,
          title: `${shortNetworkName(network.title)} · ${countOf(network.modules, 'module')}`,
        }}
        subtitle={
          <Text size="sm" c="dimmed">
            <BreakableName text={network.title} />
          </Text>
        }
        versions={network.versions}
        onVersion={onVersion}
        cite={<CiteRecord record={{ entity_type: 'covariation-network', id: network.id, version }} />}
        actions={
          <Group gap="sm" justify="flex-end">
            <StarButton record={{ entity_type: 'covariation-network', id: network.id }} />
            <NetworkDownloads network={network} version={version} />
          </Group>
        }
      />
      <RelatedRecords related={relatedTo(network, version)} isAbove>
        <TabLinks
          label="Parts of the network"
          chosen={query.show}
          tabs={[
            { name: 'modules', title: 'Modules', count: network.modules, href: hrefOfPart('modules') },
            { name: 'traits', title: 'Traits', href: hrefOfPart('traits') },
            { name: 'survival', title: 'Survival', href: hrefOfPart('survival') },
            { name: 'matches', title: 'Compare with', href: hrefOfPart('matches') },
            { name: 'preservation', title: 'Preservation', href: hrefOfPart('preservation') },
            { name: 'parameters', title: 'Parameters', href: hrefOfPart('parameters') },
          ]}
        />
        <TabPanel>
          {query.show === 'modules' && (
            <ModuleGrid networkId={networkId} version={version} comments={comments} />
          )}
          {query.show === 'traits' && (
            <ModuleTraits networkId={networkId} version={version} networkName={network.name} />
          )}
          {query.show === 'survival' && <ModuleSurvivalGrid networkId={networkId} />}
          {query.show === 'preservation' && <NetworkRuns id={networkId} />}
          {query.show === 'matches' && <NetworkMatches id={networkId} />}
          {query.show === 'parameters' && (
            <>
              <AttributeTable attributes={parametersOf(network)} label="Parameters" />
              <AttributeTable attributes={network.statistics} label="Statistics of the network" />
            </>
          )}
        </TabPanel>
      </RelatedRecords>
    </>
  );
}
