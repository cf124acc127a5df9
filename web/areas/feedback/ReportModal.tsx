import type { ContextModalProps } from '@mantine/modals';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const ReportForms = lazyPart('the form', async () => (await import('./ReportForms.tsx')).ReportForms);

/** The modal `report-bug`. Every page can open it, so its code is loaded on demand. */
export function ReportModal({ context, id }: ContextModalProps) {
  return <ReportForms onClose={() => context.closeContextModal(id)} />;
}
