/**
 * The access table: the status each kind of caller gets for each kind of record. Written by hand from design.md section
 * 5 and security.md SEC-1 and SEC-2, never from the code; an endpoint or socket without a row fails the test.
 */
import { randomUUID } from 'node:crypto';
import { ENDPOINTS } from '@omicon/contract/api.ts';
import { createComment, createReply } from '@omicon/contract/areas/comments.ts';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import { AUDIENCES } from '@omicon/domain/permissions/audience.ts';
import { listDefaultPermissions } from '@omicon/domain/permissions/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { sql } from '../base/postgres/database.ts';
import { createSession } from '../base/sign-in/sessions.ts';
import { aDataMap } from '../test-support/a-data-map.ts';
import { aComment, tellOf } from '../test-support/comments.ts';
import { aWorkbook, docxOf } from '../test-support/files/office-files.ts';
import { aLaboratory, takeIn } from '../test-support/intake.ts';
import { aMetaModule } from '../test-support/laboratories/a-meta-module.ts';
import { aCellTypeReference } from '../test-support/laboratories/cell-types.ts';
import { pathsOf, smallLaboratory, smallResources } from '../test-support/laboratories/small-laboratory.ts';
import { PAGE } from '../test-support/pages.ts';
import { aPerson } from '../test-support/people.ts';
import { type Caller, openTestPortal, type RawInput, type TestPortal } from '../test-support/portal.ts';
import { sockets } from './areas.ts';
import { ensureAttributeTables } from './attributes/table-versions.ts';
import { ensureTerms } from './terms/first-version.ts';

/** Columns of the table. `ended` sends the token of an ended session; RU owns the records called `own`. */
const PRINCIPALS = ['nobody', 'ended', 'GU', 'RU', 'other RU', 'REVIEWER', 'LAB', 'admin'] as const;
type PrincipalName = (typeof PRINCIPALS)[number];

/** Records: public, of the laboratory (private), private and owned by RU, and an unused number. */
type Records = 'public' | 'lab' | 'own' | 'missing';
/** Uploads, downloads, notifications: of LAB, of another lab member, and an unused number. */
type Uploads = 'of LAB' | 'of another' | 'missing';

interface Target {
  collection: number;
  dataSet: number;
  analysis: number;
  network: number;
  module: number;
  metaModule: number;
  cellTypes: number;
  /** a comment of LAB on the collection, and a reply of LAB to it */
  comment: number;
  reply: number;
  fileKey: string;
  workbookKey: string;
  documentKey: string;
  upload: number;
  draft: number;
  intakeRun: number;
  /** id of a download request */
  download: string;
  notification: number;
  /** notification of a comment */
  mention: number;
}

interface Row {
  /** input of the call for the record */
  input(target: Target): RawInput;
  /** runs before each cell */
  before?(target: Target): Promise<void>;
  /** each cell uses a new session */
  hasOwnSignIn?: true;
  /** statuses in the order of PRINCIPALS, by record or upload */
  cells: Partial<Record<Records | Uploads | 'any', string>>;
}

//                 nobody ended GU  RU oRU REV LAB admin
const EVERYBODY = '200    200   200 200 200 200 200 200';
const SIGNED_IN = '401    401   200 200 200 200 200 200';

/**
 * Readable records: public ones by everybody signed in, those of the laboratory by its readers, own ones by their
 * owner.
 */
const READABLE = {
  public: /*  */ '401    401   200 200 200 200 200 200',
  lab: /*     */ '401    401   404 404 404 200 200 200',
  own: /*     */ '401    401   404 200 404 200 200 200',
  missing: /* */ '401    401   404 404 404 404 404 404',
};
/** As READABLE; a meta-module is in the atlas of an audience, so a private record of one person makes none of theirs. */
const META_MODULE = { ...READABLE, own: READABLE.lab };
/** Deleting and restoring: administrators only; the refusal does not reveal whether the record exists. */
const ADMIN_ONLY = {
  public: /*  */ '401    401   403 403 403 403 403 200',
  lab: /*     */ '401    401   403 403 403 403 403 200',
  own: /*     */ '401    401   403 403 403 403 403 200',
  missing: /* */ '401    401   403 403 403 403 403 404',
};
/** As READABLE, for people who may download or star. */
const DOWNLOADABLE = {
  public: /*  */ '401    401   403 200 200 200 200 200',
  lab: /*     */ '401    401   403 404 404 200 200 200',
  own: /*     */ '401    401   403 200 404 200 200 200',
  missing: /* */ '401    401   403 404 404 404 404 404',
};
/** As DOWNLOADABLE, for calls that create something. */
const CREATABLE = {
  public: /*  */ '401    401   403 201 201 201 201 201',
  lab: /*     */ '401    401   403 404 404 201 201 201',
  own: /*     */ '401    401   403 201 404 201 201 201',
  missing: /* */ '401    401   403 404 404 404 404 404',
};
/** Content of LAB can be changed by LAB and administrators; readers get 403, others 404. */
const CHANGED_BY_AUTHOR = {
  public: /*  */ '401    401   403 403 403 403 200 200',
  lab: /*     */ '401    401   403 404 404 403 200 200',
  own: /*     */ '401    401   403 403 404 403 200 200',
  missing: /* */ '401    401   403 404 404 404 404 404',
};
/** Content deleted by LAB can be restored by LAB and administrators; for others it does not exist. */
const RESTORED_BY_AUTHOR = {
  public: /*  */ '401    401   403 404 404 404 200 200',
  lab: /*     */ '401    401   403 404 404 404 200 200',
  own: /*     */ '401    401   403 404 404 404 200 200',
  missing: /* */ '401    401   403 404 404 404 404 404',
};
/** Records of one person, looked for by people without any. */
const NOBODYS = '401    401   403 404 404 404 404 404';
const MEMBERS = '401    401   403 200 200 200 200 200';
const LINK_REFUSED = '403 403 403 403 403 403 403 403';
const CODE_REFUSED = '400 400 400 400 400 400 400 400';
/** Pipeline on data sets: by people who may create analyses, on what they may read. */
const RUNNABLE = {
  public: /*  */ '401    401   403 403 403 403 200 200',
  lab: /*     */ '401    401   403 403 403 403 200 200',
  own: /*     */ '401    401   403 403 403 403 200 200',
  missing: /* */ '401    401   403 403 403 403 404 404',
};
/** As RUNNABLE, for calls that create something. */
const STARTABLE = {
  public: /*  */ '401    401   403 403 403 403 201 201',
  lab: /*     */ '401    401   403 403 403 403 201 201',
  own: /*     */ '401    401   403 403 403 403 201 201',
  missing: /* */ '401    401   403 403 403 403 404 404',
};
/** Runs of nobody. */
const NO_RUN = '401    401   403 403 403 403 404 404';
const ADMIN_READS = '401    401   403 403 403 403 403 200';
const LABORATORY_ACTS = '401 401 403 403 403 403 200 200';
/** Uploads: of lab members and administrators, each only their own. */
const OWN_UPLOADS = {
  'of LAB': /*    */ '401 401 403 403 403 403 200 404',
  'of another': /**/ '401 401 403 403 403 403 404 404',
  missing: /*     */ '401 401 403 403 403 403 404 404',
};

/** Always redirects: to a provider, or to the error page. */
const SENT_ON = '303 303 303 303 303 303 303 303';
const noSignOn = () => ({ body: { code: 'x'.repeat(43), verifier: 'x'.repeat(43) } });

const aTextTable = (target: Pick<Target, 'fileKey'>) => ({ body: { key: target.fileKey } });
/** Own entries are found, those of others do not exist; guests cannot download. */
const OWN_DOWNLOADS = {
  'of LAB': /*    */ '401 401 403 404 404 404 200 404',
  'of another': /**/ '401 401 403 404 404 404 404 404',
  missing: /*     */ '401 401 403 404 404 404 404 404',
};
const OWN_NOTIFICATIONS = {
  'of LAB': /*    */ '401 401 404 404 404 404 200 404',
  'of another': /**/ '401 401 404 404 404 404 404 404',
  missing: /*     */ '401 401 404 404 404 404 404 404',
};

