import type { ContextModalProps } from '@mantine/modals';
import { lazy, Suspense } from 'react';
import { Waiting } from '../../ui/feedback/Waiting.tsx';

const ReportForms = lazy(async () => ({ default: (await import('./ReportForms.tsx')).ReportForms }));

/** The modal `report-bug`. Every page can open it, so its code is loaded on demand. */
export function ReportModal({ context, id }: ContextModalProps) {
  return (
    <Suspense fallback={<Waiting what="the form" />}>
      <ReportForms onClose={() => context.closeContextModal(id)} />
    </Suspense>
  );
}
