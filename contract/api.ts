/** Every endpoint by name: the server serves exactly these, and the web application calls exactly these. */

import * as advancedSearch from './areas/advanced-search/advanced-search.ts';
import * as searchQueries from './areas/advanced-search/search-queries.ts';
import * as analyses from './areas/analyses/analyses.ts';
import * as atlas from './areas/analyses/atlas.ts';
import * as covariationNetworks from './areas/analyses/covariation-networks.ts';
import * as modulePicture from './areas/analyses/module-picture.ts';
import * as attributes from './areas/attributes.ts';
import * as baskets from './areas/baskets.ts';
import * as cellTypes from './areas/cell-types.ts';
import * as citations from './areas/citations.ts';
import * as collections from './areas/collections.ts';
import * as comments from './areas/comments.ts';
import * as consensus from './areas/consensus.ts';
import * as downloads from './areas/downloads.ts';
import * as drafts from './areas/drafts.ts';
import * as feedback from './areas/feedback.ts';
import * as explore from './areas/files/explore.ts';
import * as files from './areas/files/files.ts';
import * as geneLists from './areas/genes/gene-lists.ts';
import * as geneSets from './areas/genes/gene-sets.ts';
import * as genes from './areas/genes/genes.ts';
import * as mappingTables from './areas/genes/mapping-tables.ts';
import * as home from './areas/home.ts';
import * as matching from './areas/matching.ts';
import * as notifications from './areas/notifications.ts';
import * as operations from './areas/operations.ts';
import * as account from './areas/people/account.ts';
import * as preferences from './areas/people/preferences.ts';
import * as registration from './areas/people/registration.ts';
import * as signIn from './areas/people/sign-in.ts';
import * as singleSignOn from './areas/people/single-sign-on.ts';
import * as terms from './areas/people/terms.ts';
import * as users from './areas/people/users.ts';
import * as pipelineRuns from './areas/runs/pipeline-runs.ts';
import * as preservationRuns from './areas/runs/preservation-runs.ts';
import * as samples from './areas/samples.ts';
import * as search from './areas/search.ts';
import * as starred from './areas/starred.ts';
import * as comparisons from './areas/statistics/comparisons.ts';
import * as correlates from './areas/statistics/correlates.ts';
import * as expression from './areas/statistics/expression.ts';
import * as survival from './areas/statistics/survival.ts';
import * as template from './areas/template.ts';
import * as uploads from './areas/uploads.ts';
import * as visibility from './areas/visibility.ts';
import type { EndpointSpec } from './base/endpoint.ts';

function isEndpoint(value: unknown): value is EndpointSpec {
  return typeof value === 'object' && value !== null && 'path' in value && 'permission' in value;
}

/** Name -> endpoint, in the order of the areas. */
export const ENDPOINTS: ReadonlyMap<string, EndpointSpec> = new Map(
  [
    signIn,
    singleSignOn,
    registration,
    account,
    terms,
    home,
    collections,
    citations,
    visibility,
    samples,
    analyses,
    covariationNetworks,
    atlas,
    modulePicture,
    matching,
    pipelineRuns,
    preservationRuns,
    consensus,
    baskets,
    files,
    uploads,
    drafts,
    template,
    explore,
    downloads,
    comments,
    notifications,
    geneSets,
    mappingTables,
    cellTypes,
    attributes,
    search,
    advancedSearch,
    geneLists,
    genes,
    expression,
    correlates,
    survival,
    comparisons,
    searchQueries,
    starred,
    operations,
    users,
    preferences,
    feedback,
  ].flatMap((area) =>
    Object.entries(area).filter((entry): entry is [string, EndpointSpec] => isEndpoint(entry[1])),
  ),
);