const nothing = () => ({});
const aSampleQuery = () => ({ params: { id: 'q1' }, query: { queryType: 'sample' } });
/** A search has the number of its notification. */
const bySearch = (target: Pick<Target, 'notification'>) => ({ params: { notif_id: target.notification } });
const byComment = (target: Pick<Target, 'comment'>) => ({ params: { id: target.comment } });
const byReply = (target: Pick<Target, 'reply'>) => ({ params: { id: target.reply } });
const SAID = { message: '<p>The batches differ.</p>', comment_page_url: '/home' };
const asItWas = { body: { ...SAID, version: 1 } };
/** Resets the target's comment and reply to the state written by LAB. */
async function theComment({ comment, reply }: Target): Promise<void> {
  await sql`update comment set version = 1, deleted_at = null where id in (${comment}, ${reply})`.execute(
    portal.services.db,
  );
}
async function theDeletedComment({ comment }: Target): Promise<void> {
  await sql`update comment set deleted_at = now(), deleted_by = person_id where id = ${comment}`.execute(
    portal.services.db,
  );
}
const aStar = (target: Pick<Target, 'collection'>) => ({
  params: { entity_type: 'dc', id: target.collection },
});
let signUps = 0;
function aSignUpForm() {
  signUps += 1;
  const password = { password: PASSWORD, confirm_password: PASSWORD };
  const name = { first_name: 'Rita', last_name: 'Levi', username: `rita${signUps}` };
  return { body: { ...name, ...password, email: `rita${signUps}@neuro.test` } };
}
const aForeignLink = () => ({ body: { token: 'x'.repeat(43) } });
const REPORTER = { first_name: 'Rita', last_name: 'Levi', omicon_version: '0.1.0' };
const aFeedback = () => ({
  body: { ...REPORTER, email: 'rita@neuro.test', comment: 'A legend would help.' },
});
const aBugReport = () => ({
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  body: `--x\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n${JSON.stringify({ ...REPORTER, reporter_email: 'rita@neuro.test', bug_description: 'It is empty.' })}\r\n--x--\r\n`,
});
const aStatusOfNothing = () => ({ ...nobodyById(), body: { status: 'open', version: 1 } });
const nobodyById = () => ({ params: { id: 2_147_483_647 } });
const byId =
  (part: 'collection' | 'dataSet' | 'analysis' | 'network' | 'module' | 'metaModule' | 'cellTypes') =>
  (target: Target) => ({
    params: { id: target[part] },
  });
const inBody = (part: 'collection' | 'dataSet' | 'analysis') => (target: Target) => ({
  body: { id: target[part] },
});
/** Two of a person may run at the same time. */
async function noRunningTests(): Promise<void> {
  await sql`update preservation_run set state = 'cancelled' where state = 'running'`.execute(
    portal.services.db,
  );
}
/** Two of a person may work at the same time. */
async function noWorkingRuns(): Promise<void> {
  await sql`update pipeline_run set state = 'cancelled' where state = 'running'`.execute(portal.services.db);
}
/** Resources of the first laboratory, with numbers filled in by the setup. */
const resources = { geneSet: 0, geneSetVersion: 0, mappingTable: 0 };
const byGeneSet = () => ({ params: { id: resources.geneSet } });
const byMappingTable = () => ({ params: { id: resources.mappingTable } });
const GENE_FILE = { name: 'genes.txt', content: 'IDH1' };
const GENE_SET = {
  setName: 'SMITH_ASTROCYTES',
  category: 'CellType',
  species: 'Homo sapiens',
  description: 'Genes of astrocytes.',
};
let attributes = 0;
function attributeBody() {
  attributes += 1;
  const about = { dataSource: 'Source study', description: 'Given by the test.' };
  const name = { sampleAttributeSource: `Ki67 ${attributes}`, type: 'String', examples: 'high' };
  return { ...name, ...about, required: 'No', indexed: 'No' };
}
const anAttribute = () => ({ body: attributeBody() });
const aChangeOfNothing = () => ({ ...nobodyById(), body: { ...attributeBody(), version: 1 } });
const ADMIN_CHANGES_NOTHING = '401 401 403 403 403 403 403 404';
const aGroup = (name: string, value = name) => ({ name, rules: [{ attribute: 'Sex', values: [value] }] });
const byUpload = (target: Target) => ({ params: { id: target.upload } });
const byDraft = (target: Target) => ({ params: { id: target.draft } });
const byDownload = (target: Target) => ({ params: { id: target.download } });

const PASSWORD = 'Corpus callosum 7';
let portal: TestPortal;
let admin: Caller;

