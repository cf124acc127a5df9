import { SegmentedControl, Stack } from '@mantine/core';
import type { ContextModalProps } from '@mantine/modals';
import { lazy, Suspense, useState } from 'react';
import { Waiting } from '../../ui/Waiting.tsx';

const BugReportForm = lazy(async () => ({ default: (await import('./BugReportForm.tsx')).BugReportForm }));
const FeedbackForm = lazy(async () => ({ default: (await import('./FeedbackForm.tsx')).FeedbackForm }));

const REPORT_TYPES = ['Bug Report', 'Comment/Feature Request'];

/** The modal `report-bug`: a fault with its screenshots, or a comment. */
export function ReportModal({ context, id }: ContextModalProps) {
  const [type, setType] = useState('Bug Report');
  const close = () => context.closeContextModal(id);
  return (
    <Stack gap="md">
      <SegmentedControl
        fullWidth
        aria-label="Report type"
        data={REPORT_TYPES}
        value={type}
        onChange={setType}
      />
      <Suspense fallback={<Waiting what="the form" />}>
        {type === 'Bug Report' ? <BugReportForm onClose={close} /> : <FeedbackForm onClose={close} />}
      </Suspense>
    </Stack>
  );
}
