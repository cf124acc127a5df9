/** All modals of the demo laboratory, with the way to open them; each closes with Escape. */
import type { Page } from 'playwright-core';
import { type DemoRecords, MICROGLIA_QUERY } from '../browser/addresses.ts';

export interface ModalToOpen {
  /** name in the specification, or purpose */
  name: string;
  address(records: DemoRecords): string;
  open(page: Page): Promise<void>;
  /** who opens it; by default the administrator */
  isForGuests?: true;
}

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

/** Opens the first row menu with such an action, since actions differ between records. */
function rowAction(action: string, row = /^Actions for /) {
  return async (page: Page) => {
    await page.getByRole('button', { name: row }).first().click();
    await page.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click();
  };
}

function menuAction(menu: string, action: string) {
  return async (page: Page) => {
    await page.getByRole('button', { name: menu, exact: true }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
}

const at = (address: string) => () => address;

const GENE_SETS = at('/home/resources');
const ATTRIBUTES = at('/home/admin/sample-attributes?search=Karnofsky+Band');
const NETWORK = ({ analysis, networkId }: DemoRecords) =>
  `/home/analyses/analysis-data/attributes?analysisId=${analysis}&tab=networks&networkId=${networkId}`;

/** An added attribute, since default attributes cannot be edited. */
export const ADDED_ATTRIBUTE = {
  sampleAttributeSource: 'Karnofsky Band',
  type: 'Integer',
  examples: '80',
  required: 'No',
  indexed: 'No',
  possibleValues: '',
  category: '',
  dataSource: 'Clinic',
  description: 'Performance status in bands of ten.',
};

export const MODALS: readonly ModalToOpen[] = [
  {
    name: 'citation of a data collection',
    address: ({ dc }) => `/home/collections/data-collections/attributes?dcId=${dc}`,
    open: button('Cite'),
    isForGuests: true,
  },
  { name: 'new-gene-set', address: GENE_SETS, open: button('Add gene set') },
  { name: 'file-preview of a gene set', address: GENE_SETS, open: rowAction('Preview') },
  { name: 'edit a gene set', address: GENE_SETS, open: rowAction('Edit') },
  { name: 'delete a gene set', address: GENE_SETS, open: rowAction('Delete') },
  {
    name: 'new-sample-attribute',
    address: at('/home/admin/sample-attributes'),
    open: button('Add sample attribute'),
  },
  { name: 'sample-attribute-modal', address: ATTRIBUTES, open: rowAction('Edit', /^Actions for Karnofsky/) },
  {
    name: 'delete a sample attribute',
    address: ATTRIBUTES,
    open: rowAction('Delete', /^Actions for Karnofsky/),
  },
  {
    name: 'single-sample-block',
    address: ({ ds }) => `/home/collections/data-sets/attributes?dsId=${ds}&tab=samples`,
    open: (page) =>
      page
        .getByRole('button', { name: /^Scale up \S/ })
        .first()
        .click(),
  },
  { name: 'new-user', address: at('/home/admin/user-management'), open: button('New user') },
  {
    name: 'save-search-query',
    address: at(`/home/advanced-search?step=data&tab=sample&q=${MICROGLIA_QUERY}`),
    open: button('Save query'),
  },
  { name: 'report-bug', address: at('/home/about'), open: button('Feedback') },
  {
    name: 'report-bug, as a comment',
    address: at('/home/about'),
    open: async (page) => {
      await button('Feedback')(page);
      await page.getByText('Comment/Feature Request', { exact: true }).click();
      await page.getByRole('textbox', { name: 'Comment', exact: true }).waitFor();
    },
  },
  {
    name: 'a local kME table',
    address: NETWORK,
    open: menuAction('Download', 'Create Local KME Table'),
  },
  {
    name: 'delete a data collection',
    address: at('/home/collections/data-collections'),
    open: rowAction('Delete'),
  },
  { name: 'delete an analysis', address: at('/home/analyses/analyses'), open: rowAction('Delete') },
  {
    name: 'a version of the terms',
    address: at('/home/admin/preferences?tab=terms'),
    open: rowAction('Read'),
  },
  {
    name: 'notifications',
    address: at('/home/about'),
    open: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
  },
  {
    name: 'permission',
    address: at('/home/data-listing'),
    open: rowAction('Download'),
    isForGuests: true,
  },
];
