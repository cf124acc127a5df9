import { Button, Code, List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ModalFrame } from '../../ui/form/ModalFrame.tsx';
import { countOf, formatCount } from '../../ui/text/format.ts';
import type { UploadReport } from './calls.ts';
import { ImportResult } from './ImportResult.tsx';
import { FaultText } from './LocatedMessages.tsx';

const FIRST_FAULTS = 5;

function FirstFaults({ faults }: Pick<UploadReport, 'faults'>) {
  const shown = faults.slice(0, FIRST_FAULTS);
  const more = faults.length - shown.length;
  return (
    <>
      <Text mb="sm">Nothing was stored, because of {countOf(faults.length, 'fault')}:</Text>
      <List size="sm" spacing="xs" listStyleType="none">
        {shown.map((fault, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the report does not change, and sentences may repeat
          <List.Item key={at}>
            <FaultText fault={fault} />
          </List.Item>
        ))}
      </List>
      {more > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          The page lists {formatCount(more)} more.
        </Text>
      )}
    </>
  );
}

function Refusal({ report }: { report: UploadReport }) {
  if (report.missing_files.length > 0) {
    return (
      <>
        <Text mb="sm">The archive is not complete; following are the missing files:</Text>
        <List size="sm" mah={320} style={{ overflow: 'auto' }}>
          {report.missing_files.map((path) => (
            <List.Item key={path}>
              <Code>{path}</Code>
            </List.Item>
          ))}
        </List>
      </>
    );
  }
  if (report.faults.length > 0) return <FirstFaults faults={report.faults} />;
  return (
    <>
      <Text>Some error has occured while uploading. Please try again</Text>
      {report.message !== null && (
        <Text size="sm" c="dimmed" mt="xs">
          {report.message}
        </Text>
      )}
    </>
  );
}

interface RefusedUploadProps {
  report: UploadReport;
  /** whether it was refused while this page was open; an old report is read without being interrupted */
  isNews: boolean;
  onNewFile(): void;
}

/** An import that was refused or given up: the modal shows why, the page behind it the whole report. */
export function RefusedUpload({ report, isNews, onNewFile }: RefusedUploadProps) {
  const [isOpen, setOpen] = useState(isNews);
  return (
    <Stack gap="lg">
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Zip file upload failed" size="lg">
        <ModalFrame
          buttons={[
            { kind: 'close', label: 'Close', onClick: () => setOpen(false) },
            { kind: 'submit', label: 'UPLOAD NEW FILE', onClick: onNewFile },
          ]}
        >
          <Refusal report={report} />
        </ModalFrame>
      </Modal>
      <ImportResult report={report} />
      <div>
        <Button onClick={onNewFile}>UPLOAD NEW FILE</Button>
      </div>
    </Stack>
  );
}
