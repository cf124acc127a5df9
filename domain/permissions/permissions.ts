/**
 * Permissions. Codes are `<resource>_<suffix>`; routes, buttons and jobs use the functions below. The roles here are
 * the defaults of table `role_permission`, which administrators can change.
 */

import { keysOf } from '../objects/known-keys.ts';
export const ROLES = ['admin', 'LAB', 'REVIEWER', 'RU', 'GU'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  admin: 'Administrator',
  LAB: 'Lab member',
  REVIEWER: 'Reviewer',
  RU: 'Registered user',
  GU: 'Guest',
};

interface PermissionDefinition {
  meaning: string;
  roles: readonly Role[];
}

const EVERYBODY = ROLES;
const MEMBERS = ['admin', 'LAB', 'REVIEWER', 'RU'] as const;
const LABORATORY_READERS = ['admin', 'LAB', 'REVIEWER'] as const;
const LABORATORY = ['admin', 'LAB'] as const;
const ADMIN = ['admin'] as const;

/** Every code with its meaning and default roles, grouped by resource. */
export const PERMISSIONS = {
  LAB_RECORDS_VIEW: { meaning: 'read records whose visibility is Lab', roles: LABORATORY_READERS },

  COLLECTION_LIST_VIEW: { meaning: 'list data collections', roles: EVERYBODY },
  COLLECTION_VIEW: { meaning: 'open a data collection', roles: EVERYBODY },
  COLLECTION_SEARCH: { meaning: 'search data collections', roles: EVERYBODY },
  COLLECTION_PREVIEW: { meaning: 'preview files of a data collection', roles: EVERYBODY },
  COLLECTION_DOWNLOAD: { meaning: 'download data collections', roles: MEMBERS },
  COLLECTION_CREATE: {
    meaning: 'upload data collections, change the visibility of their own',
    roles: LABORATORY,
  },
  COLLECTION_DELETE: { meaning: 'delete data collections', roles: ADMIN },
  COLLECTION_EDIT: { meaning: 'change the visibility of any data collection', roles: ADMIN },
  COLLECTION_COMMENT: { meaning: 'comment on data collections', roles: MEMBERS },

  DATA_SET_LIST_VIEW: { meaning: 'list data sets', roles: EVERYBODY },
  DATA_SET_VIEW: { meaning: 'open a data set, its samples and its lineage', roles: EVERYBODY },
  DATA_SET_SEARCH: { meaning: 'search data sets', roles: EVERYBODY },
  DATA_SET_DOWNLOAD: { meaning: 'download data sets', roles: MEMBERS },
  DATA_SET_COMMENT: { meaning: 'comment on data sets', roles: MEMBERS },
  DS_FOLDER_FILE_PREVIEW: { meaning: 'preview files in folders of a data set', roles: EVERYBODY },
  DS_FOLDER_FILE_DOWNLOAD: { meaning: 'download files in folders of a data set', roles: MEMBERS },

  PROJECT_LIST_VIEW: { meaning: 'list analyses', roles: EVERYBODY },
  PROJECT_VIEW: { meaning: 'open an analysis', roles: EVERYBODY },
  PROJECT_SEARCH: { meaning: 'search analyses', roles: EVERYBODY },
  PROJECT_PREVIEW: { meaning: 'preview files of an analysis', roles: EVERYBODY },
  PROJECT_DOWNLOAD: { meaning: 'download analyses', roles: MEMBERS },
  PROJECT_CREATE: { meaning: 'upload analyses', roles: LABORATORY },
  PROJECT_DELETE: { meaning: 'delete analyses', roles: ADMIN },
  PROJECT_COMMENT: { meaning: 'comment on analyses', roles: MEMBERS },
  PROJECT_FOLDER_FILE_PREVIEW: { meaning: 'preview files in folders of an analysis', roles: EVERYBODY },
  PROJECT_FOLDER_FILE_DOWNLOAD: { meaning: 'download files in folders of an analysis', roles: MEMBERS },

  GENE_COMMENT: { meaning: 'comment on genes', roles: MEMBERS },

  FILE_SEARCH: { meaning: 'find files by name', roles: EVERYBODY },
  FILE_PREVIEW: { meaning: 'preview files', roles: EVERYBODY },
  FILE_DOWNLOAD: { meaning: 'download a file', roles: MEMBERS },
  FILE_DOWNLOADS: { meaning: 'download a selection of files', roles: MEMBERS },

  RESOURCE_GENESET_LIST_VIEW: { meaning: 'list gene sets', roles: EVERYBODY },
  RESOURCE_GENESET_VIEW: { meaning: 'open a gene set', roles: EVERYBODY },
  RESOURCE_GENESET_SEARCH: { meaning: 'search gene sets', roles: EVERYBODY },
  RESOURCE_GENESET_PREVIEW: { meaning: 'preview the genes of a gene set', roles: EVERYBODY },
  RESOURCE_GENESET_DOWNLOAD: { meaning: 'download gene sets', roles: MEMBERS },
  RESOURCE_GENESET_ATTRIBUTES_MODIFY: {
    meaning: 'create gene sets, edit and delete their own',
    roles: LABORATORY,
  },
  RESOURCE_GENESET_EDIT: { meaning: 'edit any gene set', roles: ADMIN },
  RESOURCE_GENESET_DELETE: { meaning: 'delete any gene set', roles: ADMIN },
  RESOURCE_MAPPING_LIST_VIEW: { meaning: 'list mapping tables and search in them', roles: EVERYBODY },
  RESOURCE_MAPPING_DOWNLOAD: { meaning: 'download mapping tables', roles: MEMBERS },
  RESOURCE_CELLTYPE_LIST_VIEW: { meaning: 'list cell type references and open them', roles: EVERYBODY },
  RESOURCE_CELLTYPE_DOWNLOAD: { meaning: 'download cell type references', roles: MEMBERS },
  RESOURCE_CREATE: {
    meaning: 'upload gene set collections, mapping tables, ontologies and cell type references',
    roles: LABORATORY,
  },

  SYSTEM_TABLES_SAMPLE_ATTRIBUTES_VIEW: { meaning: 'read the sample attribute table', roles: LABORATORY },
  SYSTEM_TABLES_SAMPLE_ATTRIBUTES_CREATE: { meaning: 'add sample attributes', roles: LABORATORY },
  SYSTEM_TABLES_SAMPLE_ATTRIBUTES_MODIFY: { meaning: 'edit sample attributes', roles: LABORATORY },
  SYSTEM_TABLES_SAMPLE_ATTRIBUTES_DELETE: { meaning: 'delete sample attributes', roles: LABORATORY },
  SYSTEM_TABLES_COLLECTION_ATTRIBUTES_VIEW: {
    meaning: 'read the data collection attribute table',
    roles: LABORATORY,
  },
  SYSTEM_TABLES_COLLECTION_ATTRIBUTES_CREATE: { meaning: 'add data collection attributes', roles: ADMIN },
  SYSTEM_TABLES_COLLECTION_ATTRIBUTES_MODIFY: { meaning: 'edit data collection attributes', roles: ADMIN },
  SYSTEM_TABLES_COLLECTION_ATTRIBUTES_DELETE: { meaning: 'delete data collection attributes', roles: ADMIN },
  SYSTEM_TABLES_DATA_SET_ATTRIBUTES_VIEW: { meaning: 'read the data set attribute table', roles: LABORATORY },
  SYSTEM_TABLES_DATA_SET_ATTRIBUTES_CREATE: { meaning: 'add data set attributes', roles: ADMIN },
  SYSTEM_TABLES_DATA_SET_ATTRIBUTES_MODIFY: { meaning: 'edit data set attributes', roles: ADMIN },
  SYSTEM_TABLES_DATA_SET_ATTRIBUTES_DELETE: { meaning: 'delete data set attributes', roles: ADMIN },
  SYSTEM_TABLES_PROJECT_ATTRIBUTES_VIEW: { meaning: 'read the analysis attribute table', roles: LABORATORY },
  SYSTEM_TABLES_PROJECT_ATTRIBUTES_CREATE: { meaning: 'add analysis attributes', roles: ADMIN },
  SYSTEM_TABLES_PROJECT_ATTRIBUTES_MODIFY: { meaning: 'edit analysis attributes', roles: ADMIN },
  SYSTEM_TABLES_PROJECT_ATTRIBUTES_DELETE: { meaning: 'delete analysis attributes', roles: ADMIN },
  ATTRIBUTES_VERSION_LIST_VIEW: {
    meaning: 'read versions of attribute tables and ontologies',
    roles: LABORATORY,
  },

  COMMENTS_LIST_VIEW: { meaning: 'read comments', roles: EVERYBODY },
  COMMENTS_CREATE: { meaning: 'write comments', roles: MEMBERS },
  COMMENTS_UPDATE: { meaning: 'edit any comment', roles: ADMIN },
  COMMENTS_UPDATE_SELF: { meaning: 'edit their own comments', roles: MEMBERS },
  COMMENTS_DELETE: { meaning: 'delete any comment', roles: ADMIN },
  COMMENTS_DELETE_SELF: { meaning: 'delete their own comments', roles: MEMBERS },
  PROJECT_COMMENTS_MODIFY_SELF: { meaning: 'edit their own comments on analyses', roles: MEMBERS },
  PROJECT_COMMENTS_DELETE_SELF: { meaning: 'delete their own comments on analyses', roles: MEMBERS },
  REPLIES_LIST_VIEW: { meaning: 'read replies', roles: EVERYBODY },
  REPLIES_CREATE: { meaning: 'write replies', roles: MEMBERS },
  REPLIES_UPDATE: { meaning: 'edit any reply', roles: ADMIN },
  REPLIES_UPDATE_SELF: { meaning: 'edit their own replies', roles: MEMBERS },
  REPLIES_DELETE: { meaning: 'delete any reply', roles: ADMIN },
  REPLIES_DELETE_SELF: { meaning: 'delete their own replies', roles: MEMBERS },

  SEARCH_QUERY_CREATE: { meaning: 'save queries', roles: MEMBERS },
  STARRED_CREATE: { meaning: 'star records', roles: MEMBERS },
  API_TOKEN_CREATE: { meaning: 'create tokens for scripts', roles: MEMBERS },
  NOTIFICATION_DOWNLOADS_VIEW: { meaning: 'see the download log', roles: MEMBERS },
  NOTIFICATION_COMMENTS_VIEW: { meaning: 'see the comment log', roles: MEMBERS },

  USER_MANAGEMENT_LIST_VIEW: { meaning: 'see the user lists', roles: ADMIN },
  USER_MANAGEMENT_CREATE: { meaning: 'add people to the whitelist', roles: ADMIN },
  USER_MANAGEMENT_EDIT: { meaning: 'change roles', roles: ADMIN },
  USER_MANAGEMENT_DELETE: { meaning: 'remove users', roles: ADMIN },
  USER_MANAGEMENT_PERMISSIONS: { meaning: 'change the permissions of roles', roles: ADMIN },
  PREFERENCES_EDIT: { meaning: 'change preferences of the portal', roles: ADMIN },
  FEEDBACK_LIST_VIEW: { meaning: 'read bug reports and feedback', roles: ADMIN },
  FEEDBACK_EDIT: { meaning: 'change the state of bug reports and feedback', roles: ADMIN },
  OPERATIONS_VIEW: { meaning: 'read metrics, the audit log, the mail outbox and failed jobs', roles: ADMIN },
  OPERATIONS_RESTART: { meaning: 'retry jobs that were given up', roles: ADMIN },
} as const satisfies Record<string, PermissionDefinition>;