const ROWS: Record<string, Row> = {
  getLoginKey: { input: nothing, cells: { any: EVERYBODY } },
  checkVersion: { input: nothing, cells: { any: EVERYBODY } },
  login: { input: () => ({ body: { username: 'ramona', password: PASSWORD } }), cells: { any: EVERYBODY } },
  loginAsGuest: { input: () => ({ body: {} }), cells: { any: EVERYBODY } },
  logout: { input: nothing, hasOwnSignIn: true, cells: { any: SIGNED_IN } },
  getPermissions: { input: nothing, cells: { any: SIGNED_IN } },
  getMe: { input: nothing, cells: { any: SIGNED_IN } },
  getSession: { input: nothing, cells: { any: '200    401   200 200 200 200 200 200' } },

  startSignOn: { input: nothing, cells: { any: SENT_ON } },
  startOrcid: { input: nothing, cells: { any: SENT_ON } },
  finishSignOn: { input: nothing, cells: { any: SENT_ON } },
  // An unknown code.
  redeemSignOn: { input: noSignOn, cells: { any: LINK_REFUSED } },
  connectOrcid: { input: noSignOn, cells: { any: '401 401 403 403 403 403 403 403' } },

  // Public forms reply the same to everybody; sends a new person, or an unknown link and code.
  register: { input: aSignUpForm, cells: { any: '201 201 201 201 201 201 201 201' } },
  verifyEmail: { input: aForeignLink, cells: { any: LINK_REFUSED } },
  forgetPassword: { input: () => ({ body: { email: 'nobody@lab.test' } }), cells: { any: EVERYBODY } },
  checkPasswordReset: { input: aForeignLink, cells: { any: LINK_REFUSED } },
  resetPassword: {
    input: () => ({ body: { ...aForeignLink().body, password: PASSWORD, confirm_password: PASSWORD } }),
    cells: { any: LINK_REFUSED },
  },
  getCode: { input: () => ({ body: { email: 'nobody@lab.test' } }), cells: { any: EVERYBODY } },
  verifyCode: { input: () => ({ body: { code: '000000' } }), cells: { any: CODE_REFUSED } },

  updateMe: {
    input: () => ({
      body: { first_name: 'Santiago', last_name: 'Cajal', institution: null, orcid_id: null },
    }),
    cells: { any: MEMBERS },
  },
  getSignIn: { input: nothing, cells: { any: SIGNED_IN } },
  logoutElsewhere: { input: nothing, cells: { any: SIGNED_IN } },
  listTokens: { input: nothing, cells: { any: MEMBERS } },
  createToken: {
    input: () => ({ body: { name: 'nightly', days: 1 } }),
    cells: { any: '401 401 403 201 201 201 201 201' },
  },
  deleteToken: { input: nobodyById, cells: { any: '401 401 403 404 404 404 404 404' } },

  getTerms: { input: nothing, cells: { any: EVERYBODY } },
  acceptTerms: { input: nothing, cells: { any: SIGNED_IN } },
  createTerms: {
    input: () => ({ body: { dated: '2026-01-01', sections: [{ heading: 'Use', body: 'Research only.' }] } }),
    cells: { any: '401 401 403 403 403 403 403 201' },
  },
  listTermsVersions: { input: nothing, cells: { any: ADMIN_READS } },
  getTermsVersion: { input: () => ({ params: { version: 1 } }), cells: { any: ADMIN_READS } },

  listDataCollections: { input: nothing, cells: { any: SIGNED_IN } },
  listRecentDataCollections: { input: nothing, cells: { any: SIGNED_IN } },
  getDataCollection: { input: byId('collection'), cells: READABLE },
  listDataSetsOfCollection: { input: byId('collection'), cells: READABLE },
  deleteDataCollection: {
    input: byId('collection'),
    before: ({ collection }) => restore('data-collections', collection),
    cells: ADMIN_ONLY,
  },
  restoreDataCollection: {
    input: byId('collection'),
    before: ({ collection }) => remove('data-collections', collection),
    cells: ADMIN_ONLY,
  },
  getVisibilityChange: { input: byId('collection'), cells: RUNNABLE },
  // The visibility that it has.
  setCollectionVisibility: {
    input: (target) => ({
      ...byId('collection')(target),
      body: { visibility: target === targets.get('public') ? 'public' : 'private' },
    }),
    cells: { ...ADMIN_ONLY, missing: RUNNABLE.missing },
  },
  listDataSets: { input: nothing, cells: { any: SIGNED_IN } },
  getDataSet: { input: byId('dataSet'), cells: READABLE },
  getDataCollectionOfDataSet: { input: byId('dataSet'), cells: READABLE },
  getDataSetNetwork: { input: byId('dataSet'), cells: READABLE },
  getDataSetSampleAttributes: { input: inBody('dataSet'), cells: READABLE },
  getCollectionSampleAttributes: { input: inBody('collection'), cells: READABLE },
  getAnalysisSampleAttributes: { input: inBody('analysis'), cells: READABLE },
  listDataSetSamples: { input: inBody('dataSet'), cells: READABLE },
  listCollectionSamples: { input: inBody('collection'), cells: READABLE },
  listAnalysisSamples: { input: inBody('analysis'), cells: READABLE },

  getSample: {
    input: ({ collection }) => ({ params: { id: collection, label: 'GSM96950' } }),
    cells: READABLE,
  },
  listSampleEigengenes: {
    input: ({ network }) => ({ params: { id: network, label: 'GSM96950' } }),
    cells: READABLE,
  },
  getSampleNetwork: { input: byId('dataSet'), cells: READABLE },
  listSampleFiles: {
    input: ({ collection }) => ({ params: { id: collection, label: 'GSM96950' } }),
    cells: READABLE,
  },
  listAnalyses: { input: nothing, cells: { any: SIGNED_IN } },
  listRecentAnalyses: { input: nothing, cells: { any: SIGNED_IN } },
  getAnalysis: { input: byId('analysis'), cells: READABLE },
  listAnalysisFiles: { input: byId('analysis'), cells: READABLE },
  getAnalysisNetwork: { input: byId('analysis'), cells: READABLE },
  deleteAnalysis: {
    input: byId('analysis'),
    before: ({ analysis }) => restore('analyses', analysis),
    cells: ADMIN_ONLY,
  },
  restoreAnalysis: {
    input: byId('analysis'),
    before: ({ analysis }) => remove('analyses', analysis),
    cells: ADMIN_ONLY,
  },

  getCovariationNetwork: { input: byId('network'), cells: READABLE },
  listModules: { input: byId('network'), cells: READABLE },
  listModuleTraits: { input: byId('network'), cells: READABLE },
  listModuleOmiconIds: {
    input: (target) => ({ body: { covariation_network: `OM.CN.${target.network}` } }),
    cells: READABLE,
  },
  redirectToModule: {
    input: (target) => ({
      body: { project_id: target.analysis, covariation_network: target.network, module: 'turquoise' },
    }),
    cells: READABLE,
  },
  createKmeTable: {
    input: (target) => ({ params: { id: target.network }, body: { features: ['IDH1'] } }),
    cells: DOWNLOADABLE,
  },
  getModule: { input: byId('module'), cells: READABLE },
  getModuleDetails: { input: byId('module'), cells: READABLE },
  getClosestTrait: { input: byId('module'), cells: READABLE },
  listModuleMembers: { input: byId('module'), cells: READABLE },
  listModuleEnrichment: { input: byId('module'), cells: READABLE },
  setModuleTheme: {
    input: (target) => ({ ...byId('module')(target), body: { theme: 'microglia' } }),
    cells: RUNNABLE,
  },
  getModuleTheme: { input: byId('module'), cells: READABLE },
  getModuleEigengene: { input: byId('module'), cells: READABLE },
  getModulePicture: { input: byId('module'), cells: READABLE },
  listPictureSets: { input: byId('module'), cells: READABLE },
  getAtlas: { input: nothing, cells: { any: SIGNED_IN } },
  getMetaModule: { before: theMetaModule, input: byId('metaModule'), cells: META_MODULE },
  listGenesOfMetaModule: { before: theMetaModule, input: byId('metaModule'), cells: META_MODULE },
  listModulesOfMetaModule: { before: theMetaModule, input: byId('metaModule'), cells: META_MODULE },
  listTraitsOfMetaModule: { before: theMetaModule, input: byId('metaModule'), cells: META_MODULE },
  exportMetaModules: {
    before: theMetaModule,
    input: (target) => ({ query: { id: target.metaModule } }),
    cells: { ...DOWNLOADABLE, own: DOWNLOADABLE.lab },
  },
  listMetaModulesOfGene: { input: () => ({ params: { symbol: 'AIF1' } }), cells: { any: SIGNED_IN } },
  getMetaModuleOfModule: { input: byId('module'), cells: READABLE },
  setMetaModuleTitle: {
    before: theMetaModule,
    input: (target) => ({ ...byId('metaModule')(target), body: { title: 'Microglia', summary: null } }),
    cells: RUNNABLE,
  },
  getHome: { input: nothing, cells: { any: SIGNED_IN } },
  listRecentFiles: { input: nothing, cells: { any: SIGNED_IN } },
  listFiles: {
    input: (target) => ({ query: { entity_type: 'ds', entity_id: target.dataSet } }),
    cells: { any: SIGNED_IN, ...READABLE },
  },
  searchFiles: { input: () => ({ query: { name: 'attributes' } }), cells: { any: SIGNED_IN } },
  getFileItem: { input: (target) => ({ query: { key: target.fileKey } }), cells: READABLE },
  exploreTable: { input: aTextTable, cells: READABLE },
  findInTable: { input: (target) => ({ body: { ...aTextTable(target).body, text: 'x' } }), cells: READABLE },
  'createFileLink to preview': {
    input: (target) => ({ body: { key: target.fileKey, purpose: 'preview' } }),
    cells: READABLE,
  },
  'createFileLink to download': {
    input: (target) => ({ body: { key: target.fileKey, purpose: 'download' } }),
    cells: { ...READABLE, public: '401 401 403 200 200 200 200 200' },
  },
  previewCsv: { input: (target) => ({ body: { key: target.fileKey } }), cells: READABLE },
  previewSheet: { input: (target) => ({ body: { key: target.workbookKey } }), cells: READABLE },
  previewDocument: { input: (target) => ({ body: { key: target.documentKey } }), cells: READABLE },

  // With the disk store, callers with permission get 501.
  'getTemporaryCredentials to download': {
    input: (target) => ({ query: { key: target.fileKey } }),
    cells: {
      public: /*  */ '401 401 403 501 501 501 501 501',
      lab: /*     */ '401 401 403 404 404 501 501 501',
      own: /*     */ '401 401 403 501 404 501 501 501',
      missing: /* */ '401 401 403 404 404 404 404 404',
    },
  },
  'getTemporaryCredentials to upload': {
    input: ({ upload }) => ({ query: { upload: '1', upload_id: upload } }),
    cells: {
      'of LAB': /*    */ '401 401 403 403 403 403 501 404',
      'of another': /**/ '401 401 403 403 403 403 404 404',
      missing: /*     */ '401 401 403 403 403 403 404 404',
    },
  },

  createUpload: {
    input: () => ({ body: { file_name: 'GSE4271.zip', size_bytes: 1000, kind: 'collection' } }),
    cells: { any: '401 401 403 403 403 403 201 201' },
  },
  listUploads: { input: nothing, cells: { any: '401 401 403 403 403 403 200 200' } },
  getUpload: { input: byUpload, cells: OWN_UPLOADS },
  createPartLinks: {
    input: (target) => ({ ...byUpload(target), body: { numbers: [1] } }),
    cells: OWN_UPLOADS,
  },
  completeUpload: {
    input: (target) => ({ ...byUpload(target), body: { sha256: 'a'.repeat(64) } }),
    // 409: parts are missing
    cells: { ...OWN_UPLOADS, 'of LAB': '401 401 403 403 403 403 409 404' },
  },
  saveUpload: {
    input: ({ upload }) => ({
      body: { s3_url: `/api/uploads/${upload}/`, type: 2, ds_id: null, sha256: 'a'.repeat(64) },
    }),
    // 409: parts are missing
    cells: { ...OWN_UPLOADS, 'of LAB': '401 401 403 403 403 403 409 404' },
  },
  getUploadReport: { input: byUpload, cells: OWN_UPLOADS },
  deleteUpload: { input: byUpload, cells: OWN_UPLOADS },
  getDraft: { input: byDraft, cells: OWN_UPLOADS },
  saveDraftMap: {
    input: (target) => ({ ...byDraft(target), body: aDataMap({}) }),
    // 409: its files have not arrived
    cells: { ...OWN_UPLOADS, 'of LAB': '401 401 403 403 403 403 409 404' },
  },
  storeDraft: {
    input: byDraft,
    cells: { ...OWN_UPLOADS, 'of LAB': '401 401 403 403 403 403 409 404' },
  },
  deleteDraft: { input: byDraft, cells: OWN_UPLOADS },
  downloadTemplate: { input: nothing, cells: { any: LABORATORY_ACTS } },
  listIntakeRuns: { input: nothing, cells: { any: '401 401 403 403 403 403 200 200' } },
  getIntakeRun: {
    input: ({ intakeRun }) => ({ params: { id: intakeRun } }),
    cells: {
      // Administrators see the imports of everybody.
      'of LAB': /*    */ '401 401 403 403 403 403 200 200',
      'of another': /**/ '401 401 403 403 403 403 404 200',
      missing: /*     */ '401 401 403 403 403 403 404 404',
    },
  },

  'createDownload of a file': {
    input: (target) => ({ body: { type: 'file', key: target.fileKey } }),
    cells: {
      public: /*  */ '401 401 403 201 201 201 201 201',
      lab: /*     */ '401 401 403 404 404 201 201 201',
      own: /*     */ '401 401 403 201 404 201 201 201',
      missing: /* */ '401 401 403 404 404 404 404 404',
    },
  },
  'createDownload of a record': {
    input: ({ dataSet }) => ({
      body: { type: 'zip', folders: [{ entity_type: 'ds', entity_id: dataSet }] },
    }),
    // Limited to four at a time.
    before: async () => void (await portal.services.db.deleteFrom('download_request').execute()),
    cells: {
      public: /*  */ '401 401 403 201 201 201 201 201',
      lab: /*     */ '401 401 403 404 404 201 201 201',
      own: /*     */ '401 401 403 201 404 201 201 201',
      missing: /* */ '401 401 403 404 404 404 404 404',
    },
  },
  ...Object.fromEntries(
    (['docker', 'kme-docker', 'kme-table'] as const).map((type): [string, Row] => [
      `createDownload of a network as ${type}`,
      {
        input: ({ network }) => ({ body: { type, co_variation_network_id: network } }),
        before: async () => void (await portal.services.db.deleteFrom('download_request').execute()),
        cells: {
          public: /*  */ '401 401 403 201 201 201 201 201',
          lab: /*     */ '401 401 403 404 404 201 201 201',
          own: /*     */ '401 401 403 201 404 201 201 201',
          missing: /* */ '401 401 403 404 404 404 404 404',
        },
      },
    ]),
  ),
  listDownloads: { input: nothing, cells: { any: MEMBERS } },
  getDownload: { input: byDownload, before: aNewDownload, cells: OWN_DOWNLOADS },
  createDownloadLink: { input: byDownload, before: aNewDownload, cells: OWN_DOWNLOADS },
  cancelDownload: {
    input: byDownload,
    before: aNewDownload,
    // 409: it is ready
    cells: { ...OWN_DOWNLOADS, 'of LAB': '401 401 403 404 404 404 409 404' },
  },
  createDownloadNotification: {
    input: ({ download }) => ({ body: { key: `${download}/GSE4271.zip` } }),
    before: aNewDownload,
    cells: { ...OWN_DOWNLOADS, 'of LAB': '401 401 403 404 404 404 201 404' },
  },
  listFileComments: { input: byId('collection'), cells: READABLE },
  'listFileComments on a module': { input: byId('module'), cells: READABLE },
  'listFileComments on a file': {
    input: (target) => ({ params: { id: target.dataSet }, query: { key: target.fileKey } }),
    cells: READABLE,
  },
  countFileComments: { input: byId('analysis'), cells: READABLE },
  listPdfComments: {
    input: ({ network }) => ({ body: { covariation_network: network } }),
    cells: READABLE,
  },
  createComment: {
    input: ({ collection }) => ({ body: { ...SAID, entity_type: 'dc', entity_id: collection } }),
    cells: CREATABLE,
  },
  'createComment on a module': {
    input: ({ module }) => ({ body: { ...SAID, entity_type: 'project', entity_id: module } }),
    cells: CREATABLE,
  },
  'createComment on a gene': {
    input: () => ({ body: { ...SAID, entity_type: 'gene', gene: 'OLIG2' } }),
    cells: { any: '401 401 403 201 201 201 201 201' },
  },
  listGeneComments: { input: () => ({ params: { symbol: 'OLIG2' } }), cells: { any: SIGNED_IN } },
  'listGeneComments of an unknown gene': {
    input: () => ({ params: { symbol: 'NOSUCHGENE' } }),
    cells: { any: '401 401 404 404 404 404 404 404' },
  },
  setGeneThreadState: {
    input: () => ({ params: { symbol: 'OLIG2' }, body: { state: 'mute' } }),
    cells: { any: MEMBERS },
  },
  createReply: {
    input: ({ comment }) => ({ body: { ...SAID, comment } }),
    before: theComment,
    cells: CREATABLE,
  },
  getComment: { input: byComment, before: theComment, cells: READABLE },
  'getComment of a reply': { input: byReply, before: theComment, cells: READABLE },
  listReplies: { input: byComment, before: theComment, cells: READABLE },
  updateComment: {
    input: (target) => ({ ...byComment(target), ...asItWas }),
    before: theComment,
    cells: CHANGED_BY_AUTHOR,
  },
  updateReply: {
    input: (target) => ({ ...byReply(target), ...asItWas }),
    before: theComment,
    cells: CHANGED_BY_AUTHOR,
  },
  deleteComment: { input: byComment, before: theComment, cells: CHANGED_BY_AUTHOR },
  deleteReply: { input: byReply, before: theComment, cells: CHANGED_BY_AUTHOR },
  restoreComment: { input: byComment, before: theDeletedComment, cells: RESTORED_BY_AUTHOR },
  setThreadState: {
    input: (target) => ({ ...byId('collection')(target), body: { state: 'mute' } }),
    cells: DOWNLOADABLE,
  },
  listMentionableUsers: {
    input: ({ collection }) => ({ query: { entity_id: collection } }),
    cells: { any: MEMBERS, ...DOWNLOADABLE },
  },

  listDownloadNotifications: { input: nothing, cells: { any: MEMBERS } },
  markNotificationAsRead: {
    input: ({ notification }) => ({ params: { kind: 'download', id: notification } }),
    cells: OWN_NOTIFICATIONS,
  },
  listUnreadNotifications: { input: nothing, cells: { any: SIGNED_IN } },
  listMentionNotifications: { input: () => ({ body: {} }), cells: { any: MEMBERS } },
  markMentionNotificationAsRead: {
    input: ({ mention }) => ({ params: { id: mention } }),
    cells: OWN_DOWNLOADS,
  },
  markAllNotificationsAsRead: { input: nothing, cells: { any: SIGNED_IN } },
  getNotificationSettings: { input: nothing, cells: { any: MEMBERS } },
  saveNotificationSettings: { input: () => ({ body: { digest: 'none' } }), cells: { any: MEMBERS } },

  getPublicContents: { input: nothing, cells: { any: EVERYBODY } },
  getDemoProgress: { input: nothing, cells: { any: EVERYBODY } },
  listOutbox: { input: nothing, cells: { any: ADMIN_READS } },
  listFailedJobs: { input: nothing, cells: { any: ADMIN_READS } },
  restartFailedJob: { input: nobodyById, cells: { any: ADMIN_ONLY.missing } },

  listUsers: { input: nothing, cells: { any: ADMIN_READS } },
  createWhitelistUser: {
    input: () => ({ body: { userName: 'Camillo Golgi', email: 'golgi@lab.test' } }),
    cells: { any: '401 401 403 403 403 403 403 201' },
  },
  deleteWhitelistUser: { input: nobodyById, cells: { any: ADMIN_ONLY.missing } },
  deleteUser: { input: nobodyById, cells: { any: ADMIN_ONLY.missing } },
  restoreUser: { input: nobodyById, cells: { any: ADMIN_ONLY.missing } },
  updateRole: {
    input: () => ({ ...nobodyById(), body: { role: 'RU' } }),
    cells: { any: ADMIN_ONLY.missing },
  },
  listRolePermissions: { input: nothing, cells: { any: ADMIN_READS } },
  updatePermissionsOfRoles: {
    input: () => ({ body: { permissions: { GU: listDefaultPermissions('GU') } } }),
    cells: { any: ADMIN_READS },
  },
  getRolePermissions: { input: () => ({ params: { role: 'RU' } }), cells: { any: ADMIN_READS } },
  updateRolePermissions: {
    // The default permissions of guests, so that other cells are not affected.
    input: () => ({ params: { role: 'GU' }, body: { permissions: listDefaultPermissions('GU') } }),
    cells: { any: ADMIN_READS },
  },
  listPermissionChanges: { input: nothing, cells: { any: ADMIN_READS } },
  getPreferences: { input: nothing, cells: { any: EVERYBODY } },
  updatePreferences: {
    input: () => ({
      body: {
        welcome_text: 'Welcome.',
        contact: '',
        guests: true,
        sign_up: true,
        preview_limit_bytes: 1024 * 1024,
      },
    }),
    cells: { any: ADMIN_READS },
  },

  // Rate limited by address without an account, so called only a few times.
  createBugReport: { input: aBugReport, cells: { any: '201 201 201 201 201 201 201 201' } },
  createFeedback: { input: aFeedback, cells: { any: '201 201 201 201 201 201 201 201' } },
  listBugReports: { input: nothing, cells: { any: ADMIN_READS } },
  listFeedback: { input: nothing, cells: { any: ADMIN_READS } },
  getBugReportScreenshot: {
    input: () => ({ params: { id: 2_147_483_647, place: 1 } }),
    cells: { any: ADMIN_ONLY.missing },
  },
  updateBugReport: { input: aStatusOfNothing, cells: { any: ADMIN_ONLY.missing } },
  updateFeedback: { input: aStatusOfNothing, cells: { any: ADMIN_ONLY.missing } },

  listGeneSets: { input: nothing, cells: { any: SIGNED_IN } },
  getGeneSet: { input: byGeneSet, cells: { any: SIGNED_IN } },
  listGenes: { input: byGeneSet, cells: { any: SIGNED_IN } },
  listEnrichedModules: { input: byGeneSet, cells: { any: SIGNED_IN } },
  checkGenes: {
    input: () => ({ body: { species: 'Homo sapiens', file: GENE_FILE } }),
    cells: { any: LABORATORY_ACTS },
  },
  createGeneSets: {
    input: () => ({ body: { ...GENE_SET, file: GENE_FILE } }),
    cells: { any: '401 401 403 403 403 403 201 201' },
  },
  // The set was imported, so it has no owner.
  updateGeneSet: {
    input: () => ({ ...byGeneSet(), body: { ...GENE_SET, version: resources.geneSetVersion } }),
    cells: { any: ADMIN_READS },
  },
  deleteGeneSet: { input: byGeneSet, cells: { any: ADMIN_READS } },
  // Deleted by the previous row; without the right to restore it, it looks missing.
  restoreGeneSet: { input: byGeneSet, cells: { any: '401 401 403 403 403 403 404 200' } },
  exportGeneSets: { input: nothing, cells: { any: MEMBERS } },
  listSpecies: { input: nothing, cells: { any: SIGNED_IN } },
  listGeneSetCategories: { input: nothing, cells: { any: SIGNED_IN } },
  listMappingTables: { input: nothing, cells: { any: SIGNED_IN } },
  listAnalyteMappings: { input: () => ({ query: { type: 'organism' } }), cells: { any: SIGNED_IN } },
  getMappingTable: { input: byMappingTable, cells: { any: SIGNED_IN } },
  listMappingRows: { input: byMappingTable, cells: { any: SIGNED_IN } },
  downloadMappingTable: { input: byMappingTable, cells: { any: MEMBERS } },
  listIdentifierKinds: { input: nothing, cells: { any: SIGNED_IN } },
  listCellTypeReferences: { input: nothing, cells: { any: SIGNED_IN } },
  getCellTypeReference: { input: byId('cellTypes'), cells: READABLE },
  listMarkers: {
    input: (target) => ({ ...byId('cellTypes')(target), query: { level: 'subclass', type: 'Microglia' } }),
    cells: READABLE,
  },
  downloadCellTypeReference: { input: byId('cellTypes'), cells: DOWNLOADABLE },
  findCellTypes: {
    input: ({ module }) => ({ body: { of: { kind: 'module', id: module } } }),
    cells: READABLE,
  },
  mapIdentifiers: {
    input: () => ({ body: { ids: ['IDH1'], from: 'SYMBOL', to: 'ENTREZID' } }),
    cells: { any: SIGNED_IN },
  },

  listSampleAttributes: { input: nothing, cells: { any: LABORATORY_ACTS } },
  listDataCollectionAttributes: { input: nothing, cells: { any: LABORATORY_ACTS } },
  listDataSetAttributes: { input: nothing, cells: { any: LABORATORY_ACTS } },
  listAnalysisAttributes: { input: nothing, cells: { any: LABORATORY_ACTS } },
  createSampleAttribute: {
    input: anAttribute,
    cells: { any: '401 401 403 403 403 403 201 201' },
  },
  updateSampleAttribute: {
    input: aChangeOfNothing,
    cells: { any: '401 401 403 403 403 403 404 404' },
  },
  deleteSampleAttribute: { input: nobodyById, cells: { any: '401 401 403 403 403 403 404 404' } },
  restoreSampleAttribute: { input: nobodyById, cells: { any: '401 401 403 403 403 403 404 404' } },
  createDataCollectionAttribute: { input: anAttribute, cells: { any: '401 401 403 403 403 403 403 201' } },
  updateDataCollectionAttribute: { input: aChangeOfNothing, cells: { any: ADMIN_CHANGES_NOTHING } },
  deleteDataCollectionAttribute: { input: nobodyById, cells: { any: ADMIN_CHANGES_NOTHING } },
  restoreDataCollectionAttribute: { input: nobodyById, cells: { any: ADMIN_CHANGES_NOTHING } },
  createDataSetAttribute: { input: anAttribute, cells: { any: '401 401 403 403 403 403 403 201' } },
  updateDataSetAttribute: { input: aChangeOfNothing, cells: { any: ADMIN_CHANGES_NOTHING } },
  deleteDataSetAttribute: { input: nobodyById, cells: { any: ADMIN_CHANGES_NOTHING } },
  restoreDataSetAttribute: { input: nobodyById, cells: { any: ADMIN_CHANGES_NOTHING } },
  createAnalysisAttribute: { input: anAttribute, cells: { any: '401 401 403 403 403 403 403 201' } },
  updateAnalysisAttribute: { input: aChangeOfNothing, cells: { any: ADMIN_CHANGES_NOTHING } },
  deleteAnalysisAttribute: { input: nobodyById, cells: { any: ADMIN_CHANGES_NOTHING } },
  restoreAnalysisAttribute: { input: nobodyById, cells: { any: ADMIN_CHANGES_NOTHING } },
  listAttributeTables: { input: nothing, cells: { any: LABORATORY_ACTS } },
  downloadAttributeTable: {
    input: () => ({ params: { kind: 'sample', version: 1 } }),
    cells: { any: LABORATORY_ACTS },
  },
  listOntologies: { input: nothing, cells: { any: LABORATORY_ACTS } },
  downloadOntology: {
    input: () => ({ params: { name: 'UBERON', version: 1 } }),
    cells: { any: LABORATORY_ACTS },
  },
  listOntologyTerms: { input: () => ({ params: { name: 'UBERON' } }), cells: { any: SIGNED_IN } },
  listPossibleValues: {
    input: () => ({ params: { kind: 'samples' }, query: { attribute: 'Disease' } }),
    cells: { any: SIGNED_IN },
  },
  listPossibleTerms: { input: () => ({ query: { attribute: 'Disease' } }), cells: { any: SIGNED_IN } },
  listOwners: { input: nothing, cells: { any: SIGNED_IN } },
  listAnalysts: { input: nothing, cells: { any: SIGNED_IN } },
  citeRecord: { input: aStar, cells: READABLE },
  citeList: {
    input: () => ({ body: { title: 'Data sets', address: '/home/advanced-search' } }),
    cells: { any: SIGNED_IN },
  },
  listStarred: { input: nothing, cells: { any: MEMBERS } },
  getStar: { input: aStar, cells: DOWNLOADABLE },
  createStar: { input: aStar, cells: DOWNLOADABLE },
  deleteStar: { input: () => aStar({ collection: MISSING }), cells: { any: MEMBERS } },
  searchAdvanced: {
    input: () => ({ body: { result_type: 'data-sets', filters: {} } }),
    cells: { any: SIGNED_IN },
  },
  countAdvancedSearch: {
    input: () => ({ body: { result_type: 'data-sets', filters: {} } }),
    cells: { any: SIGNED_IN },
  },
  compareLists: {
    input: ({ module }) => ({
      body: {
        lists: [
          { kind: 'list', identifiers: ['OLIG2'] },
          { kind: 'module', id: module },
        ],
      },
    }),
    cells: READABLE,
  },
  repairList: { input: () => ({ body: { identifiers: ['OLIG2'] } }), cells: { any: SIGNED_IN } },
  rankModules: { input: () => ({ body: { identifiers: ['OLIG2'] } }), cells: { any: SIGNED_IN } },
  rankGeneSets: { input: () => ({ body: { identifiers: ['OLIG2'] } }), cells: { any: SIGNED_IN } },
  rankSetsByValues: {
    input: () => ({ body: { genes: ['OLIG2'], values: [1] } }),
    cells: { any: SIGNED_IN },
  },
  rankSetsByKme: { input: ({ module }) => ({ params: { id: module }, body: {} }), cells: READABLE },
  getExpression: {
    input: ({ dataSet }) => ({ params: { id: dataSet }, query: { features: 'OLIG2' } }),
    cells: READABLE,
  },
  listCorrelates: {
    input: ({ dataSet }) => ({ params: { id: dataSet }, query: { feature: 'OLIG2' } }),
    cells: READABLE,
  },
  correlateProfiles: {
    input: ({ dataSet }) => ({
      body: { data_sets: [dataSet], subject: { kind: 'feature', name: 'OLIG2' } },
    }),
    cells: READABLE,
  },
  getSurvival: {
    input: ({ dataSet }) => ({ params: { id: dataSet }, body: {} }),
    cells: READABLE,
  },
  listModuleSurvival: { input: byId('network'), cells: READABLE },
  listCounterparts: { input: byId('module'), cells: READABLE },
  listNetworks: { input: nothing, cells: { any: SIGNED_IN } },
  computeConsensus: { input: ({ module }) => ({ body: { modules: [module] } }), cells: { any: SIGNED_IN } },
  listConsensus: { input: nothing, cells: { any: MEMBERS } },
  createConsensus: {
    input: ({ module }) => ({ body: { name: randomUUID(), modules: [module] } }),
    cells: CREATABLE,
  },
  renameConsensus: {
    input: () => ({ params: { id: MISSING }, body: { name: 'Microglia' } }),
    cells: { any: '401 401 403 404 404 404 404 404' },
  },
  deleteConsensus: { input: nobodyById, cells: { any: '401 401 403 404 404 404 404 404' } },
  restoreConsensus: { input: nobodyById, cells: { any: '401 401 403 404 404 404 404 404' } },
  replaceConsensusLink: { input: nobodyById, cells: { any: '401 401 403 404 404 404 404 404' } },
  getSharedConsensus: {
    input: () => ({ params: { token: 'none' } }),
    cells: { any: '401 401 404 404 404 404 404 404' },
  },
  listBaskets: { input: nothing, cells: { any: MEMBERS } },
  createBasket: {
    input: ({ module }) => ({
      body: { name: randomUUID(), items: [{ kind: 'module', record_number: module }] },
    }),
    cells: CREATABLE,
  },
  renameBasket: {
    input: () => ({ params: { id: MISSING }, body: { name: 'Microglia' } }),
    cells: { any: NOBODYS },
  },
  deleteBasket: { input: nobodyById, cells: { any: NOBODYS } },
  restoreBasket: { input: nobodyById, cells: { any: NOBODYS } },
  replaceBasketLink: { input: nobodyById, cells: { any: NOBODYS } },
  listBasketItems: { input: nobodyById, cells: { any: NOBODYS } },
  addBasketItems: {
    input: () => ({ params: { id: MISSING }, body: { items: [{ kind: 'gene', name: 'GFAP' }] } }),
    cells: { any: NOBODYS },
  },
  removeBasketItems: {
    input: () => ({ params: { id: MISSING }, body: { ids: [1] } }),
    cells: { any: NOBODYS },
  },
  getSharedBasket: {
    input: () => ({ params: { token: 'none' } }),
    cells: { any: '401 401 404 404 404 404 404 404' },
  },
  listSharedBasketItems: {
    input: () => ({ params: { token: 'none' } }),
    cells: { any: '401 401 404 404 404 404 404 404' },
  },
  matchNetworks: {
    input: ({ network }) => ({ params: { id: network, other_id: network } }),
    cells: READABLE,
  },
  getPreservation: {
    input: ({ module, dataSet }) => ({
      params: { id: module, data_set_id: dataSet },
      query: { random_sets: 20 },
    }),
    cells: READABLE,
  },
  getPreservationOfMetaModule: {
    before: theMetaModule,
    input: ({ metaModule, dataSet }) => ({
      params: { id: metaModule, data_set_id: dataSet },
      query: { random_sets: 20 },
    }),
    cells: META_MODULE,
  },
  startPreservationRun: {
    input: ({ network, dataSet }) => ({
      params: { id: network },
      body: { data_set_id: dataSet, random_sets: 20 },
    }),
    before: noRunningTests,
    cells: CREATABLE,
  },
  listPreservationRuns: { input: byId('network'), cells: DOWNLOADABLE },
  // `preservation-runs.test.ts` has runs of readable and other data sets.
  getPreservationRun: { input: nobodyById, cells: { any: '401 401 404 404 404 404 404 404' } },
  cancelPreservationRun: { input: nobodyById, cells: { any: '401 401 403 404 404 404 404 404' } },
  getPipelineOptions: { input: byId('dataSet'), cells: RUNNABLE },
  startPreparation: {
    input: ({ dataSet }) => ({ params: { id: dataSet }, body: { quantile_normalise: true } }),
    before: noWorkingRuns,
    cells: STARTABLE,
  },
  startModuleSearch: {
    input: ({ dataSet }) => ({ params: { id: dataSet }, body: {} }),
    before: noWorkingRuns,
    cells: STARTABLE,
  },
  listPipelineRuns: { input: byId('dataSet'), cells: RUNNABLE },
  // `runs.test.ts` of the pipeline has runs.
  getPipelineRun: { input: nobodyById, cells: { any: NO_RUN } },
  storeNetworks: {
    input: () => ({ ...nobodyById(), body: { cells: [{ relative: 0.99, min_size: 8 }] } }),
    cells: { any: NO_RUN },
  },
  cancelPipelineRun: { input: nobodyById, cells: { any: NO_RUN } },
  getGene: { input: () => ({ params: { symbol: 'OLIG2' } }), cells: { any: SIGNED_IN } },
  listGeneModules: { input: () => ({ params: { symbol: 'OLIG2' } }), cells: { any: SIGNED_IN } },
  listGeneTopics: { input: () => ({ params: { symbol: 'OLIG2' } }), cells: { any: SIGNED_IN } },
  listSetsOfGene: { input: () => ({ params: { symbol: 'OLIG2' } }), cells: { any: SIGNED_IN } },
  listGeneThreads: { input: () => ({ params: { symbol: 'OLIG2' } }), cells: { any: SIGNED_IN } },
  listGeneDataSets: { input: () => ({ params: { symbol: 'OLIG2' } }), cells: { any: SIGNED_IN } },
  listGeneExpression: { input: () => ({ params: { symbol: 'OLIG2' } }), cells: { any: SIGNED_IN } },
  listGeneLevels: { input: () => ({ params: { symbol: 'OLIG2' } }), cells: { any: SIGNED_IN } },
  exportAdvancedSearch: {
    input: () => ({ body: { result_type: 'data-sets', filters: {} } }),
    cells: { any: MEMBERS },
  },
  getSearchCode: {
    input: () => ({ body: { result_type: 'data-sets', filters: {} } }),
    cells: { any: SIGNED_IN },
  },
  listSampleQueries: { input: nothing, cells: { any: SIGNED_IN } },
  listRecentQueries: { input: nothing, cells: { any: SIGNED_IN } },
  listSavedQueries: { input: nothing, cells: { any: MEMBERS } },
  compareSamples: {
    input: ({ dataSet }) => ({ params: { id: dataSet }, body: { groups: [aGroup('M'), aGroup('F')] } }),
    cells: READABLE,
  },
  rankSetsByComparison: {
    input: ({ dataSet }) => ({
      params: { id: dataSet },
      body: { groups: [aGroup('M'), aGroup('F')], test: 'rank-sum' },
    }),
    cells: READABLE,
  },
  listSampleGroups: { input: byId('dataSet'), cells: DOWNLOADABLE },
  createSampleGroup: {
    input: ({ dataSet }) => ({ params: { id: dataSet }, body: aGroup(`M ${randomUUID()}`, 'M') }),
    cells: CREATABLE,
  },
  renameSampleGroup: {
    input: () => ({ ...nobodyById(), body: { name: 'Men' } }),
    cells: { any: '401 401 403 404 404 404 404 404' },
  },
  deleteSampleGroup: { input: nobodyById, cells: { any: '401 401 403 404 404 404 404 404' } },
  restoreSampleGroup: { input: nobodyById, cells: { any: '401 401 403 404 404 404 404 404' } },
  replaceSampleGroupLink: { input: nobodyById, cells: { any: '401 401 403 404 404 404 404 404' } },
  getSharedGroup: {
    input: () => ({ params: { token: 'x'.repeat(22) } }),
    cells: { any: '401 401 404 404 404 404 404 404' },
  },
  createSavedQuery: {
    input: () => ({ body: { description: 'Gliomas', query: { result_type: 'data-sets', filters: {} } } }),
    cells: { any: '401 401 403 201 201 201 201 201' },
  },
  renameSavedQuery: {
    input: () => ({ ...nobodyById(), body: { description: 'Gliomas', version: 1 } }),
    cells: { any: '401 401 403 404 404 404 404 404' },
  },
  deleteSavedQuery: { input: nobodyById, cells: { any: '401 401 403 404 404 404 404 404' } },
  restoreSavedQuery: { input: nobodyById, cells: { any: '401 401 403 404 404 404 404 404' } },
  shareSavedQuery: { input: nobodyById, cells: { any: '401 401 403 404 404 404 404 404' } },
  stopSharingQuery: { input: nobodyById, cells: { any: '401 401 403 404 404 404 404 404' } },
  getSharedQuery: {
    input: () => ({ params: { token: 'x'.repeat(22) } }),
    cells: { any: '401 401 404 404 404 404 404 404' },
  },
  'getSearchQuery of a sample': { input: aSampleQuery, cells: { any: SIGNED_IN } },
  'getSearchQuery of nobody': { input: nobodyById, cells: { any: '401 401 404 404 404 404 404 404' } },
  exportSearchQuery: { input: aSampleQuery, cells: { any: SIGNED_IN } },
  getSearchResults: { input: bySearch, cells: OWN_NOTIFICATIONS },
  cancelSearch: { input: bySearch, before: aRunningSearch, cells: OWN_NOTIFICATIONS },
  listSearchNotifications: { input: nothing, cells: { any: SIGNED_IN } },
  getSearchDefinitions: { input: () => ({}), cells: { any: SIGNED_IN } },
  listSuggestions: { input: () => ({ query: { q: 'olig' } }), cells: { any: SIGNED_IN } },
  searchEverything: { input: () => ({ query: { q: 'attributes' } }), cells: { any: SIGNED_IN } },
  // Unreadable records are absent from the reply; `lists.test.ts` checks this.
  listOmiconIds: { input: () => ({ body: { omicon_ids: ['OM.DC.1'] } }), cells: { any: SIGNED_IN } },
  'getOmiconId of a collection': {
    input: (target) => ({ params: { omicon_id: `OM.DC.${target.collection}` } }),
    cells: READABLE,
  },
  'getOmiconId of a data set': {
    input: (target) => ({ params: { omicon_id: `OM.DS.${target.dataSet}` } }),
    cells: READABLE,
  },
  'getOmiconId of an analysis': {
    input: (target) => ({ params: { omicon_id: `OM.P.${target.analysis}` } }),
    cells: READABLE,
  },
};

