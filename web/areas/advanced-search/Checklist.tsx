import { Text, VisuallyHidden } from '@mantine/core';
import { rulesOf } from '@omicon/domain/query/query.ts';
import { SECTION_TITLES } from '@omicon/domain/query/query-rows.ts';
import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf } from '../../ui/text/format.ts';
import { type Draft, wizardAddress } from './query-address.ts';
import { SECTIONS_OF_STEP, stepOfSection, titleOfType } from './rules/words.ts';
import classes from './wizard.module.css';

interface Item {
  name: string;
  /** content of the entry, empty when there is none */
  content: string;
  href: string;
}

function listItems(draft: Draft | null): Item[] {
  const type: Item = {
    name: 'Result type',
    content: draft === null ? '' : titleOfType(draft.result_type),
    href: wizardAddress(draft, { step: 'result_type' }),
  };
  const sections = [...SECTIONS_OF_STEP.data, ...SECTIONS_OF_STEP.analyses].map((section): Item => {
    const rules = rulesOf(draft?.filters[section]).length;
    return {
      name: SECTION_TITLES[section],
      content: rules === 0 ? '' : countOf(rules, 'rule'),
      href: wizardAddress(draft, { step: stepOfSection(section), tab: section }),
    };
  });
  return [type, ...sections];
}

/** Summary of the query: result type and filters, checked where a filter has rules. */
export function Checklist({ draft }: { draft: Draft | null }) {
  return (
    <aside className={classes.checklist} aria-label="Checklist of the query">
      <Text size="sm" fw={600}>
        Checklist
      </Text>
      <ul className={classes.checks}>
        {listItems(draft).map(({ name, content, href }) => {
          const Mark = content === '' ? IconSquare : IconSquareCheckFilled;
          return (
            <li key={name} className={classes.check} data-checked={content !== '' || undefined}>
              <Mark size={16} aria-hidden="true" />
              {draft === null ? (
                name
              ) : (
                <AddressLink href={href} size="sm" underline="hover">
                  {name}
                </AddressLink>
              )}
              <VisuallyHidden>{content === '' ? 'unchecked' : 'checked'}</VisuallyHidden>
              <Text size="xs" c="dimmed" component="span">
                {content}
              </Text>
            </li>
          );
        })}
      </ul>
    </aside>
  );
}
