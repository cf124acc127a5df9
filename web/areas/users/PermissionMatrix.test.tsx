// @vitest-environment jsdom
import { listPermissionChanges, listRolePermissions } from '@omicon/contract/areas/people/users.ts';
import { ROLES } from '@omicon/domain/permissions/permissions.ts';
import { useRouter } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { PermissionChanges } from './PermissionChanges.tsx';
import { PermissionMatrix } from './PermissionMatrix.tsx';

/** A link of the side menu. */
function Elsewhere() {
  const { history } = useRouter();
  return (
    <button type="button" onClick={() => history.push('/home/starred')}>
      Starred
    </button>
  );
}

function drawMatrix() {
  history.replaceState(null, '', '/home/admin/roles');
  const opened = openScreen(
    <>
      <Elsewhere />
      <PermissionMatrix />
    </>,
  );
  opened.portal.replies(listRolePermissions, {
    roles: ROLES.map((role) => ({ role, permissions: [], defaults: [] })),
  });
  opened.draw();
  return opened.user;
}

const DOWNLOAD = 'Guest: download data sets';

test('changed boxes are marked and counted until they are saved', async () => {
  const user = drawMatrix();
  const box = await screen.findByRole('checkbox', { name: DOWNLOAD });
  expect(screen.queryByText('not saved')).toBeNull();
  await user.click(box);
  expect(within(box.closest('td') ?? document.body).getByText('not saved')).toBeDefined();
  expect(screen.getByText('1 change not saved')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Undo changes' }));
  expect(screen.queryByText('not saved')).toBeNull();
});

test('a page with unsaved changes is left only after asking', async () => {
  const user = drawMatrix();
  await user.click(await screen.findByRole('checkbox', { name: DOWNLOAD }));
  await user.click(screen.getByRole('button', { name: 'Starred' }));
  await screen.findByText('1 change will be lost.');
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect(window.location.pathname).toBe('/home/admin/roles');
  await user.click(screen.getByRole('button', { name: 'Starred' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(window.location.pathname).toBe('/home/starred'));
});

test('the log of changes shows the time of each', async () => {
  const { portal, draw } = openScreen(<PermissionChanges />);
  portal.replies(listPermissionChanges, {
    ...{ page: 1, items_per_page: 20, total: 1 },
    results: [
      {
        ...{ id: 1, name: 'ada', role: 'GU', removed: [] },
        ...{ happened_at: '2026-11-30T09:05:00', added: ['DATA_SET_DOWNLOAD'] },
      },
    ],
  });
  draw();
  expect(await screen.findByText('2026-11-30 09:05')).toBeDefined();
});
