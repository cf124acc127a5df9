/** What a typed text may mean, for the search box and the command palette. */
import { useDebouncedValue } from '@mantine/hooks';
import { searchAddress } from '@omicon/contract/addresses.ts';
import { listSuggestions, type SEARCH_SCOPES, type Suggestion } from '@omicon/contract/areas/search.ts';
import { looksLikeOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { searchedText } from '@omicon/domain/query/search-text.ts';
import { colourOfLabel } from '@omicon/domain/records/names/module-theme.ts';
import { useQueryClient } from '@tanstack/react-query';
import { endpointQuery, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';

const TYPING_MS = 120;
/** One letter begins too much. */
const SHORTEST = 2;

/** What may be typed, where nothing is typed yet. */
export const SEARCH_HINT =
  'A gene (TREM2), a module (salmon, microglia, or salmon of GBM), a network, a sample, a gene set, an accession, a PubMed ID or an author';

/**
 * The page of the only module, sample or gene set of this name, or of the only module of a text such as `salmon of
 * GBM`; null if there are several, or none.
 */
function onlyNamed(suggestions: readonly Suggestion[], name: string): string | null {
  const wanted = name.toLowerCase().replaceAll(/\s+/g, ' ');
  const named = suggestions.filter(({ kind, title }) => {
    if (kind === 'record') return false;
    const own = title.toLowerCase();
    if (kind !== 'module') return own === wanted;
    const colour = colourOfLabel(own);
    return [own, colour].includes(wanted) || wanted.startsWith(`${colour} of `);
  });
  return named.length === 1 ? (named[0]?.href ?? null) : null;
}

/** Suggestions for what is being typed; those of the text before stay until the next ones have loaded. */
export function useSuggestions(text: string, isOn: boolean) {
  const { hasPermission } = useSession();
  const typed = searchedText(text);
  const [settled] = useDebouncedValue(typed, TYPING_MS);
  const isAsked = isOn && hasPermission(listSuggestions.permission) && settled.length >= SHORTEST;
  const reply = useEndpoint(
    listSuggestions,
    { query: { q: settled } },
    { enabled: isAsked, placeholderData: (before) => before },
  );
  return {
    suggestions: isAsked ? (reply.data?.results ?? []) : [],
    /** the text names a gene exactly */
    isGene: isAsked && typeof reply.data?.gene_href === 'string',
    /** they are those of the text as it is now */
    isCurrent: isAsked && settled === typed && reply.isSuccess && !reply.isPlaceholderData,
  };
}

/** Finds where a text leads: to the page of what it names exactly, or to the results of a search. */
export function useFindAddress() {
  const queryClient = useQueryClient();
  return async (
    typed: string,
    scope: (typeof SEARCH_SCOPES)[number],
  ): Promise<{ href: string; isExact: boolean }> => {
    const isOmiconId = looksLikeOmiconId(typed);
    const results = searchAddress(isOmiconId ? typed.toUpperCase() : typed, scope);
    if (scope !== 'all' || typed.length < SHORTEST || isOmiconId) return { href: results, isExact: false };
    const exact = await queryClient
      .fetchQuery(endpointQuery(listSuggestions, { query: { q: typed } }, { staleTime: TYPING_MS * 100 }))
      .then((reply) => reply.gene_href ?? onlyNamed(reply.results, typed))
      // Then records and files are searched.
      .catch(() => null);
    return { href: exact ?? results, isExact: exact !== null };
  };
}