export type PermissionCode = keyof typeof PERMISSIONS;

export const PERMISSION_CODES = keysOf(PERMISSIONS);

/** The codes a role holds in a fresh installation, in the order of `PERMISSIONS`. */
export function listDefaultPermissions(role: Role): PermissionCode[] {
  return PERMISSION_CODES.filter((code) => PERMISSIONS[code].roles.some((holder) => holder === role));
}

/** Holders could make themselves administrators: by role, by grant, or by a reset link in the outbox. */
const ONLY_ADMINISTRATORS: ReadonlySet<PermissionCode> = new Set([
  'USER_MANAGEMENT_EDIT',
  'USER_MANAGEMENT_PERMISSIONS',
  'OPERATIONS_VIEW',
]);

/**
 * Guests are anonymous and exist for eight hours, so they never get permissions to write. These permissions would
 * expose the laboratory's records, addresses of people, or logs that guests do not have.
 */
const NEVER_GUESTS: ReadonlySet<PermissionCode> = new Set([
  'LAB_RECORDS_VIEW',
  'USER_MANAGEMENT_LIST_VIEW',
  'NOTIFICATION_DOWNLOADS_VIEW',
  'NOTIFICATION_COMMENTS_VIEW',
  'FEEDBACK_LIST_VIEW',
]);
/** Reviewers may not change what they review (specification, section 6). */
const NEVER_REVIEWERS: ReadonlySet<PermissionCode> = new Set([
  'SYSTEM_TABLES_SAMPLE_ATTRIBUTES_MODIFY',
  'SYSTEM_TABLES_SAMPLE_ATTRIBUTES_DELETE',
  'SYSTEM_TABLES_COLLECTION_ATTRIBUTES_MODIFY',
  'SYSTEM_TABLES_COLLECTION_ATTRIBUTES_DELETE',
  'SYSTEM_TABLES_DATA_SET_ATTRIBUTES_MODIFY',
  'SYSTEM_TABLES_DATA_SET_ATTRIBUTES_DELETE',
  'SYSTEM_TABLES_PROJECT_ATTRIBUTES_MODIFY',
  'SYSTEM_TABLES_PROJECT_ATTRIBUTES_DELETE',
]);
const WRITING_CODE = /_(CREATE|COMMENT|EDIT|MODIFY|UPDATE|DELETE|PERMISSIONS)(_SELF)?$/;