const OWN_SOCKET = {
  'of LAB': /*    */ '401 401 404 404 404 404 101 404',
  'of another': /**/ '401 401 404 404 404 404 404 404',
  missing: /*     */ '401 401 404 404 404 404 404 404',
};
/** Sockets whose access depends on reading their record. */
const RECORD_SOCKET_ROWS: Record<string, Record<Records, string>> = {
  '/ws/comment-notification/:id/': {
    public: /*  */ '401    401   101 101 101 101 101 101',
    lab: /*     */ '401    401   404 404 404 101 101 101',
    own: /*     */ '401    401   404 101 404 101 101 101',
    missing: /* */ '401    401   404 404 404 404 404 404',
  },
};
/** Kind of id in the path of a socket: upload, download, person, or search and its notification. */
const SOCKET_ROWS: Record<
  string,
  { of: 'upload' | 'person' | 'download' | 'notification'; type?: string; cells: Record<Uploads, string> }
> = {
  '/ws/import-progress/:id/': {
    of: 'upload',
    cells: {
      'of LAB': /*    */ '401 401 404 404 404 404 101 404',
      'of another': /**/ '401 401 404 404 404 404 404 404',
      missing: /*     */ '401 401 404 404 404 404 404 404',
    },
  },
  '/ws/session/:id/': {
    of: 'person',
    cells: {
      'of LAB': /*    */ '401 401 404 404 404 404 101 404',
      'of another': /**/ '401 401 404 404 404 404 404 404',
      missing: /*     */ '401 401 404 404 404 404 404 404',
    },
  },
  '/ws/download-as-zip/:id/': { of: 'download', type: 'zip', cells: OWN_SOCKET },
  '/ws/download-docker-module/:id/': { of: 'download', type: 'docker', cells: OWN_SOCKET },
  '/ws/download-kme-docker-module/:id/': { of: 'download', type: 'kme-docker', cells: OWN_SOCKET },
  '/ws/advanced-search/:id/': { of: 'notification', cells: OWN_SOCKET },
  // Everybody has their own; this is the one of LAB.
  '/ws/mention-notification/:id/': { of: 'person', cells: OWN_SOCKET },
};

