/** Tabs that several kinds of records have, with scripts of their own. */
import { lazyPart } from '../ui/feedback/lazy-part.tsx';

export const SampleTreemap = lazyPart(
  'the samples',
  async () => (await import('../areas/samples/treemap/SampleTreemap.tsx')).SampleTreemap,
);

export const RecordLineage = lazyPart(
  'the lineage',
  async () => (await import('./RecordLineage.tsx')).RecordLineage,
);
