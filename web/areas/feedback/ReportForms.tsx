import { SegmentedControl, Stack } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { lazyPart } from '../../ui/navigation/lazy-part.ts';

const BugReportForm = lazyPart(async () => (await import('./BugReportForm.tsx')).BugReportForm);
const FeedbackForm = lazyPart(async () => (await import('./FeedbackForm.tsx')).FeedbackForm);

const REPORT_TYPES = ['Bug Report', 'Comment/Feature Request'];

/** Switches between the forms for bug reports and comments. */
export function ReportForms({ onClose }: { onClose(): void }) {
  const [type, setType] = useState('Bug Report');
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
        {type === 'Bug Report' ? <BugReportForm onClose={onClose} /> : <FeedbackForm onClose={onClose} />}
      </Suspense>
    </Stack>
  );
}
