import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

interface StepButtonsProps {
  what: 'page' | 'rows' | 'columns';
  isFirst: boolean;
  isLast: boolean;
  onPrevious(): void;
  onNext(): void;
}

/** Buttons for the previous and next page, rows or columns. */
export function StepButtons({ what, isFirst, isLast, onPrevious, onNext }: StepButtonsProps) {
  return (
    <Group gap={4}>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={`Previous ${what}`}
        title={`Previous ${what}`}
        disabled={isFirst}
        onClick={onPrevious}
      >
        <IconChevronLeft size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={`Next ${what}`}
        title={`Next ${what}`}
        disabled={isLast}
        onClick={onNext}
      >
        <IconChevronRight size={16} aria-hidden="true" />
      </ActionIcon>
    </Group>
  );
}