/** Sockets open to pages of this portal without a session; their messages give no access. */
const OPEN_SOCKET_ROWS: Record<string, string> = {
  '/ws/login/:id/': '101 101 101 101 101 101 101 101',
};

const NEWS = { type: 'zip', name: 'GSE4271.zip', file_size: 0, key: 'x/GSE4271.zip', network_id: null };

const callers = new Map<PrincipalName, Caller | null>();
const targets = new Map<Records | Uploads | 'any', Target>();
const MISSING = 99_999_999;
const NOT_ONES_OWN = {
  upload: MISSING,
  draft: MISSING,
  intakeRun: MISSING,
  download: 'x'.repeat(32),
  notification: MISSING,
  mention: MISSING,
};

async function remove(area: string, id: number): Promise<void> {
  await portal.app.inject({
    method: 'DELETE',
    url: `/api/${area}/${id}/`,
    headers: { authorization: `Token ${admin.token}` },
  });
}

async function restore(area: string, id: number): Promise<void> {
  await portal.app.inject({
    method: 'POST',
    url: `/api/${area}/${id}/restore/`,
    headers: { authorization: `Token ${admin.token}` },
  });
}

/** A comment of LAB on a collection, and LAB's own reply to it. */
async function aTalkOn(collection: number): Promise<Pick<Target, 'comment' | 'reply'>> {
  const as = callers.get('LAB') ?? null;
  const body = { ...SAID, entity_type: 'dc' as const, entity_id: collection };
  const said = await portal.call(createComment, { as, body });
  const comment = said.reply.id;
  const answered = await portal.call(createReply, { as, body: { ...SAID, comment } });
  return { comment, reply: answered.reply.id };
}

