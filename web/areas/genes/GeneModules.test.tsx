// @vitest-environment jsdom
import { listMetaModulesOfGene } from '@omicon/contract/areas/analyses/atlas.ts';
import { listGeneModules } from '@omicon/contract/areas/genes/genes.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { GeneModules } from './GeneModules.tsx';

type Signal = ReplyOf<typeof listMetaModulesOfGene>['results'][number];

const dataSet = (id: number, kme: number | null) => ({
  data_set: { id, title: `Cohort ${id} OR QN A.1.1` },
  kme,
});

const signalOf = (id: number, name: string): Signal => ({
  ...{ id, omicon_id: `OM.MM.${id}`, name, found: 3, findable: 4, genes: ['TYROBP'] },
  ...{ kme: 0.765, rank: 91, consensus_genes: 150, member_of: 2, measured_by: 3 },
  kme_by_data_set: [dataSet(1, 0.867), dataSet(2, 0.375), dataSet(3, null)],
});

beforeEach(() => {
  history.replaceState(null, '', '/home/genes/TREM2');
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
});

function openModules(results: Signal[], permissions = [listMetaModulesOfGene.permission as string]) {
  const opened = openScreen(<GeneModules symbol="TREM2" />, { permissions: new Set(permissions) });
  opened.portal.replies(listMetaModulesOfGene, { results });
  opened.portal.replies(listGeneModules, {
    ...{ results: [], total: 0, page: 1, items_per_page: 20, networks_without_kme: 0 },
  });
  opened.draw();
  return opened;
}

const picture = () => screen.findByRole('img', { name: /^kME of TREM2 in/ });

test('the arrow keys read the data sets of a signal, the smallest kME first, without those that do not measure the gene', async () => {
  const { user } = openModules([signalOf(3, 'microglia')]);
  await screen.findByText('TREM2 is among the consensus genes of 1 recurring signal.');
  const marks = await picture();
  within(marks).getByText('3 of 4 cohorts, consensus kME 0.765, rank 91 of 150');
  expect(marks.querySelectorAll('circle')).toHaveLength(2);
  marks.focus();
  await user.keyboard('{ArrowRight}');
  await screen.findByText(/^microglia in Cohort 2.*: kME 0\.375\.$/);
  await user.keyboard('{ArrowRight}{ArrowRight}');
  await screen.findByText(/^microglia in Cohort 1.*: kME 0\.867\.$/);
});

test('its table has every data set, also those that do not measure the gene', async () => {
  const { user } = openModules([signalOf(3, 'microglia')]);
  await picture();
  await user.click(screen.getByRole('radio', { name: 'Table' }));
  const table = await screen.findByRole('grid', { name: 'kME of TREM2 in 1 recurring signal' });
  expect(within(table).getAllByRole('row')).toHaveLength(4);
  const [link] = within(table).getAllByRole('link', { name: 'microglia' });
  expect(link?.getAttribute('href')).toBe('/home/meta-modules/OM.MM.3');
});

test('five signals are drawn first, and all on request', async () => {
  const signals = Array.from({ length: 7 }, (_, at) => signalOf(at + 1, `signal ${at + 1}`));
  const { user } = openModules(signals);
  const first = await screen.findByRole('img', { name: /^kME of TREM2 in 5 recurring signals/ });
  expect(within(first).queryByText('signal 6')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show all 7' }));
  const all = await screen.findByRole('img', { name: /^kME of TREM2 in 7 recurring signals/ });
  within(all).getByText('signal 7');
});

test('a gene of no signal says so in one sentence, and has its modules below', async () => {
  openModules([]);
  await screen.findByText('TREM2 is among the consensus genes of no recurring signal.');
  expect(screen.queryByRole('img')).toBeNull();
  await screen.findByRole('grid', { name: /^Modules/ });
});

test('who may not list analyses has the modules alone', async () => {
  const { portal } = openModules([], []);
  await screen.findByRole('link', { name: 'its correlates' });
  expect(portal.sent(listMetaModulesOfGene)).toHaveLength(0);
});
