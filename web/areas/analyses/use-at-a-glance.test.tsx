// @vitest-environment jsdom
import {
  getClosestTrait,
  listModuleEnrichment,
  type ModuleRecord,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { useAtAGlance } from './use-at-a-glance.ts';

const FACTS: Partial<ModuleRecord> = {
  ...{ id: 4, omicon_id: 'OM.CM.4', name: 'turquoise', version: 2, pc1_ve: 0.73, neighbours: [] },
  definitions: [
    { definition: 'Seed', members: 0 },
    { definition: 'PosBC', members: 1214 },
    { definition: 'PosFDR', members: 1 },
  ],
};

function Lines() {
  return useAtAGlance(FACTS as ModuleRecord, undefined).map(({ title, href }) => (
    <a key={title} href={href}>
      {title}
    </a>
  ));
}

test('sizes are counted as one writes them, and definitions without members are left out', () => {
  const { portal, draw } = openScreen(<Lines />);
  portal.replies(listModuleEnrichment, { total: 0, page: 1, items_per_page: 1, results: [] });
  portal.replies(getClosestTrait, { trait: null });
  draw();
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links.slice(0, 3)).toEqual([
    ['1,214 members by Bonferroni', '/home/modules/OM.CM.4?tab=members&definition=PosBC'],
    ['1 member by FDR', '/home/modules/OM.CM.4?tab=members&definition=PosFDR'],
    ['Eigengene explains 73 %', '/home/modules/OM.CM.4?tab=statistics'],
  ]);
});
