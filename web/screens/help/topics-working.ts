import type { Topic } from './topic.ts';

/** Finding, adding, scripts, keys. */
export const WORKING: readonly Topic[] = [
  {
    id: 'search',
    title: 'The search box and Omicon IDs',
    blocks: [
      'The box at the top finds records by accession ID, PubMed ID, title, or last name of the first author, files by name, and folders by name or path. All searches records and files; Files and Folders search only those.',
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
      'Advanced Search, in the header, builds a query in steps and counts while you build it: beside each rule stands what remains with it and those before, at the foot how many records the whole query finds.',
      {
        kind: 'steps',
        steps: [
          'Select result type: what each row of the result shall be. Below stand your saved and recent queries and the samples of the laboratory; each can be opened, run and changed.',
          'Filter data: rules on collections, data sets and samples. For samples, choose how many of a data set must satisfy the rules: at least one, all, k of them, or a share.',
          'Filter analyses: rules on networks, on modules and the features they hold, on gene sets that modules are enriched in, and on analyses.',
          'SEARCH shows the rows. All rows saves them as TSV, CSV or Parquet, or as lines of code that fetch them.',
        ],
      },
      'Rules are joined by AND, OR and NOT, and can be put into groups. A rule that leaves nothing says so. Several results stay open as tabs beside each other.',
      'The address holds the whole query: Copy link sends it to a colleague, who finds what they may see. Save query keeps it under a description, for you alone; in the row menu of a saved query, Share and copy link makes a link that anyone with an account or guest access can open, until you choose Stop sharing. A search that takes longer than two seconds goes on in the background; you are told when it has ended, and its results are kept for thirty days.',
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
          'Drop the archive or choose it. It is sent in parts; after a broken connection or a reload it goes on where it was.',
          'The portal checks every file before it stores anything. The page says which file it is at and how long it will take; you may leave it meanwhile.',
          'When all is in order, the page lists what is new, what became a new version and what was there unchanged, each with its Omicon ID.',
        ],
      },
      'When something is wrong, nothing is stored. Zip file upload failed lists the missing files. Wrong content is listed with file, line, column and a sentence that says what was expected. Repair the folder and upload a new archive: what is there already is recognised by its bytes.',
    ],
    links: [
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
      'A script asks with a token of yours. It may do what you may do, until it ends or you revoke it; it can neither change your account nor make further tokens. It is shown once, when it is made.',
      { kind: 'picture', name: 'tokens', says: 'A token that was just made, on the page Account' },
      { kind: 'code', code: 'export OMICON_TOKEN=omicon_...' },
      { kind: 'quick start' },
      'The reply is JSON: results, total, page and items_per_page. A refusal holds detail, a sentence, and code, which stays the same for good. All calls with their parameters are described at {origin}/api/docs.',
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
