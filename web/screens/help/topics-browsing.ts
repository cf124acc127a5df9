import type { Topic } from './topic.ts';

/** Topics on browsing: records, diagrams, files. */
export const BROWSING: readonly Topic[] = [
  {
    id: 'collections',
    title: 'Data collections and data sets',
    blocks: [
      'A data collection holds the data sets of one study. A data set is one matrix of features by samples with its table of samples; it is either loaded from a source or made from another data set by a transformation.',
      { kind: 'picture', name: 'collections', says: 'The list of data sets, sorted by title' },
      {
        kind: 'steps',
        steps: [
          'Choose Data collections or Data sets in the side menu. The lists below show recent records.',
          'Click a title to open the record. Each tab has its own address, so you can send a colleague a link to it.',
          'Choose a version where a record has several. Older versions remain readable.',
          'Cite, below the title, gives the record as a sentence, BibTeX, RIS or CSL-JSON, with its version, its address and the day. Queries and consensus lists have the same button.',
        ],
      },
      'Version codes show the origin: A.1.1 was made from A.1, and A.1 from A.',
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
      'All lists work in the same way. Click a heading to sort by it, and click it again to reverse the order. The filter keeps the rows that contain what you type. For long lists, order, page and filter are part of the address.',
      'To resize a column, drag its edge or press Alt and an arrow key; the width is remembered. Focus a cell or point at it to read its full value.',
      'The arrow to the right of the filter downloads rows as CSV or TSV: the checked rows or, if none is checked, all rows of the page; All rows saves every page of a longer list. To open the actions of a row, click its three dots, right-click it, or press Shift and F10.',
    ],
  },
  {
    id: 'treemap',
    title: 'Samples as a treemap',
    blocks: [
      'The tab Samples shows one cell for each sample attribute. The area of a value is proportional to its number of samples, and a value has the same colour on all screens. Samples without a value are shown as NA, in hatched grey.',
      { kind: 'picture', name: 'treemap', says: 'The sample attributes of a data set, one cell each' },
      {
        kind: 'list',
        items: [
          'Click a value to select its samples; the counts of all cells are updated. Click more values to narrow the selection, or a selected value to deselect it.',
          'On the page of a data set, press Compare samples to compare groups of samples over all its features. Choose each group by attribute and values.',
          'Remove hides an attribute, Add an attribute shows another one, and Scale up enlarges a single one.',
          'Table shows the same numbers as text; the download menu saves the picture as SVG or PNG and the counts as TSV.',
        ],
      },
      'The selection is part of the address, so you can send it as a link.',
    ],
  },
  {
    id: 'lineage',
    title: 'The lineage diagram',
    blocks: [
      'The tab Lineage shows the origin of a data set or analysis: data sets are boxes, the transformations between them circles, and analyses are at the end.',
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
      'To move the diagram, drag it or use the buttons; to zoom, use the wheel or the plus and minus buttons. Point at a node or click it to see its attributes and files; double-click it, or press Space, to collapse everything below it. Tree shows the same as an outline, which is easier to read on a small screen or with a screen reader. The search box finds containers and transformations by name.',
      'Members of the laboratory make the next data sets themselves: Run, at the top of a data set, proposes outliers, normalises, corrects batches, and finds modules over a grid of thresholds and sizes. You see modules and members of each combination before anything is stored, and choose. The bell tells you when a run has ended.',
    ],
  },
  {
    id: 'analyses',
    title: 'Analyses, networks and modules',
    blocks: [
      'An analysis is a run of FindModules on one data set, with the enrichment of its modules. Its tab Networks lists the covariation networks by the parameters that made them: similarity, overlap, signum, minimum size, and the merging of modules.',
      {
        kind: 'picture',
        name: 'networks',
        says: 'The covariation networks of an analysis with their parameters',
      },
      'Click a network to list its modules, each with the gene set it is most enriched in. Traits compares all modules with all sample attributes, Parameters has the settings and statistics of the network, and Download its kME table and images. Its folder among the files of the analysis has everything that the pipeline wrote.',
      {
        kind: 'picture',
        name: 'traits',
        says: 'The modules of a network against the sample attributes, with a note on those that follow the batch',
      },
      'The tab Picture shows the expression of the members of a module over its samples, with sample attributes, the module eigengene and the gene sets it is enriched in. All panels share one order of samples.',
      {
        kind: 'picture',
        name: 'module',
        says: 'Heat map of a module with sample attributes, eigengene and enriched gene sets',
      },
      {
        kind: 'table',
        head: ['To', 'Do this'],
        rows: [
          ['read a cell', 'point at it, or press Tab until the picture has the focus, then the arrow keys'],
          [
            'compare groups',
            'choose their attribute under Sample attributes, then Samples by attribute, then eigengene',
          ],
          [
            'see the genes of a set',
            'point at the set below the picture to mark its rows; click it to see only them, and again to see all members',
          ],
          [
            'compare values',
            'choose Values instead of z; z is the distance from the mean of a row in standard deviations',
          ],
          [
            'keep it',
            'the download menu has SVG, PNG and the numbers; Lines of code has a script that fetches them',
          ],
        ],
      },
      'The tab Graph links the members that correlate most; the tab Traits lists the sample attributes that the eigengene is associated with. A note appears if the module mostly follows a batch or another technical attribute. At a glance beside the page has the main figures of the module and the number of its comments, each with a link.',
      'The tab Elsewhere lists the same module in other networks, by the correlation of kME (ρ), and tests whether it is preserved in a data set you choose. Consensus of these modules lists the genes that mark it everywhere. Compare lists sets modules, gene sets and pasted genes beside each other. The tab Compare with of a network sets all its modules against those of another network.',
      'Collect puts modules, meta-modules, genes, gene sets and samples into a basket: what a page is about, the checked rows of a list, or all rows shown. Baskets lead on to a consensus, a comparison, Explore or a gene set. The link of a basket opens it for others, with the items that they can read.',
      'The tab Features of a data set draws up to twenty genes or features by a sample attribute, with a table of their tests, and two of them against each other. The tab Correlates of a module lists what covaries with its eigengene, members or not; that of a data set takes values you paste, a sample label and a number on each line. Add attribute restricts the samples to some values of an attribute.',
      'The page of a sample shows how well it fits the other samples of a data set (Sample network: all samples by Z.K, with the cut for outliers), its value of a gene among those of all samples, its percentile in every module eigengene, and its files.',
      'The tab Survival of a data set draws Kaplan-Meier curves if the samples have a time and an event, such as Survival Days and Vital Status: of all samples, by an attribute, or by a gene. A number enters the Cox model as it is, per standard deviation; halves or thirds are only for the curves. Choose which values are events if they are not the usual ones. The tab Survival of a network compares all its modules.',
      'The address contains everything you choose, so you can send a picture to a colleague.',
    ],
    links: [{ title: 'All analyses', href: '/home/analyses/analyses' }],
  },
  {
    id: 'atlas',
    title: 'The atlas: what recurs in these data',
    blocks: [
      'Atlas, in the menu Explore, shows which signals are found again in independent cohorts. Rows are signals, columns are data sets. It is computed from all networks that you can read, and again when records change.',
      {
        kind: 'table',
        head: ['Term', 'Meaning'],
        rows: [
          [
            'recurring module',
            'modules of one data set, from all of its networks, that are one signal; one of them represents it',
          ],
          [
            'meta-module',
            'recurring modules of several cohorts that match by their genes and kME: a signal. Its Omicon ID begins with OM.MM',
          ],
          [
            '3 of 5',
            'support: found in three cohorts, of the five in which it could be found. Data sets that share samples or individuals are one cohort',
          ],
          ['absent', 'at least half of its consensus genes are measured there, but no module is like it'],
          [
            'not measurable',
            'fewer than half of its consensus genes are measured there, so nothing can be said',
          ],
          ['theme', 'meta-modules whose consensus is similar; sorted by theme, they fold into one row'],
        ],
      },
      'The area of a dot is the number of features of the module that represents the signal; its colour is r with the consensus. Filter by disease (or what the columns are grouped by) keeps the signals found in all, in any or in none of the data sets of a group.',
      'The page of a signal has tabs: where it is, its consensus genes, the gene sets they are enriched in, sample attributes, survival, and all of its modules. Traits and survival are given for each data set, and combined over cohorts with one data set of each; I² is the share of the differences between cohorts beyond chance.',
    ],
    links: [{ title: 'Atlas', href: '/home/atlas' }],
  },
  {
    id: 'files',
    title: 'Previews and downloads',
    blocks: [
      'Click a file, or choose Preview from its actions, to open it in place of the list: tables and workbooks as a sheet, PDFs page by page with Goto page, docx documents as pages, text and R code as text. A workbook shows the first 1,000 rows and 25 columns of the sheet you choose; formulas show their stored values.',
      { kind: 'picture', name: 'preview', says: 'A page of a PDF of modules beside the list of files' },
      'Every preview has an address, which includes the page of a PDF: you can bookmark it or send it to a colleague. Back returns to the list as you left it.',
      'Files of up to 1 MB can be previewed, unless an administrator has set another limit; download larger ones. A file whose content does not match its name is not previewed; the page shows what it contains. A download link works for you alone and for 30 minutes, and an interrupted download can be resumed.',
      'Guests also see Download, but need an account to use it.',
    ],
    links: [
      { title: 'Home: recent files', href: '/home/recent-files' },
      { title: 'All files', href: '/home/data-listing' },
    ],
  },
  {
    id: 'resources',
    title: 'Gene sets and mapping tables',
    blocks: [
      'Resources lists gene sets with source, category, size and species, and mapping tables that translate one kind of identifier to another. Enrichment and module tables refer to both.',
    ],
    links: [
      { title: 'Gene sets', href: '/home/resources' },
      { title: 'Mapping tables', href: '/home/resources?tab=mapping-tables' },
    ],
  },
];
