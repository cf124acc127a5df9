/** Loads more pages of comments. */

/** `fetchNextPage` or `fetchPreviousPage` of an infinite query. */
type FetchPage = (options: { cancelRefetch: false }) => Promise<{
  data: { pages: readonly unknown[] } | undefined;
  isError: boolean;
}>;

/** Allows for several new comments while a page loads. */
const MAX_TRIES = 5;

/**
 * Loads one page beyond those shown. A refetch, such as after somebody else's comment, cancels the fetch of a page
 * without an error, so the page is fetched again afterwards.
 */
export async function fetchOneMore(shown: number, fetchPage: FetchPage): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { data, isError } = await fetchPage({ cancelRefetch: false });
    if (isError || (data?.pages.length ?? 0) > shown) return;
  }
}
