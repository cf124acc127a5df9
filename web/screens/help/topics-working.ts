import type { Topic } from './topic.ts';

/** Topics on searching, adding data, scripts and keyboard use. */
export const WORKING: readonly Topic[] = [
  {
    id: 'search',
    title: 'The search box and Omicon IDs',
    blocks: [
      'The box at the top finds records by accession ID, PubMed ID, title, or last name of the first author, and files by name. All searches both. Files searches files only. Folders finds folders by name or path, with the number of files you can read in each.',
      { kind: 'picture', name: 'search', says: 'What a search found: records first, then files' },
      'Press the slash key anywhere to go to the box.',
      'Every record has a permanent identifier that is never given to another: OM, a mark of its kind, and a number. Type one into the box, in upper or lower case, to open the record. Copy it from the head of a record page.',
      {
        kind: 'table',
        head: ['Mark', 'Kind', 'Example'],
        rows: [
          ['DC', 'data collection', 'OM.DC.1'],
          ['DS', 'data set', 'OM.DS.2'],
          ['P', 'analysis', 'OM.P.9'],
          ['CN', 'covariation network', 'OM.CN.10'],
          ['CM', 'covariation module', 'OM.CM.11'],
          ['GS', 'gene set', 'OM.GS.40'],
          ['A', 'enrichment analysis', 'OM.A.50'],
        ],
      },
      'OM.DS.2 means the current version, OM.DS.2.V1 the first one.',
    ],
  },
  {
    id: 'advanced-search',
    title: 'Advanced search',
    blocks: [
      'Advanced Search, in the header, builds a query in steps and counts while you build it: each rule shows how many records remain after it and the rules before it, and the foot of the page how many the whole query finds.',
      {
        kind: 'steps',
        steps: [
          'Select result type: what each row of the result is. Below are your saved and recent queries and the sample queries of the laboratory; you can open, run and change each of them.',
          'Filter data: rules on collections, data sets and samples. For samples, choose how many of a data set must satisfy the rules: at least one, all, k of them, or a share.',
          'Filter analyses: rules on networks, on modules and the features they hold, on gene sets that modules are enriched in, and on analyses.',
          'SEARCH shows the rows. All rows saves them as TSV, CSV or Parquet, or as lines of code that fetch them.',
        ],
      },
      'Rules are joined by AND, OR and NOT, and can be put into groups. A rule that leaves nothing says so. Several results stay open as tabs.',
      'In lists of genes, old symbols and dates that a spreadsheet made of symbols are replaced by the official symbols: KIAA1598 is searched as SHTN1. The rule and the results list what was replaced. An old name of several genes is not replaced; list the symbol you mean.',
      'The address holds the whole query: send it to a colleague with Copy link, and they find what they can read. Save query keeps the query under a description, for you alone. In the row menu of a saved query, Share and copy link makes a link that anyone with an account or guest access can open, until you choose Stop sharing; sharing again makes a new link. A search that takes longer than two seconds continues in the background. The bell tells you when it has ended, and its results are kept for thirty days.',
    ],
    links: [{ title: 'Advanced Search', href: '/home/advanced-search' }],
  },
  {
    id: 'explore',
    title: 'Exploring a list of genes',
    blocks: [
      'Explore genes compares a list of up to 5,000 identifiers with every module of every covariation network that you may see, and with every gene set. Paste symbols, aliases, Entrez and Ensembl ids or probes, mixed as they come, or drop a text file; of a table the first column is read.',
      'Beside the box stands what became of the list: which aliases and ids were replaced by symbols, which dates a spreadsheet had made of gene names, and what was left out because it is unknown or ambiguous. Click a symbol to take it for an ambiguous name.',
      {
        kind: 'table',
        head: ['Column', 'Meaning'],
        rows: [
          ['P', 'hypergeometric chance of at least this overlap'],
          ['q', 'P adjusted after Benjamini and Hochberg for everything that was tested'],
          ['Overlap', 'genes of the list that are in the module or set'],
          ['Size', 'genes of the module or set'],
          ['Listed', 'genes of the list that the data set, or any gene set, has'],
          ['Universe', 'genes of the data set, or of any gene set'],
          ['Jaccard', 'overlap by the genes of both together'],
        ],
      },
      'Filters leave out modules by definition, data set, network and samples, and gene sets by category and species; q then counts what is left. A background of your own narrows the universe, the list and the modules to the genes that could have been found.',
      'The address holds the list, the filters and the order, so a link shows others the same question, answered with what they may see. A list of more than about a thousand symbols is too long for an address: it is kept in your browser tab, and the page says so. The pages of gene sets and modules have Explore these genes.',
    ],
    links: [{ title: 'Explore genes', href: '/home/explore' }],
  },
  {
    id: 'uploads',
    title: 'Adding data, and what the checks say',
    blocks: [
      'Members of the laboratory add a data collection or an analysis as a zip archive of the folder that the pipeline wrote, of up to 20 GiB. The folder icons in the side menu lead there.',
      {
        kind: 'steps',
        steps: [
          'Drop the archive or choose it. It is sent in parts; after a broken connection or a reload it continues where it was.',
          'The portal reads every file before it stores anything. The page shows which file it is reading and how long it will take; you can leave it meanwhile.',
          'The report lists what is new, what became a new version and what was already there, each with its Omicon ID.',
        ],
      },
      'An import is refused when something would be lost or wrong without anyone noticing: a file is missing, or holds something other than its name says; a network folder cannot be recognised or holds fewer modules than the statistics count; features are not in the input data set, such as gene symbols that a spreadsheet turned into dates; an analysis refers to a data set that is neither in the upload nor in the portal. Nothing is stored then. The report lists missing files, and for wrong content the file, line, column and what to do. Correct the folder and upload it again; what is already in the portal is recognised.',
      'Warnings do not stop an import. They list what deserves a look, such as values that look like dates, a repeated feature, a gap in the lineage, or gene sets the portal has no genes of.',
      'Every report stays under Imports. The page for uploads leads there with Past imports and their reports; administrators see the imports of everyone.',
    ],
    links: [
      { title: 'Imports', href: '/home/imports' },
      { title: 'Add data collection', href: '/home/add-new-collection' },
      { title: 'Add analysis', href: '/home/add-new-analysis' },
    ],
  },
  {
    id: 'images',
    title: 'Docker images of a network',
    blocks: [
      'The menu Download of a covariation network makes two Docker images. They run on your own machine, without the portal and without a connection. The image of the modules shows every module with its members, kME, eigengene and enriched gene sets, and finds a gene over all modules. The image for the local KME table holds the analyte data and the eigengenes, and a program that rebuilds the complete kME table.',
      'An image takes some seconds to be made; you are notified when it is ready. It is kept for seven days and can be asked for again at any time. Both are for Linux containers on the processor that the portal runs on, usually amd64.',
      {
        kind: 'code',
        code: `docker load < omicon-OM.CN.10.V1-modules.tar
docker run --rm -p 8080:8080 omicon/om.cn.10:v1
# then open http://localhost:8080

docker load < omicon-OM.CN.10.V1-kme.tar
docker run --rm omicon/om.cn.10-kme:v1 > kME_table.csv`,
      },
      'The names are those of the network with the Omicon ID OM.CN.10; docker load prints the right one. With Podman the commands are podman load -i, with the file, and podman run. The viewer is a folder of plain files, /omicon/viewer in the image: unpacked, any static file server shows it.',
    ],
    links: [{ title: 'Downloads', href: '/home/downloads' }],
  },
  {
    id: 'tokens',
    title: 'Tokens for scripts',
    blocks: [
      'A script uses a token of yours. It can do what you can do until it expires or you revoke it, but it cannot change your account or make other tokens. It is shown once, when you make it.',
      { kind: 'picture', name: 'tokens', says: 'A token that was just made, on the page Account' },
      { kind: 'code', code: 'export OMICON_TOKEN=omicon_...' },
      { kind: 'quick start' },
      'The reply is JSON: results, total, page and items_per_page. A refusal holds detail, a sentence; code, which never changes; and, for wrong input, fields with a sentence for each field. All calls with their parameters are described at {origin}/api/docs.',
    ],
    links: [{ title: 'Account', href: '/home/account' }],
  },
  {
    id: 'keyboard',
    title: 'Keyboard',
    blocks: [
      'Everything can be done without a mouse. The question mark opens this map anywhere.',
      { kind: 'keys' },
    ],
  },
];
