import { Group, Stack, Text, Title } from '@mantine/core';
import { geneAddress, searchAddress } from '@omicon/contract/addresses.ts';
import { getGene } from '@omicon/contract/areas/genes/genes.ts';
import {
  getOmiconId,
  listSuggestions,
  MAX_SUGGESTED,
  SEARCH_SCOPES,
  searchEverything,
} from '@omicon/contract/areas/search.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { looksLikeOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { searchedText } from '@omicon/domain/query/search-text.ts';
import { samePortalPath } from '@omicon/domain/records/portal-path.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { z } from 'zod';
import { FoundNames } from '../../areas/search/FoundNames.tsx';
import { FoundRecords } from '../../areas/search/FoundRecords.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { CallError } from '../../base/calls/call-error.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { FilesWithPreview } from '../../record-page/FilesWithPreview.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import type { ServerPaging } from '../../ui/grid/use-grid-table.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf } from '../../ui/text/format.ts';

const page = z.coerce.number().int().min(1);
const shape = z.object({
  q: z.string().max(200).catch(''),
  scope: z.enum(SEARCH_SCOPES).catch('all'),
  page: page.catch(1),
  size: page.max(100).catch(20),
});

/** Opens the record of an Omicon ID; if there are several, lists them. */
function OmiconIdResults({ omiconId }: { omiconId: string }) {
  const router = useRouter();
  // Always refetched: the record may have a new version.
  const reply = useEndpoint(getOmiconId, { params: { omicon_id: omiconId } }, { staleTime: 0 });
  const found = reply.data?.results;
  const only = found?.length === 1 ? samePortalPath(found[0]?.href) : null;

  useEffect(() => {
    if (only !== null) router.history.replace(only);
  }, [only, router]);

  if (reply.isError) {
    const isUnknown = reply.error instanceof CallError && [400, 404].includes(reply.error.status);
    if (!isUnknown) return <ErrorPanel error={reply.error} onRetry={() => void reply.refetch()} />;
  }
  if (reply.isError || found?.length === 0) {
    return (
      <EmptyState title="Invalid Omicon ID!">No record you may read has the Omicon ID {omiconId}.</EmptyState>
    );
  }
  if (found === undefined || only !== null) return <Waiting what="the record" />;
  return <FoundRecords rows={found} failure={null} />;
}

/** What the text may name; records have a list of their own. */
function useFoundNames({ q, scope }: z.output<typeof shape>) {
  const reply = useEndpoint(
    listSuggestions,
    { query: { q, limit: MAX_SUGGESTED } },
    { enabled: scope === 'all' && q !== '', placeholderData: (before) => before },
  );
  return {
    isPending: scope === 'all' && reply.isPending,
    names: (reply.data?.results ?? []).filter(({ kind }) => kind !== 'record'),
  };
}

/** Genes spelled almost like a text that nothing has. */
function SimilarGenes({ text }: { text: string }) {
  const reply = useEndpoint(getGene, { params: { symbol: text } });
  const candidates = reply.data?.candidates ?? [];
  if (candidates.length === 0) return null;
  return (
    <Group gap="sm" role="note">
      <Text size="sm">Genes spelled alike:</Text>
      {candidates.map((symbol) => (
        <AddressLink key={symbol} href={geneAddress(symbol)} size="sm">
          {symbol}
        </AddressLink>
      ))}
    </Group>
  );
}

interface RecordsProps {
  query: z.output<typeof shape>;
  found: ReturnType<typeof useFoundNames>;
  records: ReplyOf<typeof searchEverything>['records'] | undefined;
  failure: ReturnType<typeof failureOf>;
}

/** Names and records with the text. */
function RecordResults({ query, found: { isPending, names }, records, failure }: RecordsProps) {
  // Together, so that the records do not move.
  if (isPending || (records === undefined && failure === null)) return <Waiting what="the results" />;
  const isNothing = names.length === 0 && records?.total === 0 && !/\s/.test(query.q);
  return (
    <>
      {isNothing && <SimilarGenes text={query.q} />}
      {names.length > 0 && (
        <section>
          <Title order={2} mb="sm">
            Genes, networks, modules, samples and gene sets
          </Title>
          <FoundNames rows={names} />
          <Text size="sm" c="dimmed" mt="xs">
            Up to {MAX_SUGGESTED} of each kind. For modules of one network, search for “salmon of” and words
            of the names of network or analysis.
          </Text>
        </section>
      )}
      <section>
        <Title order={2} mb="sm">
          Records
        </Title>
        <FoundRecords rows={records?.results} failure={failure} />
        {records !== undefined && records.total > records.results.length && (
          <Text size="sm" c="dimmed" mt="xs">
            The first {records.results.length} of {countOf(records.total, 'record')} are shown. Search for
            more of the title to see fewer.
          </Text>
        )}
      </section>
    </>
  );
}

function TextResults() {
  const { query, setQuery } = useAddressQuery(shape);
  const reply = useEndpoint(
    searchEverything,
    { query: { q: query.q, scope: query.scope, page: query.page, page_size: query.size } },
    {
      // Keep results while another page or text loads, but not for another scope, which has other lists.
      placeholderData: (before, earlier) =>
        earlier?.queryKey[2].query.scope === query.scope ? before : undefined,
      enabled: query.q !== '',
    },
  );
  const named = useFoundNames(query);
  const isOfFolders = query.scope === 'folders';
  const found = isOfFolders ? reply.data?.folders : reply.data?.files;
  const records = reply.data?.records;
  const server: ServerPaging = {
    total: found?.total ?? 0,
    view: { page: query.page, pageSize: query.size, sorting: null, search: '' },
    onChange: ({ page, pageSize }) =>
      setQuery({
        ...(page === undefined ? {} : { page: page === 1 ? null : String(page) }),
        ...(pageSize === undefined ? {} : { size: String(pageSize) }),
      }),
  };
  return (
    <Stack gap="xl">
      {query.scope === 'all' && (
        <RecordResults query={query} found={named} records={records} failure={failureOf(reply)} />
      )}
      {/* Rendered after names and records have loaded, so that it does not move. */}
      {(query.scope !== 'all' || (found !== undefined && !named.isPending)) && (
        <section>
          <Title order={2} mb="sm">
            {isOfFolders ? 'Folders' : 'Files'}
          </Title>
          <FilesWithPreview
            key={isOfFolders ? 'folders' : 'files'}
            name={isOfFolders ? 'found-folders' : 'found-files'}
            openedBy="file"
            caption={isOfFolders ? 'Folders found' : 'Files found'}
            rows={found?.results}
            server={server}
            failure={failureOf(reply)}
            withLocation
            isOrderFixed
            emptyHint={
              isOfFolders
                ? `No folder you can read has “${query.q}” in its name or path.`
                : `No file you can read has “${query.q}” in its name.`
            }
          />
          {query.scope === 'all' && (
            <AddressLink href={searchAddress(query.q, 'folders')} size="sm" style={{ marginTop: 4 }}>
              Search for folders with “{query.q}”
            </AddressLink>
          )}
        </section>
      )}
    </Stack>
  );
}

export function GlobalSearchResults() {
  const { query } = useAddressQuery(shape);
  if (searchedText(query.q) === '') {
    return (
      <>
        <PageTitle title="Search" />
        <EmptyState title="Field required">Please enter a value to be searched for</EmptyState>
      </>
    );
  }
  return (
    <>
      <PageTitle title={`Results for “${query.q}”`} />
      {looksLikeOmiconId(query.q) ? <OmiconIdResults omiconId={query.q.toUpperCase()} /> : <TextResults />}
    </>
  );
}
