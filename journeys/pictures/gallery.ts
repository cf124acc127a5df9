/** Screens and states shown in the gallery, with their captions. */
import type { Page } from 'playwright-core';
import { packGenes } from '../browser/addresses.ts';
import { ELSEWHERE, QUESTIONS } from './question-shots.ts';
import {
  administrator,
  analysisFiles,
  analysisPage,
  COLLECTION,
  DATA_SET,
  encode,
  member,
  type ShotGroup,
  stranger,
} from './shots.ts';

/** A typical list of microglia and macrophage genes, with an alias, a date and noise. */
const GENES = packGenes(
  'AIF1 CD68 CX3CR1 P2RY12 TMEM119 TYROBP C1QA C1QB C1QC CSF1R TREM2 IBA1 2-Sep nonsense'.split(' '),
);

/** Data sets with at least twenty glioma samples of a high grade or with a lobe. */
const SAMPLE_QUERY = {
  result_type: 'data-sets',
  filters: {
    sample: {
      quantifier: 'at_least',
      count: 20,
      rules: [
        { field: 'Disease', operator: 'contains', value: 'glioma' },
        {
          combinator: 'or',
          not: false,
          rules: [
            { field: 'Tumor_Grade', operator: 'greaterthan', value: 2 },
            { field: 'Tissue', operator: 'contains', value: 'lobe' },
          ],
        },
      ],
    },
  },
};

/** Modules with microglia genes, enriched in microglia sets, from data sets with samples of women. */
export const MODULE_QUERY = {
  result_type: 'covariation-modules',
  filters: {
    sample: { quantifier: 'includes', rules: [{ field: 'Sex', operator: 'equal', value: 'F' }] },
    modules: {
      rules: [{ field: 'features', operator: 'all', value: ['CD68', 'AIF1'], definition: 'Any' }],
    },
    genesets: {
      rules: [{ field: 'enrichment', definition: 'Any', p_below: 0.001, name_contains: 'microglia' }],
    },
  },
};

const waitForOutliers = (page: Page) => page.getByRole('button', { name: /normalise$/ }).waitFor();
const waitForCanvas = (page: Page) => page.locator('canvas').first().waitFor();

