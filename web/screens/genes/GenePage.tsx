import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { geneAddress, searchAddress } from '@omicon/contract/addresses.ts';
import { getGene, listGeneThreads } from '@omicon/contract/areas/genes/genes.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { z } from 'zod';
import { CollectButton } from '../../actions/collect/CollectButton.tsx';
import { collectedGenes } from '../../actions/collect/collected-items.ts';
import { CellTypesTab } from '../../areas/cell-types/CellTypesTab.ts';
import { GeneDataSetGrid } from '../../areas/genes/GeneDataSetGrid.tsx';
import { GeneModules } from '../../areas/genes/GeneModules.tsx';
import { GeneThreadGrid } from '../../areas/genes/GeneThreadGrid.tsx';
import { GeneTopicGrid } from '../../areas/genes/GeneTopicGrid.tsx';
import { SetsOfGeneGrid } from '../../areas/genes/SetsOfGeneGrid.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { usePathParts } from '../../base/addresses/path-parts.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { RecordComments, threadOfGene } from '../../record-page/RecordComments.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { CopyLinkButton } from '../../ui/text/CopyText.tsx';
import { countOf, formatCount } from '../../ui/text/format.ts';

/** Height of the plot of levels with its controls, reserved until it is drawn. */
const LEVELS_HEIGHT = 220;
const GeneLevels = lazyPart(
  'the levels',
  async () => (await import('../../areas/genes/GeneLevels.tsx')).GeneLevels,
);
const GeneExpression = lazyPart(
  'the expression',
  async () => (await import('../../areas/expression/GeneExpression.tsx')).GeneExpression,
);
const GeneCorrelates = lazyPart(
  'the correlates',
  async () => (await import('../../areas/correlates/GeneCorrelates.tsx')).GeneCorrelates,
);

type Gene = ReplyOf<typeof getGene>;

const TABS = [
  'modules',
  'topics',
  'expression',
  'correlates',
  'cell-types',
  'gene-sets',
  'data-sets',
  'comments',
] as const;
const shape = z.object({ tab: z.enum(TABS).catch('modules') });

const KIND_NAMES: Record<string, string> = {
  ALIAS: 'Aliases',
  ENTREZID: 'Entrez',
  ENSEMBL: 'Ensembl',
  OMIM: 'OMIM',
};
const FOUND_AS: Record<string, string> = {
  ALIAS: 'an alias of',
  ENTREZID: 'the Entrez id of',
  ENSEMBL: 'the Ensembl id of',
  OMIM: 'the OMIM id of',
  PROBEID: 'a probe of',
  DATE: 'what a spreadsheet makes of',
};

/** Title and sentence of a name that does not mean exactly one gene. */
function describeName(name: string, { candidates, is_ambiguous }: Pick<Gene, 'candidates' | 'is_ambiguous'>) {
  if (is_ambiguous)
    return { title: 'Which gene do you mean?', text: `“${name}” is a name of more than one gene.` };
  const text = `No mapping table, gene set or data set that you can read has a gene “${name}”.`;
  return {
    title: 'No such gene',
    text: candidates.length === 0 ? text : `${text} These are spelled alike.`,
  };
}

/** An ambiguous or unknown name, with the symbols that it may mean. */
function OtherNames({ name, gene }: { name: string; gene: Gene }) {
  const { title, text } = describeName(name, gene);
  return (
    <>
      <PageTitle title={name} />
      <EmptyState title={title}>{text}</EmptyState>
      <Group gap="md" justify="center" mt="md">
        {gene.candidates.map((symbol) => (
          <AddressLink key={symbol} href={geneAddress(symbol)}>
            {symbol}
          </AddressLink>
        ))}
        <AddressLink href={searchAddress(name, 'all')}>Search records and files for “{name}”</AddressLink>
      </Group>
    </>
  );
}

