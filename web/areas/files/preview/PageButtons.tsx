import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { IconArrowAutofitWidth, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { PAGE_FAULT, readPageNumber } from './page-number.ts';

interface PageButtonsProps {
  page: number;
  numberOfPages: number;
  isFitted: boolean;
  onGo(page: number): void;
  onFit(): void;
}

/** The way through the pages of a PDF. */
export function PageButtons({ page, numberOfPages, isFitted, onGo, onFit }: PageButtonsProps) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const wanted = readPageNumber(typed, numberOfPages);
    setFault(wanted === null ? PAGE_FAULT : null);
    if (wanted === null) return;
    setTyped('');
    onGo(wanted);
  }

  return (
    <Group gap="sm" mb="sm" align="flex-start">
      <Group gap={4}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Previous page"
          title="Previous page"
          disabled={page <= 1}
          onClick={() => onGo(page - 1)}
        >
          <IconChevronLeft size={16} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Next page"
          title="Next page"
          disabled={page >= numberOfPages}
          onClick={() => onGo(page + 1)}
        >
          <IconChevronRight size={16} aria-hidden="true" />
        </ActionIcon>
      </Group>
      <Text size="sm" role="status" lh="30px" className="tabular">
        Page {page} of {numberOfPages}
      </Text>
      <form onSubmit={submit} noValidate>
        <Group gap={4} align="flex-start">
          <TextInput
            size="xs"
            w={fault === null ? 100 : 190}
            aria-label="Goto page"
            placeholder="Goto page"
            inputMode="numeric"
            value={typed}
            error={fault}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setFault(null);
            }}
          />
          <Button type="submit" size="xs" variant="default">
            GO
          </Button>
        </Group>
      </form>
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
