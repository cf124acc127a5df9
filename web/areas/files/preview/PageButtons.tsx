import { Button, Group, Text } from '@mantine/core';
import { IconArrowAutofitWidth } from '@tabler/icons-react';
import { GoToBox } from './GoToBox.tsx';
import { PAGE_FAULT } from './page-number.ts';
import { StepButtons } from './StepButtons.tsx';

interface PageButtonsProps {
  page: number;
  numberOfPages: number;
  isFitted: boolean;
  onGo(page: number): void;
  onFit(): void;
}

/** The way through the pages of a PDF. */
export function PageButtons({ page, numberOfPages, isFitted, onGo, onFit }: PageButtonsProps) {
  return (
    <Group gap="sm" mb="sm" align="flex-start">
      <StepButtons
        what="page"
        isFirst={page <= 1}
        isLast={page >= numberOfPages}
        onPrevious={() => onGo(page - 1)}
        onNext={() => onGo(page + 1)}
      />
      <Text size="sm" role="status" lh="30px" className="tabular">
        Page {page} of {numberOfPages}
      </Text>
      <GoToBox label="Goto page" last={numberOfPages} fault={PAGE_FAULT} onGo={onGo} />
      <Button
        size="xs"
        variant={isFitted ? 'light' : 'default'}
        aria-pressed={isFitted}
        leftSection={<IconArrowAutofitWidth size={14} aria-hidden="true" />}
        onClick={onFit}
      >
        Fit width
      </Button>
    </Group>
  );
}
