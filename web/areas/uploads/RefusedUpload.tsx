import { Button, Code, List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ModalFrame } from '../../ui/form/ModalFrame.tsx';
import type { UploadReport } from './calls.ts';
import { ImportResult } from './ImportResult.tsx';

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
  if (report.faults.length > 0) return <Text>Some files have errors, listed below.</Text>;
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

/** An import that was refused or given up: the modal shows why, the page behind it the whole report. */
export function RefusedUpload({ report, onNewFile }: { report: UploadReport; onNewFile(): void }) {
  const [isOpen, setOpen] = useState(true);
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
