/** Scripts of the preview of a file; without those of the lists that open one, so that both load at once. */
import { preloadViewer } from '../areas/files/preview/viewers.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';

export const PreviewWithComments = lazyPart(
  'the preview',
  async () => (await import('./PreviewWithComments.tsx')).PreviewWithComments,
);

/** Loads what shows a file of which only the name or key is known yet. Resolves when it has loaded or failed. */
export async function preloadPreview(name: string): Promise<void> {
  await Promise.all([PreviewWithComments.preload(), preloadViewer(name)]);
}
