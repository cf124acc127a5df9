import { Group, SegmentedControl, Stack } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { PictureDownload, type PictureDownloadProps } from './PictureDownload.tsx';

type ShownAs = 'picture' | 'table';

const shape = z.object({ as: z.enum(['picture', 'table']).catch('picture') });

/** Picture or table, as the address has it. */
export function useShownAs() {
  const { query, setQuery } = useAddressQuery(shape);
  return {
    as: query.as,
    onAs: (as: ShownAs) => setQuery({ as: as === 'picture' ? null : as }, true),
  };
}

interface PictureFrameProps {
  ref?: Ref<HTMLElement>;
  label: string;
  className?: string | undefined;
  as: ShownAs;
  onAs(as: ShownAs): void;
  /** beside the switch */
  controls?: ReactNode;
  /** before the downloads */
  actions?: ReactNode;
  /** below the switch, for picture and table alike */
  notes?: ReactNode;
  download?: PictureDownloadProps;
  table: ReactNode;
  /** the picture */
  children: ReactNode;
  /** below picture and table */
  below?: ReactNode;
}

/** A picture with its table: the switch between them, their controls and downloads. */
export function PictureFrame({ ref, label, className, as, onAs, download, ...parts }: PictureFrameProps) {
  return (
    <section ref={ref} aria-label={label} className={className}>
      <Group justify="space-between" gap="sm" mb="sm">
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label="Show as"
            value={as}
            data={[
              { value: 'picture', label: 'Picture' },
              { value: 'table', label: 'Table' },
            ]}
            onChange={onAs}
          />
          {parts.controls}
        </Group>
        <Group gap="xs">
          {parts.actions}
          {download !== undefined && <PictureDownload {...download} />}
        </Group>
      </Group>
      {parts.notes}
      {as === 'table' ? parts.table : <Stack gap="md">{parts.children}</Stack>}
      {parts.below}
    </section>
  );
}
