import { Text, Textarea } from '@mantine/core';
import { bugReportMetadata } from '@omicon/contract/areas/feedback.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { useCheckVersion } from '../../base/calls/version/use-check-version.ts';
import { Field } from '../../ui/form/Field.tsx';
import { useFields } from '../../ui/form/FieldsForm.tsx';
import { FieldsModal } from '../../ui/form/FieldsModal.tsx';
import { useCreateBugReport, type WrittenReport } from './calls.ts';
import { describeEnvironment } from './environment.ts';
import { ReporterFields } from './ReporterFields.tsx';
import { ScreenshotField } from './ScreenshotField.tsx';
import { useReporter, useSendReport } from './use-report.ts';

const LONG_TEXT = { as: Textarea, autosize: true, minRows: 3, maxRows: 12, maxLength: 10_000 } as const;

/** Shows what is sent along with the report. */
function SentAlong({
  version,
  machine,
}: {
  version: string;
  machine: ReturnType<typeof describeEnvironment>;
}) {
  const { browser_version, os_version, timezone, environmental_variables } = machine;
  const parts = [`Omicon ${version}`, browser_version, os_version, timezone, environmental_variables];
  return (
    <Text size="xs" c="dimmed">
      Sent along: {parts.filter((part) => part !== '').join('; ')}
    </Text>
  );
}

/** Form for a bug report, with steps to reproduce and screenshots. */
export function BugReportForm({ onClose }: { onClose(): void }) {
  const omicon_version = useCheckVersion()?.product_version ?? '';
  const [machine] = useState(describeEnvironment);
  const [screenshots, setScreenshots] = useState<readonly File[]>([]);
  const create = useCreateBugReport();
  const sendReport = useSendReport<Omit<WrittenReport, 'idempotencyKey'>>(create, onClose);
  const { email, ...names } = useReporter();
  const form = useFields(bugReportMetadata, {
    ...names,
    reporter_email: email,
    reporter_phone: '',
    bug_description: '',
    steps_to_produce_bug: '',
  });

  function send(written: z.output<typeof bugReportMetadata>): void {
    const metadata = { ...written, ...machine, omicon_version };
    const files = screenshots.map(({ name, size, lastModified }) => [name, size, lastModified]);
    sendReport({ metadata, screenshots }, JSON.stringify([metadata, files]));
  }

  return (
    <FieldsModal
      label="Submit"
      form={form}
      isBusy={create.isPending}
      failure={create.error}
      onSubmit={send}
      onClose={onClose}
    >
      <ReporterFields email="reporter_email" />
      <Field name="reporter_phone" label="Phone number (optional)" type="tel" autoComplete="tel" />
      <Field name="bug_description" label="Bug description" required {...LONG_TEXT} />
      <Field name="steps_to_produce_bug" label="Steps to produce bug (optional)" {...LONG_TEXT} />
      <ScreenshotField files={screenshots} onChange={setScreenshots} />
      <SentAlong version={omicon_version} machine={machine} />
    </FieldsModal>
  );
}
