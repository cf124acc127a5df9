/** Screens that people open by name: their headings, and their entries in menus and in the command palette. */
import {
  ABOUT,
  ACCESSIBILITY,
  ADD_ANALYSIS,
  ADD_COLLECTION,
  ADMIN,
  ADVANCED_SEARCH,
  ALL_FILES,
  ANALYSES,
  ATLAS,
  attributeTableAddress,
  BASKETS,
  COMMENT_LOG,
  compareListsAddress,
  consensusAddress,
  DATA_COLLECTIONS,
  DATA_SETS,
  DOWNLOAD_LOG,
  EXPLORE,
  FAILED_JOBS,
  FEEDBACK,
  HELP,
  IMPORTS,
  MICROARRAY_MAPPINGS,
  ORGANISM_MAPPINGS,
  PREFERENCES,
  RECENT_FILES,
  RESOURCES,
  ROLES_AND_PERMISSIONS,
  SEARCH_LOG,
  STARRED,
  SYSTEM_TABLES,
  TERMS,
  TERMS_EDITOR,
  USER_MANAGEMENT,
} from '@omicon/contract/addresses.ts';
import { SEARCH_ACCESS } from '@omicon/contract/areas/advanced-search/search-access.ts';
import { type Access, holdsAnyOf, PERMISSION_CODES } from '@omicon/domain/permissions/permissions.ts';
import { attributePermission } from '@omicon/domain/records/samples/attribute-definitions.ts';

export interface NamedScreen {
  /** heading of the screen */
  title: string;
  /** its name in menus, where that is another */
  menu?: string;
  href: string;
  /** who may open it; others do not find it in menus */
  access: Access;
}

/** Any permission for these resources, as the specification filters menus. */
function anyOf(...resources: readonly string[]): Access {
  return {
    anyOf: PERMISSION_CODES.filter((code) =>
      resources.some((resource) => holdsAnyOf(new Set([code]), resource)),
    ),
  };
}

export const NAMED_SCREENS = {
  home: { title: 'Home', href: RECENT_FILES, access: 'signed in' },
  allFiles: { title: 'All files', href: ALL_FILES, access: anyOf('FILE') },
  dataCollections: { title: 'Data collections', href: DATA_COLLECTIONS, access: anyOf('COLLECTION') },
  dataSets: { title: 'Data sets', href: DATA_SETS, access: anyOf('DATA_SET') },
  addCollection: { title: 'Add data collection', href: ADD_COLLECTION, access: 'COLLECTION_CREATE' },
  analyses: { title: 'Analyses', menu: 'All analyses', href: ANALYSES, access: anyOf('PROJECT') },
  addAnalysis: { title: 'Add analysis', href: ADD_ANALYSIS, access: 'PROJECT_CREATE' },
  atlas: { title: 'Atlas', href: ATLAS, access: 'PROJECT_LIST_VIEW' },
  explore: { title: 'Genes and lists', href: EXPLORE, access: SEARCH_ACCESS },
  compareLists: { title: 'Compare lists', href: compareListsAddress([]), access: SEARCH_ACCESS },
  consensus: { title: 'Consensus', href: consensusAddress([]), access: SEARCH_ACCESS },
  baskets: { title: 'Baskets', href: BASKETS, access: 'SEARCH_QUERY_CREATE' },
  advancedSearch: {
    title: 'Advanced Search',
    menu: 'Advanced search',
    href: ADVANCED_SEARCH,
    access: SEARCH_ACCESS,
  },
  resources: { title: 'Resources', href: RESOURCES, access: anyOf('RESOURCE') },
  microarrayMappings: {
    title: 'Analyte mapping: Microarray',
    href: MICROARRAY_MAPPINGS,
    access: 'RESOURCE_MAPPING_LIST_VIEW',
  },
  organismMappings: {
    title: 'Analyte mapping: Organism',
    href: ORGANISM_MAPPINGS,
    access: 'RESOURCE_MAPPING_LIST_VIEW',
  },
  starred: { title: 'Starred', href: STARRED, access: 'STARRED_CREATE' },
  searchLog: { title: 'Search Notifications', href: SEARCH_LOG, access: SEARCH_ACCESS },
  downloadLog: { title: 'Downloads', href: DOWNLOAD_LOG, access: 'NOTIFICATION_DOWNLOADS_VIEW' },
  commentLog: {
    title: 'Comment Notification',
    menu: 'Comments',
    href: COMMENT_LOG,
    access: 'NOTIFICATION_COMMENTS_VIEW',
  },
  account: { title: 'Account', href: '/home/account', access: 'signed in' },
  about: { title: 'About Omicon', menu: 'About', href: ABOUT, access: 'signed in' },
  help: { title: 'Help', href: HELP, access: 'signed in' },
  terms: { title: 'Terms Of Service', menu: 'TOS', href: TERMS, access: 'signed in' },
  accessibility: { title: 'Accessibility', href: ACCESSIBILITY, access: 'signed in' },
  settings: { title: 'Settings', href: ADMIN, access: 'ATTRIBUTES_VERSION_LIST_VIEW' },
  tables: { title: 'Tables', href: SYSTEM_TABLES, access: 'ATTRIBUTES_VERSION_LIST_VIEW' },
  sampleAttributes: {
    title: 'Sample attributes',
    href: attributeTableAddress('sample'),
    access: attributePermission('sample', 'VIEW'),
  },
  collectionAttributes: {
    title: 'Data collection attributes',
    href: attributeTableAddress('data-collection'),
    access: attributePermission('data-collection', 'VIEW'),
  },
  dataSetAttributes: {
    title: 'Data set attributes',
    href: attributeTableAddress('data-set'),
    access: attributePermission('data-set', 'VIEW'),
  },
  analysisAttributes: {
    title: 'Analysis attributes',
    href: attributeTableAddress('analysis'),
    access: attributePermission('analysis', 'VIEW'),
  },
  rolesAndPermissions: {
    title: 'Roles and Permissions',
    href: ROLES_AND_PERMISSIONS,
    access: 'USER_MANAGEMENT_PERMISSIONS',
  },
  preferences: { title: 'Preferences', href: PREFERENCES, access: 'PREFERENCES_EDIT' },
  userManagement: {
    title: 'User Management',
    href: USER_MANAGEMENT,
    access: 'USER_MANAGEMENT_LIST_VIEW',
  },
  feedback: { title: 'Reports and Feedback', href: FEEDBACK, access: 'FEEDBACK_LIST_VIEW' },
  imports: {
    title: 'Imports',
    href: IMPORTS,
    access: { anyOf: ['OPERATIONS_VIEW', 'COLLECTION_CREATE', 'PROJECT_CREATE', 'RESOURCE_CREATE'] },
  },
  failedJobs: { title: 'Failed jobs', href: FAILED_JOBS, access: 'OPERATIONS_VIEW' },
  termsEditor: { title: 'Terms of service', href: TERMS_EDITOR, access: 'PREFERENCES_EDIT' },
} as const satisfies Record<string, NamedScreen>;

/** Its name in menus. */
export function menuName({ menu, title }: NamedScreen): string {
  return menu ?? title;
}
