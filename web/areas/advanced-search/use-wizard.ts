import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { type Draft, decodeQuery, encodeQuery, STEPS, wizardAddress } from './query-address.ts';

const page = z.coerce.number().int().min(1);
const shape = z.object({
  step: z.enum(STEPS).optional().catch(undefined),
  tab: z.string().max(50).catch(''),
  page: page.max(1_000_000).catch(1),
  size: page.max(100).catch(20),
  sort: z.string().max(200).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  queryId: z.string().max(40).optional().catch(undefined),
  queryType: z.enum(['recent', 'saved', 'sample']).optional().catch(undefined),
  share: z.string().max(64).optional().catch(undefined),
  notificationID: z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined),
});

const WRITE_AFTER_MS = 300;

interface Edit {
  draft: Draft;
  /** encoded queries that the address has had since this edit began */
  known: ReadonlySet<string>;
}

/**
 * The wizard's state: its address, and the query being built. The address is updated shortly after each change, by
 * replacing the history entry; going back a step keeps later changes. Results are always those of the query in the
 * address.
 */
export function useWizard() {
  const location = useLocation();
  const router = useRouter();
  const query = new URLSearchParams(location.searchStr);
  const q = query.get('q') ?? new URLSearchParams(location.hash).get('q') ?? '';
  const params = shape.parse(Object.fromEntries(query));
  const read = useMemo(() => (q === '' ? null : decodeQuery(q)), [q]);
  const [edit, setEdit] = useState<Edit | null>(null);

  // Without a step, an address with a query shows its results, and one without starts at the first step.
  const step = params.step ?? (q === '' ? 'result_type' : 'search_results');
  const current = edit !== null && step !== 'search_results' && edit.known.has(q) ? edit : null;
  const draft = current?.draft ?? (read !== null && 'draft' in read ? read.draft : null);
  const fault = current === null && read !== null && 'fault' in read ? read.fault : null;
  const written = draft === null ? '' : encodeQuery(draft);
  const { tab } = params;

  function setDraft(next: Draft): void {
    setEdit({ draft: next, known: new Set([...(current?.known ?? []), q, encodeQuery(next)]) });
  }

  useEffect(() => {
    if (step === 'search_results') setEdit(null);
  }, [step]);

  // Once the query has been in the address, an address without one starts a new query.
  useEffect(() => {
    const withoutNone = (before: Edit | null) =>
      before?.known.has('') ? { ...before, known: before.known.difference(new Set([''])) } : before;
    if (q !== '') setEdit(withoutNone);
  }, [q]);

  useEffect(() => {
    if (current === null || written === q) return;
    const write = () => router.history.replace(wizardAddress(current.draft, { step, tab }));
    const timer = setTimeout(write, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [current, written, q, step, tab, router]);

  /** Opens the results of the current query, and stores the query in the history entry of the step. */
  function search(): void {
    if (draft === null) return;
    router.history.replace(wizardAddress(draft, { step, tab }));
    router.history.push(wizardAddress(draft, { step: 'search_results' }));
  }

  return { params, step, draft, fault, setDraft, search, q };
}
