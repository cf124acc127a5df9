import type { ContextModalProps } from '@mantine/modals';
import { Suspense } from 'react';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { lazyPart } from '../../ui/navigation/lazy-part.ts';

const ReportForms = lazyPart(async () => (await import('./ReportForms.tsx')).ReportForms);

/** The modal `report-bug`. Every page can open it, so its code is loaded on demand. */
export function ReportModal({ context, id }: ContextModalProps) {
  return (
    <Suspense fallback={<Waiting what="the form" />}>
      <ReportForms onClose={() => context.closeContextModal(id)} />
    </Suspense>
  );
}