/** Whether administrators can grant this code to the role. */
export function mayHold(role: Role, code: PermissionCode): boolean {
  if (role === 'admin') return true;
  if (ONLY_ADMINISTRATORS.has(code)) return false;
  if (role === 'REVIEWER' && NEVER_REVIEWERS.has(code)) return false;
  return role !== 'GU' || !(NEVER_GUESTS.has(code) || WRITING_CODE.test(code));
}

/**
 * Codes that cannot be revoked from a role: without them, a mistake could not be undone on the administration screens.
 */
export function listKeptPermissions(role: Role): PermissionCode[] {
  if (role !== 'admin') return [];
  return PERMISSION_CODES.filter(
    (code) => code.startsWith('USER_MANAGEMENT_') || code === 'PREFERENCES_EDIT',
  );
}

/**
 * The requirement of a route or button: anyone, anyone signed in, one code, or any of several. Routes must state it
 * explicitly, otherwise the server does not start.
 */
export type Access = 'anyone' | 'signed in' | PermissionCode | { readonly anyOf: readonly PermissionCode[] };

/** The caller. `person_id` is null for nobody; guests have one. */
export interface Principal {
  person_id: number | null;
  role: Role | null;
  permissions: ReadonlySet<string>;
}

export const NOBODY: Principal = { person_id: null, role: null, permissions: new Set() };

