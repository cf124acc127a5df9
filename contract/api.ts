/** Every endpoint by name: the server serves exactly these, and the web application calls exactly these. */
import * as account from './areas/account.ts';
import * as advancedSearch from './areas/advanced-search/advanced-search.ts';
import * as searchQueries from './areas/advanced-search/search-queries.ts';
import * as analyses from './areas/analyses/analyses.ts';
import * as covariationNetworks from './areas/analyses/covariation-networks.ts';
import * as modulePicture from './areas/analyses/module-picture.ts';
import * as attributes from './areas/attributes.ts';
import * as collections from './areas/collections.ts';
import * as comments from './areas/comments.ts';
import * as downloads from './areas/downloads.ts';
import * as feedback from './areas/feedback.ts';
import * as explore from './areas/files/explore.ts';
import * as files from './areas/files/files.ts';
import * as geneLists from './areas/gene-lists.ts';
import * as geneSets from './areas/gene-sets.ts';
import * as mappingTables from './areas/mapping-tables.ts';
import * as notifications from './areas/notifications.ts';
import * as operations from './areas/operations.ts';
import * as preferences from './areas/preferences.ts';
import * as registration from './areas/registration.ts';
import * as samples from './areas/samples.ts';
import * as search from './areas/search.ts';
import * as signIn from './areas/sign-in.ts';
import * as singleSignOn from './areas/single-sign-on.ts';
import * as starred from './areas/starred.ts';
import * as terms from './areas/terms.ts';
import * as uploads from './areas/uploads.ts';
import * as users from './areas/users.ts';
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
    collections,
    samples,
    analyses,
    covariationNetworks,
    modulePicture,
    files,
    uploads,
    explore,
    downloads,
    comments,
    notifications,
    geneSets,
    mappingTables,
    attributes,
    search,
    advancedSearch,
    geneLists,
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
