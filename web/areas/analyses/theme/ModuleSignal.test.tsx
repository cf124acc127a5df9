// @vitest-environment jsdom
import { getMetaModuleOfModule } from '@omicon/contract/areas/analyses/atlas.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { ModuleSignal } from './ModuleSignal.tsx';

const SIGNAL = { id: 3, omicon_id: 'OM.MM.3', name: 'microglia', found: 5, findable: 6 };

function openSignal(reply: ReplyOf<typeof getMetaModuleOfModule>) {
  const opened = openScreen(<ModuleSignal module={{ id: 7, omicon_id: 'OM.CM.7' }} />, {
    permissions: new Set([getMetaModuleOfModule.permission as string]),
  });
  opened.portal.replies(getMetaModuleOfModule, reply);
  return { ...opened, page: opened.draw().container };
}

test('a module says of which meta-module it is a part, with its support', async () => {
  const { page } = openSignal({ meta_module: SIGNAL, recurring: 4 });
  const link = await screen.findByRole('link', { name: 'microglia (OM.MM.3)' });
  expect(link.getAttribute('href')).toBe('/home/meta-modules/OM.MM.3');
  expect(page.textContent).toContain('Part of microglia (OM.MM.3), found in 5 of 6 cohorts.');
});

test('a signal of one data set says how many of its modules are that signal', async () => {
  const { page } = openSignal({ meta_module: null, recurring: 3 });
  const link = await screen.findByRole('link', { name: '3 modules' });
  expect(link.getAttribute('href')).toBe('/home/modules/OM.CM.7?tab=elsewhere');
  expect(page.textContent).toContain('The same signal is found by 3 modules of this data set.');
});

test.each([1, null])('a module that does not recur says nothing (%s)', async (recurring) => {
  const { portal, page } = openSignal({ meta_module: null, recurring });
  await waitFor(() => expect(portal.sent(getMetaModuleOfModule)).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve));
  expect(page.textContent).not.toMatch(/signal|Part of/);
});

test('without the permission to view analyses nothing is asked', () => {
  const { portal, draw } = openScreen(<ModuleSignal module={{ id: 7, omicon_id: 'OM.CM.7' }} />);
  draw();
  expect(portal.sent(getMetaModuleOfModule)).toHaveLength(0);
});
