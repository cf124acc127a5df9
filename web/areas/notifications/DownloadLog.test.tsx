// @vitest-environment jsdom
import { listDownloadNotifications } from '@omicon/contract/areas/notifications.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { DownloadLog } from './DownloadLog.tsx';

test('downloads of one name are told apart by record, network and time', async () => {
  history.replaceState(null, '', '/');
  const { portal, draw } = openScreen(<DownloadLog />);
  const table = {
    ...{ notifId: 1, type: 'kme-table', name: 'kME_table_complete.csv.gz', file_size: 10, size: '10 B' },
    ...{ key: 'k/kME_table_complete.csv.gz', network_id: 3, is_read: false, record: 'TCGA GBM RNA-seq All' },
    ...{ network: 'Bicor-None_signum0.663_minSize8_merge_ME_0.85_3540', created_at: '2026-11-30T09:05:00' },
  };
  const other = { ...table, notifId: 2, network: 'Bicor-None_signum0.477_minSize15_merge_ME_0.85_3540' };
  portal.replies(listDownloadNotifications, {
    ...{ page: 1, items_per_page: 50, total: 2 },
    results: [table, { ...other, created_at: '2026-11-30T08:40:00' }],
  });
  draw();
  for (const text of [
    'TCGA GBM RNA-seq All, signum .663 · min 8',
    'TCGA GBM RNA-seq All, signum .477 · min 15',
    '2026-11-30 09:05',
    '2026-11-30 08:40',
  ])
    expect(await screen.findByText(text)).toBeDefined();
});