/** Whether the caller meets the requirement of a route or button. */
export function hasAccess(principal: Principal, access: Access): boolean {
  if (access === 'anyone') return true;
  if (principal.person_id === null) return false;
  if (access === 'signed in') return true;
  if (typeof access === 'string') return principal.permissions.has(access);
  return access.anyOf.some((code) => principal.permissions.has(code));
}

/** Stored visibility of a record; `private` is shown as Lab. */
export const VISIBILITIES = ['public', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/**
 * The code that lets a person preview or download a file: by the record that owns it ('project' is an analysis)
 * and, for analyses, whether it is in a folder.
 */
export function filePermission(
  file: { entity_type: 'dc' | 'ds' | 'project'; folder: string },
  purpose: 'PREVIEW' | 'DOWNLOAD',
): PermissionCode {
  if (file.entity_type === 'dc') return `COLLECTION_${purpose}`;
  if (file.entity_type === 'ds') return `DS_FOLDER_FILE_${purpose}`;
  return file.folder === '' ? `PROJECT_${purpose}` : `PROJECT_FOLDER_FILE_${purpose}`;
}

/** The displayed name: `private` records are visible to the laboratory. */
export function nameVisibility(visibility: Visibility): 'Public' | 'Lab' {
  return visibility === 'public' ? 'Public' : 'Lab';
}

/** Menu entries are shown to people with any code of their resource. */
export function holdsAnyOf(permissions: ReadonlySet<string>, resource: string): boolean {
  for (const code of permissions) if (code.startsWith(`${resource}_`)) return true;
  return false;
}
