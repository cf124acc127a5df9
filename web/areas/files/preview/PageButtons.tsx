import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconArrowAutofitWidth, IconMessageDown, IconMessageUp } from '@tabler/icons-react';
import { countOf } from '../../../ui/text/format.ts';
import { GoToBox } from './GoToBox.tsx';
import { PAGE_FAULT } from './page-number.ts';
import { StepButtons } from './StepButtons.tsx';

interface PageButtonsProps {
  page: number;
  numberOfPages: number;
  isFitted: boolean;
  commented?: ReadonlyMap<number, number> | undefined;
  onGo(page: number): void;
  onFit(): void;
}

interface CommentedPagesProps {
  page: number;
  numberOfPages: number;
  commented: ReadonlyMap<number, number>;
  onGo(page: number): void;
}

/** Comment count of this page, with links to the nearest pages with comments. */
function CommentedPages({ page, numberOfPages, commented, onGo }: CommentedPagesProps) {
  const pages = [...commented.keys()].filter((each) => each <= numberOfPages).sort((a, b) => a - b);
  const before = pages.findLast((each) => each < page);
  const after = pages.find((each) => each > page);
  if (pages.length === 0) return null;
  const steps = [
    { label: 'Previous page with comments', to: before, Icon: IconMessageUp },
    { label: 'Next page with comments', to: after, Icon: IconMessageDown },
  ];
  return (
    <Group gap={4}>
      {steps.map(({ label, to, Icon }) => (
        <ActionIcon
          key={label}
          variant="default"
          size={30}
          aria-label={label}
          title={to === undefined ? label : `${label}: ${to}`}
          disabled={to === undefined}
          onClick={() => to !== undefined && onGo(to)}
        >
          <Icon size={16} aria-hidden="true" />
        </ActionIcon>
      ))}
      <Text size="sm" c={commented.has(page) ? 'var(--mantine-color-text)' : 'dimmed'} className="tabular">
        {commented.has(page)
          ? `${countOf(commented.get(page) ?? 0, 'comment')} on this page`
          : `${countOf(pages.length, 'page has', 'pages have')} comments`}
      </Text>
    </Group>
  );
}

/** Navigation through the pages of a PDF. */
export function PageButtons({ page, numberOfPages, isFitted, commented, onGo, onFit }: PageButtonsProps) {
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
      {commented !== undefined && (
        <CommentedPages page={page} numberOfPages={numberOfPages} commented={commented} onGo={onGo} />
      )}
    </Group>
  );
}