export const GALLERY: readonly ShotGroup[] = [
  {
    title: 'Signing in',
    shots: [
      stranger('landing', 'The landing page', '/', { isAlsoDark: true }),
      stranger('login', 'Sign-in with user name and password', '/login'),
      stranger('register', 'User Registration', '/register'),
      member('terms', 'The terms of service', () => '/home/termsofservice'),
    ],
  },
  {
    title: 'Data collections and data sets',
    shots: [
      member('data-collections', 'The list of data collections', () => '/home/collections/data-collections'),
      member('data-sets', 'The list of data sets', () => '/home/collections/data-sets', { isAlsoDark: true }),
      member(
        'collection',
        'A data collection: its data sets',
        ({ dc }) => `${COLLECTION}${dc}&tab=data-sets`,
      ),
      member('data-set', 'A data set: its attributes and related records', ({ ds }) => `${DATA_SET}${ds}`),
      member('treemap', 'Samples as a treemap', ({ ds }) => `${DATA_SET}${ds}&tab=samples`, {
        isAlsoDark: true,
      }),
      member(
        'samples-table',
        'Samples of a data collection as a table',
        ({ dc }) => `${COLLECTION}${dc}&tab=samples&view=table`,
      ),
      member('lineage', 'The lineage of a data set', ({ ds }) => `${DATA_SET}${ds}&tab=lineage`, {
        isAlsoDark: true,
      }),
      member(
        'lineage-wide',
        'The lineage of an analysis over the full width',
        ({ analysis }) => `/home/network/analyses?analysisId=${analysis}`,
      ),
    ],
  },
  {
    title: 'The atlas',
    shots: [
      member('atlas', 'What recurs: meta-modules and the data sets that have them', () => '/home/atlas', {
        isAlsoDark: true,
      }),
      member(
        'meta-module',
        'A meta-module: where it is, with its support',
        ({ metaModule }) => `/home/meta-modules/OM.MM.${metaModule}`,
      ),
    ],
  },
  {
    title: 'Files',
    shots: [
      member('all-files', 'All files', () => '/home/data-listing'),
      member('files', 'The files of a covariation network', (records) =>
        analysisFiles(records, `&analysisFileFolderId=${records.network}`),
      ),
      member(
        'home',
        'The home: a question, what is new, recent records and files',
        () => '/home/recent-files',
      ),
      member('preview-table', 'A csv file previewed as a sheet', (records) =>
        analysisFiles(records, `&pdf_name=${records.csv}`),
      ),
      member(
        'preview-pdf',
        'A page of a module PDF',
        (records) =>
          analysisFiles(records, `&analysisFileFolderId=${records.network}&pdf_name=${records.pdf}`),
        { prepare: waitForCanvas },
      ),
    ],
  },
  {
    title: 'The pipeline',
    shots: [
      member(
        'pipeline-samples',
        'Preparing a data set: samples by how strongly they are correlated with the others, outliers ticked',
        ({ ds }) => `${DATA_SET}${ds}&tab=pipeline`,
        { prepare: waitForOutliers },
      ),
      member(
        'pipeline-grid',
        'Modules and members for every threshold and smallest size, before anything is stored',
        ({ pipelineRun }) => `/home/pipeline/${pipelineRun}`,
        {
          isAlsoDark: true,
          async prepare(page) {
            await page.getByRole('button', { name: /^\d+ modules, .* at 0\.98 with 10 features/ }).click();
          },
        },
      ),
    ],
  },
  {
    title: 'Analyses, networks and modules',
    shots: [
      member('analyses', 'The list of analyses', () => '/home/analyses/analyses'),
      member('networks', 'The covariation networks of an analysis', (records) =>
        analysisPage(records, '&tab=networks'),
      ),
      member(
        'network',
        'A covariation network: its modules and parameters',
        (records) => analysisPage(records, `&tab=networks&networkId=${records.networkId}`),
        { isAlsoDark: true },
      ),
      member(
        'traits',
        'A covariation network: its modules against sample attributes, some of them following the batch',
        (records) => analysisPage(records, `&tab=networks&networkId=${records.networkId}&show=traits`),
        {
          isAlsoDark: true,
          async prepare(page) {
            // Batches of this study were not corrected.
            const found = await page.evaluate<{ id: number; networks: { id: number }[] }>(`(async () => {
              const get = async (path) => (await fetch(path, { headers: { 'X-Omicon-Client': 'web' } })).json();
              const { results } = await get('/api/analyses/?search=Glioblastoma');
              return get('/api/analyses/' + results[0].id + '/');
            })()`);
            await page.goto(
              `/home/analyses/analysis-data/attributes?analysisId=${found.id}&tab=networks&networkId=${found.networks[0]?.id}&show=traits`,
            );
            await page.getByText('Some modules follow how the samples were measured').waitFor();
          },
        },
      ),
      member(
        'picture',
        'A module: expression of its members, sample attributes, eigengene and enriched gene sets',
        ({ moduleId }) => `/home/modules/OM.CM.${moduleId}`,
        { isAlsoDark: true },
      ),
      member(
        'members',
        'A module: its members with kME',
        ({ moduleId }) => `/home/modules/OM.CM.${moduleId}?tab=members`,
      ),
      member(
        'graph',
        'A module: its strongest features, linked where they correlate',
        ({ moduleId }) => `/home/modules/OM.CM.${moduleId}?tab=graph`,
      ),
      member(
        'module-traits',
        'A module: the sample attributes it is associated with',
        ({ moduleId }) => `/home/modules/OM.CM.${moduleId}?tab=traits`,
      ),
      member(
        'enrichment',
        'A module: gene sets it is enriched in',
        ({ moduleId }) => `/home/modules/OM.CM.${moduleId}?tab=enrichment`,
      ),
      member(
        'eigengene',
        'A module: its eigengene',
        ({ moduleId }) => `/home/modules/OM.CM.${moduleId}?tab=eigengene`,
      ),

      member(
        'module-page',
        'A module: its page in the module PDF, with comments',
        ({ moduleId }) => `/home/modules/OM.CM.${moduleId}?tab=page`,
        {
          async prepare(page) {
            await waitForCanvas(page);
            await page
              .getByRole('main')
              .getByRole('button', { name: /^Comments \(/ })
              .click();
            await page.getByRole('button', { name: /^Join the discussion/ }).waitFor();
          },
        },
      ),
    ],
  },
  {
    title: 'Searching',
    shots: [
      member(
        'search',
        'The search box: records first, then files',
        () => '/home/global-search-results?q=glioma&scope=all',
      ),
      member(
        'wizard-type',
        'Advanced search: the result type, and queries to start from',
        () => '/home/advanced-search',
      ),
      member(
        'wizard-samples',
        'Advanced search: rules on samples, with the remaining records beside each',
        () => `/home/advanced-search?step=data&tab=sample&q=${encode(SAMPLE_QUERY)}`,
      ),
      member(
        'wizard-enrichment',
        'Advanced search: modules that gene sets are enriched in',
        () => `/home/advanced-search?step=analyses&tab=genesets&q=${encode(MODULE_QUERY)}`,
      ),
      member(
        'wizard-results',
        'Advanced search: results',
        () => `/home/advanced-search?step=search_results&q=${encode(MODULE_QUERY)}`,
      ),
      member('explore', 'A list of genes against every module', () => `/home/explore?genes=${GENES}`, {
        isAlsoDark: true,
      }),
      member(
        'cell-types',
        'A list of genes: the kinds of cells in which it is highest',
        () => `/home/explore?genes=${GENES}&tab=cell-types`,
      ),
      member(
        'explore-sets',
        'A list of genes against every gene set',
        () => `/home/explore?genes=${GENES}&tab=gene-sets`,
      ),
    ],
  },
  QUESTIONS,
  ELSEWHERE,
  {
    title: 'Gene sets and mapping tables',
    shots: [
      member('gene-sets', 'The list of gene sets', () => '/home/resources'),
      member(
        'gene-set',
        'A gene set: modules it is enriched in',
        ({ geneSetId }) => `/home/resources/gene-set?geneSetOmiconID=OM.GS.${geneSetId}&tab=modules`,
      ),
      member('mapping-tables', 'The list of mapping tables', () => '/home/resources?tab=mapping-tables'),
      member(
        'mapping-table',
        'A mapping table',
        ({ mappingTable }) => `/home/resources/mapping-tables/mappingTables/${mappingTable}`,
      ),
      member(
        'map-identifiers',
        'Identifiers mapped from one kind to another',
        () => '/home/resources?tab=map-identifiers',
        {
          async prepare(page) {
            await page.getByLabel('Identifiers').fill('GFAP, AQP4, OLIG2\nNOT_A_GENE');
            await page.getByRole('button', { name: 'Map 4 identifiers' }).click();
            await page.getByRole('grid', { name: 'Mapped identifiers' }).waitFor();
          },
        },
      ),
    ],
  },
  {
    title: 'Comments and notifications',
    shots: [
      member('comments', 'Comments on a data collection', ({ dc }) => `${COLLECTION}${dc}&tab=comments`, {
        async prepare(page) {
          // Scrolled to the top, with the nested reply at the bottom.
          for (const opened of [1, 2, 3]) {
            await page.getByRole('button', { name: 'View Reply (1)', exact: true }).first().click();
            const hide = page.getByRole('button', { name: 'Hide Reply (1)', exact: true });
            await hide.nth(opened - 1).waitFor();
            await page.waitForLoadState('networkidle');
          }
          await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
        },
      }),
      member('bell', 'The bell: unread notifications', () => '/home/recent-files', {
        async prepare(page) {
          await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
          await page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first().waitFor();
        },
      }),
      member('comment-log', 'The log of comments', () => '/home/comment-notifications'),
      member('search-log', 'The log of finished searches', () => '/home/notifications'),
      member('download-log', 'The log of downloads', () => '/home/downloads'),
      member('feedback', 'A bug report', () => '/home/recent-files', {
        async prepare(page) {
          const button = page.getByRole('button', { name: 'Feedback', exact: true });
          if (await button.isVisible()) await button.click();
          else {
            await page.getByRole('button', { name: /^Account of / }).click();
            await page.getByRole('menuitem', { name: 'Feedback', exact: true }).click();
          }
          await page.getByLabel('Bug description').waitFor();
        },
      }),
    ],
  },
  {
    title: 'Your account',
    shots: [
      member('starred', 'Starred records', () => '/home/starred'),
      member('account', 'Your account', () => '/home/account'),
      member('add', 'Adding a data collection', () => '/home/add-new-collection'),
      member('help', 'Help', () => '/home/help'),
      member('keyboard', 'Keyboard shortcuts', () => '/home/starred', {
        async prepare(page) {
          await page.locator('main').focus();
          await page.keyboard.press('?');
          await page.getByRole('dialog', { name: 'Keyboard', exact: true }).waitFor();
        },
      }),
      member('about', 'About', () => '/home/about'),
    ],
  },
  {
    title: 'Administration',
    shots: [
      administrator('settings', 'The screens of the administration', '/home/admin'),
      administrator('tables', 'System tables with their versions', '/home/admin?tab=attributes'),
      administrator('sample-attributes', 'Attributes of samples', '/home/admin/sample-attributes'),
      administrator('ontology', 'Terms of an ontology', '/home/admin?tab=ontologies&ontology=UBERON'),
      administrator('users', 'User Management', '/home/admin/user-management'),
      administrator('roles', 'Roles and Permissions', '/home/admin/roles'),
      administrator('preferences', 'Preferences', '/home/admin/preferences'),
      administrator('reports', 'Reports and Feedback', '/home/admin/feedback'),
    ],
  },
];
