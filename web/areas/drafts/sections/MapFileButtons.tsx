import { Alert, FileButton, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { saveFile } from '../../../ui/files/save-file.ts';
import { openFile } from '../../../ui/form/OpenFileButton.tsx';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import type { Mapping } from '../use-draft-map.ts';
import { fitMap, MAX_MAP_BYTES, readMap, writeMap } from './map-file.ts';

/** Keeps the choices as a file, or takes those of such a file. */
export function MapFileButtons({ map, proposal, edit }: Mapping) {
  const [told, setTold] = useState<{ sentences: readonly string[]; isRefused: boolean } | null>(null);

  function use(text: string, fileName: string): void {
    const read = readMap(text, fileName);
    if (typeof read === 'string') {
      setTold({ sentences: [read], isRefused: true });
      return;
    }
    const fitted = fitMap(read, map, proposal);
    edit(fitted.map);
    setTold({ sentences: fitted.sentences, isRefused: false });
  }

  return (
    <Stack gap="sm">
      <Group gap="sm">
        <SecondaryButton
          onClick={() =>
            saveFile(new Blob([writeMap(map)], { type: 'application/json' }), `${map.accession}-map.json`)
          }
        >
          Download map
        </SecondaryButton>
        <FileButton
          accept=".json,application/json"
          onChange={(file) =>
            file !== null &&
            void openFile(file, {
              maxBytes: MAX_MAP_BYTES,
              refusal: 'A map has at most 20 MB.',
              onText: use,
            })
          }
        >
          {(button) => <SecondaryButton {...button}>Use a map</SecondaryButton>}
        </FileButton>
      </Group>
      {told !== null && (
        <Alert
          color={told.isRefused ? 'red' : 'teal'}
          variant="light"
          role={told.isRefused ? 'alert' : 'status'}
          withCloseButton
          closeButtonLabel="Close message"
          onClose={() => setTold(null)}
        >
          {told.sentences.join(' ')}
        </Alert>
      )}
    </Stack>
  );
}
