import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const BugReportForm = lazyPart('the form', async () => (await import('./BugReportForm.tsx')).BugReportForm);
const FeedbackForm = lazyPart('the form', async () => (await import('./FeedbackForm.tsx')).FeedbackForm);

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
      {type === 'Bug Report' ? <BugReportForm onClose={onClose} /> : <FeedbackForm onClose={onClose} />}
    </Stack>
  );
}
