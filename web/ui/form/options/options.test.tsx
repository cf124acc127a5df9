// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubLayout } from '../../../test-support/open-screen.tsx';
import { Autocomplete } from './Autocomplete.tsx';
import { MultiSelect } from './MultiSelect.tsx';
import { Select } from './Select.tsx';
import { TagsInput } from './TagsInput.tsx';

const LIST = { label: 'Size', data: ['20', '50', '100'] };

beforeEach(stubLayout);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (field: ReactNode) => render(<MantineProvider>{field}</MantineProvider>);
const options = () => screen.queryAllByRole('option', { hidden: true }).map((each) => each.textContent);

/** The field says that its list is open, and which it is. */
async function expectOpen(field: HTMLElement): Promise<void> {
  const list = await screen.findByRole('listbox', { hidden: true });
  await waitFor(() => expect(field.getAttribute('aria-controls')).toBe(list.id));
  if (field.getAttribute('role') === 'combobox') expect(field.getAttribute('aria-expanded')).toBe('true');
}

test.each([
  ['a choice', <Select key="field" {...LIST} />],
  ['a choice that is searched', <Select key="field" {...LIST} searchable />],
  ['several choices', <MultiSelect key="field" {...LIST} />],
  ['several choices that are searched', <MultiSelect key="field" {...LIST} searchable />],
  ['words', <TagsInput key="field" {...LIST} />],
  ['a text with suggestions', <Autocomplete key="field" {...LIST} />],
])(
  'the options of %s are mounted when it gets the focus, and its open list is named',
  async (_what, field) => {
    show(field);
    expect(options()).toEqual([]);
    const input = screen.getByLabelText<HTMLInputElement>('Size', { selector: 'input' });
    await userEvent.click(input);
    await expectOpen(input);
    expect(options()).toEqual(LIST.data);
  },
);

test('with the keyboard alone a choice is opened, named and made', async () => {
  const chosen: (string | null)[] = [];
  show(<Select {...LIST} onChange={(value) => chosen.push(value)} />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  await expectOpen(screen.getByRole('combobox', { name: 'Size' }));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chosen).toEqual(['50']);
});

test('what a field does at its focus and how its list looks stays its own', async () => {
  const focused = vi.fn();
  show(<Select {...LIST} onFocus={focused} comboboxProps={{ withinPortal: false }} />);
  await userEvent.click(screen.getByRole('combobox', { name: 'Size' }));
  expect(focused).toHaveBeenCalledOnce();
  const list = await screen.findByRole('listbox', { hidden: true });
  expect(list.closest('[data-portal]')).toBeNull();
});
