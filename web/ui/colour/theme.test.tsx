// @vitest-environment jsdom
import { Modal, MultiSelect, Select } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';

const OPTIONS = Array.from({ length: 60 }, (_, at) => `GSE${16_011 + at}`);

test.each([
  { Chooser: Select, height: undefined, shown: '220' },
  { Chooser: MultiSelect, height: 320, shown: '320' },
])('options in a dialog, at most $shown px, scroll in the list of their combobox', async (given) => {
  const { Chooser, height, shown } = given;
  const { draw, user } = openScreen(
    <Modal opened onClose={() => undefined} title="Basket">
      <Chooser
        label="Data set"
        data={OPTIONS}
        {...(height === undefined ? {} : { maxDropdownHeight: height })}
      />
    </Modal>,
  );
  draw();
  const combobox = await screen.findByRole('combobox', { name: 'Data set' });
  await user.click(combobox);
  const list = await screen.findByRole('listbox', { name: 'Data set' });
  expect(combobox.getAttribute('aria-controls')).toBe(list.id);
  expect(list.style.overflowY).toBe('auto');
  expect(list.style.maxHeight).toContain(shown);
  expect([...list.children].map((child) => child.getAttribute('role'))).toEqual(OPTIONS.map(() => 'option'));
});