function Facts({ gene, name }: { gene: Gene & { symbol: string }; name: string }) {
  const { full_name, identifiers, number_of_data_sets, release, found_as } = gene;
  const isOtherName = found_as !== null && found_as !== 'SYMBOL';
  return (
    <>
      {full_name !== null && <Text mb={4}>{full_name}</Text>}
      {isOtherName && (
        <Text size="sm" mb={4}>
          {name} is {FOUND_AS[found_as] ?? 'another name of'} {gene.symbol}.
        </Text>
      )}
      <Group gap="md" mb="md" style={{ rowGap: 4 }}>
        {identifiers.map(({ kind, values }) => (
          <Text key={kind} size="sm" c="dimmed" title={values.join(', ')} truncate maw={420}>
            {KIND_NAMES[kind] ?? kind} {values.slice(0, 6).join(', ')}
            {values.length > 6 ? ` and ${formatCount(values.length - 6)} more` : ''}
          </Text>
        ))}
        <Text size="sm" c="dimmed">
          In {countOf(number_of_data_sets, 'data set')} from {formatCount(gene.number_of_collections)} of{' '}
          {countOf(gene.number_of_readable_collections, 'data collection')} you can read
        </Text>
        <AddressLink href={searchAddress(gene.symbol, 'all')}>
          Search records and files for “{gene.symbol}”
        </AddressLink>
        {release !== null && (
          <Text size="sm" c="dimmed">
            Gene names of {release}
          </Text>
        )}
      </Group>
    </>
  );
}

/** The tab of comments on a gene and its modules, with their number, for those who may read comments. */
function useCommentsOfGene(symbol: string | null) {
  const mayRead = useSession().hasPermission('COMMENTS_LIST_VIEW');
  const { data } = useEndpoint(
    listGeneThreads,
    { params: { symbol: symbol ?? '' }, query: { page_size: 1 } },
    { enabled: mayRead && symbol !== null },
  );
  if (!mayRead) return [];
  const count = data === undefined ? {} : { count: data.comments_on_gene + data.total_comments };
  return [{ name: 'comments' as const, title: 'Comments', ...count }];
}

/** `/home/genes/{symbol}`, also by alias, Entrez, Ensembl or OMIM id, and probe. */
export function GenePage() {
  const { symbol: name } = usePathParts('/home/genes/$symbol');
  const { query } = useAddressQuery(shape);
  const reply = useEndpoint(getGene, { params: { symbol: name } });
  const comments = useCommentsOfGene(reply.data?.symbol ?? null);
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the gene" />;
  const { symbol } = reply.data;
  if (symbol === null) return <OtherNames name={name} gene={reply.data} />;
  const { number_of_modules, number_of_gene_sets, number_of_data_sets } = reply.data;
  return (
    <>
      <PageTitle title={symbol}>
        <Group gap="xs">
          <CollectButton items={() => collectedGenes([symbol])} />
          <CopyLinkButton />
        </Group>
      </PageTitle>
      <Facts gene={{ ...reply.data, symbol }} name={name} />
      <TabLinks
        label="What is known about this gene"
        chosen={query.tab}
        tabs={[
          { name: 'modules', title: 'Modules', count: number_of_modules.Any ?? 0 },
          { name: 'topics', title: 'What its modules are about' },
          { name: 'expression', title: 'Expression', part: GeneExpression },
          { name: 'correlates', title: 'Correlates', part: GeneCorrelates },
          { name: 'cell-types', title: 'Cell types', part: CellTypesTab },
          { name: 'gene-sets', title: 'Gene sets', count: number_of_gene_sets },
          { name: 'data-sets', title: 'Data sets', count: number_of_data_sets, part: GeneLevels },
          ...comments,
        ]}
      />
      <TabPanel>
        {query.tab === 'modules' && <GeneModules symbol={symbol} />}
        {query.tab === 'topics' && <GeneTopicGrid symbol={symbol} />}
        {query.tab === 'expression' && <GeneExpression symbol={symbol} />}
        {query.tab === 'correlates' && <GeneCorrelates symbol={symbol} />}
        {query.tab === 'cell-types' && (
          <CellTypesTab of={{ kind: 'list', name: symbol, identifiers: [symbol] }} />
        )}
        {query.tab === 'gene-sets' && <SetsOfGeneGrid symbol={symbol} />}
        {query.tab === 'data-sets' && (
          <>
            <Box mih={number_of_data_sets > 0 ? LEVELS_HEIGHT : 0}>
              <GeneLevels symbol={symbol} />
            </Box>
            <GeneDataSetGrid symbol={symbol} />
          </>
        )}
        {query.tab === 'comments' && comments.length > 0 && (
          <Stack gap="xl">
            <RecordComments thread={threadOfGene(symbol)} />
            <section aria-labelledby="on-modules">
              <Title order={2} id="on-modules" mb="xs">
                On modules that contain it
              </Title>
              <GeneThreadGrid symbol={symbol} />
            </section>
          </Stack>
        )}
      </TabPanel>
    </>
  );
}