function metaModuleOf(visibility: string | undefined, module: number) {
  return { audiences: visibility === 'public' ? AUDIENCES : (['laboratory'] as const), module };
}

/** Restores the meta-module, which a job that computes the atlas would have removed. */
async function theMetaModule({ metaModule, module }: Target): Promise<void> {
  if (metaModule === MISSING) return;
  const isPublic = metaModule === targetFor('public').metaModule;
  const made = metaModuleOf(isPublic ? 'public' : 'private', module);
  await aMetaModule(portal.services.db, { ...made, number: metaModule });
}

async function targetOf(options: Parameters<typeof aLaboratory>[1]): Promise<Target> {
  const { analysis } = pathsOf(options?.accession);
  const numbers = await aLaboratory(portal, {
    ...options,
    files: {
      ...smallLaboratory(options),
      [`${analysis}/genes.xlsx`]: aWorkbook('xlsx'),
      [`${analysis}/report.docx`]: docxOf(),
    },
  });
  const keyOf = async (owner: { type: 'ds' | 'project'; number: number }, like: string) => {
    const { id, name } = await portal.services.db
      .selectFrom('file')
      .select(['id', 'name'])
      .where('entity_type', '=', owner.type)
      .where('entity_number', '=', owner.number)
      .where('name', 'like', like)
      .executeTakeFirstOrThrow();
    return `${id}/${name}`;
  };
  const module = await portal.services.db
    .selectFrom('covariation_module as m')
    .innerJoin('covariation_network as n', 'n.id', 'm.covariation_network_id')
    .innerJoin('analysis as a', 'a.id', 'n.analysis_id')
    .select(['m.number as module', 'n.number as network'])
    .where('a.number', '=', numbers.analysis)
    .where('m.page', '=', 1)
    .executeTakeFirstOrThrow();
  return {
    collection: numbers.collection,
    dataSet: numbers.loaded,
    analysis: numbers.analysis,
    ...module,
    metaModule: await aMetaModule(portal.services.db, metaModuleOf(options?.visibility, module.module)),
    cellTypes: await aCellTypeReference(portal, {
      title: `Cell types of ${numbers.collection}`,
      visibility: options?.visibility ?? 'public',
      ...(options?.person_id === undefined ? {} : { person_id: options.person_id }),
    }),
    ...(await aTalkOn(numbers.collection)),
    fileKey: await keyOf({ type: 'ds', number: numbers.loaded }, '%DS1_attributes.csv'),
    workbookKey: await keyOf({ type: 'project', number: numbers.analysis }, 'genes.xlsx'),
    documentKey: await keyOf({ type: 'project', number: numbers.analysis }, 'report.docx'),
    ...NOT_ONES_OWN,
  };
}

