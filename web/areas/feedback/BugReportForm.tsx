import { zodResolver } from '@hookform/resolvers/zod';
import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import { bugReportMetadata } from '@omicon/contract/feedback.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useCheckVersion } from '../../base/calls/use-check-version.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { ModalFrame } from '../../ui/form/ModalFrame.tsx';
import { useCreateBugReport, type WrittenReport } from './calls.ts';
import { describeEnvironment } from './environment.ts';
import { ReporterFields } from './ReporterFields.tsx';
import { ScreenshotField } from './ScreenshotField.tsx';
import { useReporter, useSendReport } from './use-report.ts';

type Field = 'first_name' | 'last_name' | 'reporter_email' | 'reporter_phone' | 'bug_description';

/** What is sent along, for people to see. */
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

/** A fault of the portal, with what leads to it and pictures of it. */
export function BugReportForm({ onClose }: { onClose(): void }) {
  const omicon_version = useCheckVersion()?.product_version ?? '';
  const [machine] = useState(describeEnvironment);
  const [screenshots, setScreenshots] = useState<readonly File[]>([]);
  const create = useCreateBugReport();
  const sendReport = useSendReport<Omit<WrittenReport, 'idempotencyKey'>>(create, onClose);
  const { email, ...names } = useReporter();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(bugReportMetadata),
    mode: 'onTouched',
    defaultValues: {
      ...names,
      reporter_email: email,
      reporter_phone: '',
      bug_description: '',
      steps_to_produce_bug: '',
    },
  });
  const { errors, isValid } = formState;
  const bind = (name: Field | 'steps_to_produce_bug') => ({
    ...register(name),
    error: errors[name]?.message,
  });

  const send = handleSubmit((written) => {
    const metadata = { ...written, ...machine, omicon_version };
    const files = screenshots.map(({ name, size, lastModified }) => [name, size, lastModified]);
    sendReport({ metadata, screenshots }, JSON.stringify([metadata, files]));
  });

  return (
    <form onSubmit={send} noValidate>
      <ModalFrame
        buttons={[
          { kind: 'close', label: 'Cancel', onClick: onClose },
          { kind: 'submit', label: 'Submit', isDisabled: !isValid, isBusy: create.isPending },
        ]}
      >
        <Stack gap="md">
          {create.isError && <ErrorPanel error={create.error} />}
          <ReporterFields
            first={bind('first_name')}
            last={bind('last_name')}
            email={bind('reporter_email')}
          />
          <TextInput
            label="Phone number (optional)"
            type="tel"
            autoComplete="tel"
            {...bind('reporter_phone')}
          />
          <Textarea
            label="Bug description"
            required
            autosize
            minRows={3}
            maxRows={12}
            maxLength={10_000}
            {...bind('bug_description')}
          />
          <Textarea
            label="Steps to produce bug (optional)"
            autosize
            minRows={3}
            maxRows={12}
            maxLength={10_000}
            {...bind('steps_to_produce_bug')}
          />
          <ScreenshotField files={screenshots} onChange={setScreenshots} />
          <SentAlong version={omicon_version} machine={machine} />
        </Stack>
      </ModalFrame>
    </form>
  );
}
