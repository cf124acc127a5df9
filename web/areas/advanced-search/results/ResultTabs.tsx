import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { type Draft, wizardAddress } from '../query-address.ts';
import classes from '../wizard.module.css';
import { useOpenResults } from './open-results.ts';

/** Tabs of the open results, each with its page and order. */
export function ResultTabs({ chosen, draft }: { chosen: string; draft: Draft | null }) {
  const { open, close } = useOpenResults();
  const router = useRouter();

  function closeTab(key: string): void {
    const index = open.findIndex((each) => each.key === key);
    const neighbour = open[index + 1] ?? open[index - 1];
    close(key);
    if (key === chosen) router.history.push(neighbour?.href ?? wizardAddress(draft, { step: 'result_type' }));
  }

  return (
    <nav aria-label="Open results">
      <ul className={classes.resultTabs}>
        {open.map(({ key, title, href }) => (
          <li key={key} className={classes.resultTab} data-selected={key === chosen || undefined}>
            <AddressLink
              href={href}
              underline="never"
              className={classes.resultTitle ?? ''}
              title={title.tooltip ?? title.words}
              aria-current={key === chosen ? 'page' : undefined}
            >
              {title.words}
            </AddressLink>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={`Close ${title.words}`}
              title="Close these results"
              onClick={() => closeTab(key)}
            >
              <IconX size={14} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </nav>
  );
}