async function anUploadOf(person_id: number, kind: 'collection' | 'data' = 'collection'): Promise<number> {
  const upload = {
    person_id,
    kind,
    file_name: 'CGGA.zip',
    size_bytes: 10,
    part_size: 8 * 1024 * 1024,
  };
  return (
    await portal.services.db.insertInto('upload').values(upload).returning('id').executeTakeFirstOrThrow()
  ).id;
}

async function aDraftOf(person_id: number): Promise<number> {
  const upload_id = await anUploadOf(person_id, 'data');
  const files = JSON.stringify([{ name: 'CGGA.csv', size_bytes: 10 }]);
  await portal.services.db.insertInto('data_draft').values({ upload_id, files }).execute();
  return upload_id;
}

async function anIntakeRunOf(person_id: number): Promise<number> {
  const run = { person_id, source: 'CGGA.zip' };
  return (
    await portal.services.db.insertInto('intake_run').values(run).returning('id').executeTakeFirstOrThrow()
  ).id;
}

async function aDownloadOf(person_id: number, state: 'ready' | 'waiting', type = 'zip'): Promise<string> {
  const id = `${type === 'zip' ? '' : `${type}_`}${state}_${person_id}`.padEnd(32, 'x');
  await portal.services.db
    .insertInto('download_request')
    .values({
      id,
      person_id,
      type,
      name: 'GSE4271.zip',
      file_ids: [],
      paths: [],
      size_bytes: 0,
      state,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}

/** A running search with that number, owned by the person of the notification. */
async function aRunningSearch({ notification }: Target): Promise<void> {
  await sql`
    insert into search_result (id, person_id, query, query_hash)
    select id, person_id, '{"result_type": "data-sets", "filters": {}}', '\\x01' from notification where id = ${notification}
    on conflict (id) do update set state = 'running'`.execute(portal.services.db);
}

/** Other rows take downloads away. */
async function aNewDownload({ download }: Target): Promise<void> {
  const owner = /^ready_(\d+)x+$/.exec(download)?.[1];
  if (owner !== undefined) await aDownloadOf(Number(owner), 'ready');
}

async function belongingsOf(
  person_id: number,
): Promise<Pick<Target, 'upload' | 'draft' | 'intakeRun' | 'download' | 'notification' | 'mention'>> {
  const comment = await aComment(portal.services, {
    person_id,
    collection: targetFor('public').collection,
  });
  const { id: notification } = await portal.services.db
    .insertInto('notification')
    .values({
      person_id,
      kind: 'download',
      subject: 'GSE4271.zip',
      content: JSON.stringify(NEWS),
      read_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    upload: await anUploadOf(person_id),
    draft: await aDraftOf(person_id),
    intakeRun: await anIntakeRunOf(person_id),
    download: await aDownloadOf(person_id, 'ready'),
    notification,
    mention: await tellOf(portal.services, person_id, comment),
  };
}

beforeAll(async () => {
  portal = await openTestPortal();
  await ensureTerms(portal.services.db);
  await ensureAttributeTables(portal.services.db);
  admin = await portal.signInAs('admin');
  await aPerson(portal.services, { username: 'ramona', role: 'RU', password: PASSWORD });
  const ended = await portal.signInAs('LAB');
  await portal.app.inject({
    method: 'POST',
    url: '/api/logout/',
    headers: { authorization: `Token ${ended.token}` },
  });
  const curator = await portal.signInAs('LAB');
  const [ru, lab] = [await portal.signInAs('RU'), await portal.signInAs('LAB')];
  const people = [
    null,
    ended,
    await portal.signInAs('GU'),
    ru,
    await portal.signInAs('RU'),
    await portal.signInAs('REVIEWER'),
    lab,
    admin,
  ];
  for (const [index, name] of PRINCIPALS.entries()) callers.set(name, people[index] ?? null);

  const none: Target = {
    collection: MISSING,
    dataSet: MISSING,
    analysis: MISSING,
    network: MISSING,
    module: MISSING,
    metaModule: MISSING,
    cellTypes: MISSING,
    comment: MISSING,
    reply: MISSING,
    fileKey: `${MISSING}/GSE1.csv`,
    workbookKey: `${MISSING}/GSE1.xlsx`,
    documentKey: `${MISSING}/GSE1.docx`,
    ...NOT_ONES_OWN,
  };
  targets.set('missing', none).set('any', none);
  targets.set('public', await targetOf({ visibility: 'public' }));
  targets.set(
    'lab',
    await targetOf({
      accession: 'CGGA',
      study: 'Zhao 2021 CGGA',
      visibility: 'private',
      person_id: curator.person_id,
    }),
  );
  targets.set(
    'own',
    await targetOf({
      accession: 'GSE16011',
      study: 'Gravendeel 2009 GSE16011',
      visibility: 'private',
      person_id: ru.person_id,
    }),
  );
  await takeIn(portal, smallResources());
  const { db } = portal.services;
  const set = await db
    .selectFrom('gene_set')
    .select(['number', 'version'])
    .orderBy('number')
    .executeTakeFirstOrThrow();
  const table = await db.selectFrom('mapping_table').select('id').executeTakeFirstOrThrow();
  resources.geneSet = set.number;
  resources.geneSetVersion = set.version;
  resources.mappingTable = table.id;
  // Jobs compute the complete kME tables.
  await portal.runJobs();
  targets.set('of LAB', { ...none, ...(await belongingsOf(lab.person_id)) });
  targets.set('of another', { ...none, ...(await belongingsOf(curator.person_id)) });
  for (const name of ['of LAB', 'of another'] as const) await aRunningSearch(targetFor(name));
});
afterAll(() => portal.close());

function endpointOf(row: string): EndpointSpec {
  const endpoint = ENDPOINTS.get(row.split(' ')[0] ?? '');
  if (!endpoint) throw new Error(`Row ${row} has no endpoint.`);
  return endpoint;
}

function targetFor(name: string): Target {
  const target = targets.get(name as Records);
  if (!target) throw new Error(`There is no record called ${name}.`);
  return target;
}

async function callerFor(name: PrincipalName, row: Row): Promise<Caller | null> {
  const caller = callers.get(name) ?? null;
  if (!caller || !row.hasOwnSignIn || name === 'ended') return caller;
  return {
    ...caller,
    token: await createSession(portal.services.db, { id: caller.person_id, expires_at: null }, 'header'),
  };
}

/** Without a record in the name of the cell, the call lists everything. */
function inputOf(row: Row, name: string): RawInput {
  const input = row.input(targetFor(name));
  return name === 'any' && input.query && 'entity_id' in input.query ? {} : input;
}

test('every endpoint has a row and every row an endpoint', () => {
  const named = new Set(Object.keys(ROWS).map((row) => row.split(' ')[0]));
  expect([...named].sort()).toEqual([...ENDPOINTS.keys()].sort());
  const rows = [OPEN_SOCKET_ROWS, SOCKET_ROWS, RECORD_SOCKET_ROWS].flatMap(Object.keys);
  expect(rows.toSorted()).toEqual(sockets.map((socket) => socket.path).toSorted());
  expect(Object.keys(OPEN_SOCKET_ROWS)).toEqual(
    sockets.filter((socket) => 'permission' in socket).map((socket) => socket.path),
  );
});

test('a row covers every kind of record of its endpoint', () => {
  for (const [name, row] of Object.entries(ROWS)) {
    const { object } = endpointOf(name);
    const cells = Object.keys(row.cells);
    if (object === 'none') expect(cells, name).toEqual(['any']);
    // Credentials are for files or, in a separate row, for an upload.
    else if (['upload', 'download', 'notification'].includes(object) || cells.includes('of LAB'))
      expect(cells, name).toEqual(['of LAB', 'of another', 'missing']);
    else if (!cells.includes('any'))
      expect(cells.toSorted(), name).toEqual(['lab', 'missing', 'own', 'public']);
  }
});

describe.each(Object.entries(ROWS))('%s', (rowName, row) => {
  for (const [recordName, statuses] of Object.entries(row.cells)) {
    test(`${recordName}: ${statuses.replaceAll(/\s+/g, ' ')}`, async () => {
      const found: string[] = [];
      for (const principal of PRINCIPALS) {
        await row.before?.(targetFor(recordName));
        const answer = await portal.ask(endpointOf(rowName), {
          ...inputOf(row, recordName),
          as: await callerFor(principal, row),
        });
        found.push(`${principal} ${answer.status}`);
      }
      const expected = statuses.split(/\s+/);
      expect(found).toEqual(PRINCIPALS.map((principal, index) => `${principal} ${expected[index]}`));
    });
  }
});

describe('a private record looks like a missing one', () => {
  const asked = Object.entries(ROWS).filter(([, row]) => 'missing' in row.cells);
  test.each(asked)('%s', async (rowName, row) => {
    const isOnesOwn = 'of another' in row.cells;
    // Administrators may see what belongs to others where its row says so.
    const strangers = (['LAB', 'admin'] as const).filter(
      (principal) => row.cells['of another']?.split(/\s+/)[PRINCIPALS.indexOf(principal)] !== '200',
    );
    for (const principal of isOnesOwn ? strangers : (['GU', 'other RU'] as const)) {
      const [hidden, missing] = await Promise.all(
        [isOnesOwn ? 'of another' : 'lab', 'missing'].map((name) =>
          portal.ask(endpointOf(rowName), { ...inputOf(row, name), as: callers.get(principal) ?? null }),
        ),
      );
      expect({ ...hidden?.refusal, request_id: '' }).toEqual({ ...missing?.refusal, request_id: '' });
      expect(hidden?.status).toBe(missing?.status);
    }
  });
});

async function upgradeStatusOf(path: string, headers: Record<string, string>): Promise<number> {
  try {
    const socket: WebSocket = await portal.app.injectWS(path, { headers });
    socket.terminate();
    return 101;
  } catch (error) {
    return Number(/\d{3}/.exec(String(error))?.[0]);
  }
}

function authorizationOf(caller: Caller | null): { authorization: string } {
  return { authorization: caller ? `Token ${caller.token}` : 'Token none' };
}

test.each(Object.entries(OPEN_SOCKET_ROWS))('%s: %s', async (path, statuses) => {
  const found: string[] = [];
  const foreign: number[] = [];
  for (const principal of PRINCIPALS) {
    const headers = authorizationOf(callers.get(principal) ?? null);
    const ask = (origin: string) =>
      upgradeStatusOf(path.replace(':id', randomUUID()), { ...headers, ...PAGE, origin });
    found.push(`${principal} ${await ask(PAGE.origin)}`);
    foreign.push(await ask('https://evil.test'));
  }
  const expected = statuses.split(/\s+/);
  expect(found).toEqual(PRINCIPALS.map((principal, index) => `${principal} ${expected[index]}`));
  expect(foreign).toEqual(PRINCIPALS.map(() => 403));
});

describe.each(Object.entries(RECORD_SOCKET_ROWS))('%s', (path, cells) => {
  test.each(Object.entries(cells))('%s: %s', async (name, statuses) => {
    const { collection, module } = targetFor(name);
    for (const id of [collection, module]) {
      const found: string[] = [];
      for (const principal of PRINCIPALS) {
        const headers = authorizationOf(callers.get(principal) ?? null);
        found.push(`${principal} ${await upgradeStatusOf(path.replace(':id', String(id)), headers)}`);
      }
      const expected = statuses.split(/\s+/);
      expect(found).toEqual(PRINCIPALS.map((principal, index) => `${principal} ${expected[index]}`));
    }
  });
});

describe.each(Object.entries(SOCKET_ROWS))('%s', (path, { of, type, cells }) => {
  async function idOf(name: string): Promise<number | string> {
    const lab = callers.get('LAB')?.person_id ?? 0;
    if (of === 'person')
      return name === 'of LAB' ? lab : name === 'missing' ? MISSING : (await aPerson(portal.services)).id;
    if (of === 'notification') await aRunningSearch(targetFor(name));
    if (of === 'notification' || name !== 'of LAB') return targetFor(name)[of];
    // The row of deleteUpload has deleted the upload of LAB; a ready download has no more messages.
    return of === 'upload' ? anUploadOf(lab) : aDownloadOf(lab, 'waiting', type);
  }

  test.each(Object.entries(cells))('%s: %s', async (name, statuses) => {
    const id = await idOf(name);
    const found: string[] = [];
    for (const principal of PRINCIPALS)
      found.push(
        `${principal} ${await upgradeStatusOf(path.replace(':id', String(id)), authorizationOf(callers.get(principal) ?? null))}`,
      );
    const expected = statuses.split(/\s+/);
    expect(found).toEqual(PRINCIPALS.map((principal, index) => `${principal} ${expected[index]}`));
  });
});
