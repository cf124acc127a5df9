import type { Topic } from './topic.ts';

/** Topics on searching, adding data, scripts and keyboard use. */
export const WORKING: readonly Topic[] = [
  {
    id: 'search',
    title: 'The home page, the search box and Omicon IDs',
    blocks: [
      'The first box finds a gene, a module or a record: Enter opens what it names exactly. A list of genes pasted into the second box opens with Explore this list. The questions lead to screens that answer them with public data.',
      'What is new counts from the sign-in before this one, but from 30 days ago at most: records and comments of other people that you can read, and your unread notifications. Guests, and people at their first visit, see no such part.',
      'Below are the newest collections and analyses, and the newest records with their files. Files that Omicon made, such as complete kME tables and the output of pipeline runs, are folded. Recent files at the end lists every file.',
      'The search box suggests genes, records, networks, modules, samples and gene sets while you type, and Enter lists all that has the text. Enter opens the page of a gene that you named exactly, by symbol, alias or id: the modules that contain it with its kME and rank, comments on them, what they are about, its expression by any sample attribute, and what correlates with it, in one data set or in several together.',
      'The box at the top finds records by accession ID, PubMed ID, title, or last name of the first author, and files by name. All searches both. Files searches files only. Folders finds folders by name or path, with the number of files you can read in each.',
      { kind: 'picture', name: 'search', says: 'Search results: records first, then files' },
      'Press the slash key anywhere to go to the box.',
      'Every record has a permanent identifier that is never reused: OM, a code for its kind, and a number. Type one into the box, in upper or lower case, to open the record. You can copy it from the top of a record page.',
      {
        kind: 'table',
        head: ['Code', 'Kind', 'Example'],
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
      'Advanced Search, in the header, builds a query in steps with live counts: each rule shows how many records remain after it and the rules before it, and the bottom of the page how many the whole query finds.',
      {
        kind: 'steps',
        steps: [
          'Select result type: choose the kind of record to list. Below are your saved and recent queries and the sample queries of the laboratory; you can open, run and change each of them.',
          'Filter data: rules on collections, data sets and samples. For samples, choose how many of a data set must satisfy the rules: at least one, all, k of them, or a share.',
          'Filter analyses: rules on networks, on modules, the features they hold and the sample attributes they are associated with, on gene sets that modules are enriched in, and on analyses.',
          'SEARCH shows the rows. All rows saves them as TSV, CSV or Parquet, or shows code that fetches them.',
        ],
      },
      'Rules are combined with AND, OR and NOT, and can be grouped. A rule that leaves no results is marked. Several results can be open as tabs.',
      'A rule on Disease, Tissue or Organism begins with Is, or Is a Kind of: a term of the ontology finds its kinds, too, so glioma finds glioblastoma. Each suggested term has its number of samples. Contains compares the text instead, and says how many samples the term and its kinds have.',
      'Trait of the module, among the rules on modules, finds modules whose eigengene is associated with a sample attribute: choose the attribute, the limit of q, and the sign of the correlation. q is that of the table Traits of each network. Attributes with three or more groups have R² instead of r, and no sign. The results list r or R², and q.',
      'kME of a gene finds modules by the kME of a gene, whether they contain it or not. Of several features of the gene, the one with the largest |kME| counts.',
      'Recurs in data sets finds modules whose signal is in all, at least one or none of the data sets with a value of an attribute, such as Disease glioblastoma. Data sets that measure too few genes of the signal do not count.',
      'In lists of genes, old symbols and dates that a spreadsheet made of symbols are replaced by the official symbols: KIAA1598 is searched as SHTN1. The rule and the results list what was replaced. An old name of several genes is not replaced; list the symbol you mean.',
      'The address holds the whole query: send it to a colleague with Copy link, and they find what they can read. Save query keeps the query under a description, for you alone. In the row menu of a saved query, Share and copy link makes a link that anyone with an account or guest access can open, until you choose Stop sharing; sharing again makes a new link. A search that takes longer than two seconds continues in the background. The bell notifies you when it has finished, and its results are kept for 30 days.',
    ],
    links: [{ title: 'Advanced Search', href: '/home/advanced-search' }],
  },
  {
    id: 'explore',
    title: 'Exploring a list of genes',
    blocks: [
      'Genes and lists, in the menu Explore, compares a list of up to 5,000 identifiers with all modules of all covariation networks that you can read, and with all gene sets. Paste symbols, aliases, Entrez and Ensembl ids or probes, mixed as they come, or drop a text file. If the file is a table, its first column is read.',
      'A report beside the box shows which aliases and ids were replaced by symbols, which gene names a spreadsheet had turned into dates, and which entries were left out because they are unknown or ambiguous. For an ambiguous name, click the symbol you mean.',
      {
        kind: 'table',
        head: ['Column', 'Meaning'],
        rows: [
          ['P', 'hypergeometric chance of at least this overlap'],
          ['q', 'P adjusted for all tests by the method of Benjamini and Hochberg'],
          ['Overlap', 'genes of the list that are in the module or set'],
          ['Size', 'genes of the module or set'],
          ['Listed', 'genes of the list that are in the data set, or in any gene set'],
          ['Universe', 'genes of the data set, or of any gene set'],
          ['Jaccard', 'overlap divided by the number of genes in either'],
        ],
      },
      'You can filter modules by definition, data set, network and samples, and gene sets by category and species; q is then adjusted for those that remain. If you give a background, the universe, the list and the modules are restricted to its genes.',
      'Common genes ranks by more or by fewer common genes than by chance. Gene sets that share most of their listed genes with a better one are folded under it; “and 12 like it” shows them. The tab Ranked list tests gene sets in a ranking of all genes: pasted with their values, or by Ranked enrichment on a module or on a comparison of samples.',
      'The address holds the list, the filters and the order, so a link shows others the same comparison, limited to the data they can read. A list of more than about a thousand symbols is too long for an address: it is stored in your browser tab, and the page says so. To start from a gene set or module, click Explore these genes on its page.',
    ],
    links: [{ title: 'Genes and lists', href: '/home/explore' }],
  },
  {
    id: 'uploads',
    title: 'Adding data, and the checks of an import',
    blocks: [
      'Members of the laboratory add a data collection or an analysis as a zip archive of the folder that the pipeline wrote, of up to 20 GiB. To do so, click a folder icon in the side menu.',
      {
        kind: 'steps',
        steps: [
          'Download the template from the same page to see how the folder looks; its README explains every file.',
          'Drop the archive or choose it. It is sent in parts; after a broken connection or a reload it continues where it stopped.',
          'The portal reads every file before it stores anything. The page shows the current file and the time left; you can leave the page.',
          'The report lists new records, new versions and records that were already there, each with its Omicon ID.',
        ],
      },
      'An import is refused when something would be lost or wrong without anyone noticing: a file is missing, or its content does not match its name; a network folder cannot be recognised or has fewer modules than its statistics; features are not in the input data set, such as gene symbols that a spreadsheet turned into dates; an analysis refers to a data set that is neither in the upload nor in the portal. In that case nothing is stored. The report lists missing files and, for wrong content, the file, line, column and what to do. Correct the folder and upload it again; what is already in the portal is recognised.',
      'Warnings do not stop an import. They list what you should check, such as values that look like dates, a repeated feature, a gap in the lineage, or gene sets without genes in the portal.',
      'All reports remain available under Imports, which the upload page links to as Past imports and their reports. Administrators see the imports of everyone.',
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
      'The menu Download of a covariation network offers two Docker images. They run on your own machine, without the portal or a network connection. The image of the modules shows each module with its members, kME, eigengene and enriched gene sets, and finds a gene in all modules. The image for the local KME table contains the analyte data, the eigengenes, and a program that rebuilds the complete kME table.',
      'It takes some seconds to build an image; you are notified when it is ready. It is kept for seven days, and you can request it again at any time. Both are Linux images for the processor type of the portal, usually amd64.',
      {
        kind: 'code',
        code: `docker load < omicon-OM.CN.10.V1-modules.tar
docker run --rm -p 8080:8080 omicon/om.cn.10:v1
# then open http://localhost:8080

docker load < omicon-OM.CN.10.V1-kme.tar
docker run --rm omicon/om.cn.10-kme:v1 > kME_table.csv`,
      },
      'These are the image names for the network OM.CN.10; docker load prints the name of yours. With Podman, use podman load -i and the file name, then podman run. The viewer is a folder of plain files, /omicon/viewer in the image; you can unpack it and use any static file server.',
    ],
    links: [{ title: 'Downloads', href: '/home/downloads' }],
  },
  {
    id: 'tokens',
    title: 'Tokens for scripts',
    blocks: [
      'Scripts sign in with one of your tokens. Until it expires or you revoke it, a token allows everything you can do, except changing your account or creating tokens. It is shown only once, when you create it.',
      { kind: 'picture', name: 'tokens', says: 'A new token, on the page Account' },
      { kind: 'code', code: 'export OMICON_TOKEN=omicon_...' },
      { kind: 'quick start' },
      'The reply is JSON: results, total, page and items_per_page. An error has detail, a message; code, which is stable; and, for invalid input, fields with a message for each field. All calls and their parameters are documented at {origin}/api/docs.',
    ],
    links: [{ title: 'Account', href: '/home/account' }],
  },
  {
    id: 'keyboard',
    title: 'Keyboard',
    blocks: [
      'You can use everything without a mouse. Press the question mark on any screen to open this table.',
      'The command palette (Ctrl K, on a Mac ⌘ K) opens screens, records and genes by name, and runs actions such as Copy link or Log Out. It is also a button beside the search box, and in small windows in the account menu.',
      { kind: 'keys' },
    ],
  },
];
