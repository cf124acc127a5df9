/** Pages of comments that a person asks for. */

/** `fetchNextPage` or `fetchPreviousPage` of an infinite query. */
type FetchPage = (options: { cancelRefetch: false }) => Promise<{
  data: { pages: readonly unknown[] } | undefined;
  isError: boolean;
}>;

/** Enough for several comments that are written while a page loads. */
const MAX_TRIES = 5;

/**
 * Fetches one more page than are shown. A refetch, as after a comment of somebody else, ends the fetch of a page and
 * tells nobody; the page is then fetched after it.
 */
export async function fetchOneMore(shown: number, fetchPage: FetchPage): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { data, isError } = await fetchPage({ cancelRefetch: false });
    if (isError || (data?.pages.length ?? 0) > shown) return;
  }
}
