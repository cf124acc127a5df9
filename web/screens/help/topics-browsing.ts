import type { Topic } from './topic.ts';

/** Topics on browsing: records, diagrams, files. */
export const BROWSING: readonly Topic[] = [
  {
    id: 'collections',
    title: 'Data collections and data sets',
    blocks: [
      'A data collection holds the data sets of one study. A data set is one matrix of features by samples with its table of samples; it was made from another one by a transformation, or loaded from the source.',
      { kind: 'picture', name: 'collections', says: 'The list of data sets, sorted by title' },
      {
        kind: 'steps',
        steps: [
          'Choose Data collections or Data sets in the side menu. The lists under it hold what was opened or added lately.',
          'Click a title to open the record. Its tabs are addresses, so a tab can be sent to a colleague.',
          'Choose a version where a record has several. Older versions stay readable for good.',
        ],
      },
      'Version codes tell the way: A.1.1 was made from A.1, and A.1 from A.',
    ],
    links: [
      { title: 'Data collections', href: '/home/collections/data-collections' },
      { title: 'Data sets', href: '/home/collections/data-sets' },
    ],
  },
  {
    id: 'grids',
    title: 'Lists: sort, filter, download',
    blocks: [
      'Every list works in the same way. Click a heading to sort by it, again to turn the order around. The filter keeps the rows that contain what you type. Order, page and filter of long lists stand in the address.',
      'Widen a column at its edge or with Alt and the arrow keys; the width is remembered. Focus or point at a cell to read its whole value.',
      'The arrow at the right of the filter downloads what is shown as CSV or TSV: the checked rows, or all of the page when none is checked. The three dots of a row, a right click, or Shift and F10 open its actions.',
    ],
  },
  {
    id: 'treemap',
    title: 'Samples as a treemap',
    blocks: [
      'The tab Samples draws one cell for each attribute of the samples. The area of a value is its number of samples, and a value has the same colour on every screen. Samples without a value are NA, in hatched grey.',
      { kind: 'picture', name: 'treemap', says: 'Sample attributes of a data set, one cell for each' },
      {
        kind: 'list',
        items: [
          'Click a value to keep only its samples; all cells are counted again. Click more values to narrow down, and a chosen value again to drop it.',
          'Remove takes an attribute away, Add an attribute brings in another one, Scale up shows a single one large.',
          'Table shows the same numbers as text; the download menu saves the picture as SVG or PNG and the counts as TSV.',
        ],
      },
      'The address holds your choice, so you can send a selection of samples as a link.',
    ],
  },
  {
    id: 'lineage',
    title: 'The lineage diagram',
    blocks: [
      'The tab Lineage shows how a data set or analysis came about: data sets as boxes, transformations as circles between them, analyses at the end.',
      { kind: 'picture', name: 'lineage', says: 'The lineage of a data set, from raw data to its analyses' },
      {
        kind: 'table',
        head: ['Mark', 'Transformation'],
        rows: [
          ['RDP', 'raw data processing'],
          ['MDC', 'make data collection'],
          ['OR', 'outlier removal'],
          ['QN', 'quantile normalization'],
          ['BC', 'batch correction'],
          ['FM', 'find modules'],
          ['EA', 'enrichment analysis'],
        ],
      },
      'Drag or use the buttons to move, the wheel or plus and minus to zoom. Rest on a node or click it for its attributes and files; double-click it, or press Space, to fold what comes after it. Tree shows the same as an outline, which is easier to read on a small screen or with a screen reader. The box finds a container or transformation by name.',
    ],
  },
  {
    id: 'analyses',
    title: 'Analyses and covariation networks',
    blocks: [
      'An analysis is a run of FindModules on one data set, with the enrichment of its modules. Its tab Networks lists the covariation networks by the parameters that made them: similarity, overlap, signum, smallest size, and how modules were merged.',
      {
        kind: 'picture',
        name: 'networks',
        says: 'The covariation networks of an analysis with their parameters',
      },
      'Click a network to open its folder. There lie the tables of kME and of module statistics, the eigengenes, the enrichment of each module definition, and a PDF with one page for each module.',
    ],
    links: [{ title: 'All analyses', href: '/home/analyses/analyses' }],
  },
  {
    id: 'files',
    title: 'Previews and downloads',
    blocks: [
      'Click a file, or choose Preview from its actions, to open it in place of the list: tables and workbooks as a sheet, PDFs page by page with Goto page, docx documents as pages, text and R code as text. A workbook shows the first 1,000 rows and 25 columns of the sheet you choose; formulas show the value stored with them.',
      { kind: 'picture', name: 'preview', says: 'A page of a PDF of modules beside the list of files' },
      'Every preview has an address, with the page of a PDF in it: bookmark it, or send it to a colleague. Back returns to the list as you left it.',
      'Files of up to 1 MB can be previewed, unless an administrator has set another limit; download larger ones. A file that holds something other than its name says is not previewed; the page says what it holds. A download is a link made for you alone, which works for 30 minutes and can be resumed.',
      'Guests see Download and are told that it needs an account.',
    ],
    links: [
      { title: 'Recent files', href: '/home/recent-files' },
      { title: 'All files', href: '/home/data-listing' },
    ],
  },
  {
    id: 'resources',
    title: 'Gene sets and mapping tables',
    blocks: [
      'Resources lists the gene sets with source, category, size and species, and the mapping tables that lead from one kind of identifier to another. Both are what enrichment and module tables refer to.',
    ],
    links: [
      { title: 'Gene sets', href: '/home/resources' },
      { title: 'Mapping tables', href: '/home/resources?tab=mapping-tables' },
    ],
  },
];
