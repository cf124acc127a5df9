/** Every call of the product, by name: the server serves exactly these, the web application calls exactly these. */
import * as account from './account.ts';
import * as accounts from './accounts.ts';
import * as advancedSearch from './advanced-search.ts';
import * as analyses from './analyses.ts';
import * as attributes from './attributes.ts';
import * as collections from './collections.ts';
import * as comments from './comments.ts';
import * as covariationNetworks from './covariation-networks.ts';
import * as downloads from './downloads.ts';
import type { EndpointSpec } from './endpoint.ts';
import * as explore from './explore.ts';
import * as feedback from './feedback.ts';
import * as files from './files.ts';
import * as geneLists from './gene-lists.ts';
import * as geneSets from './gene-sets.ts';
import * as intake from './intake.ts';
import * as mappingTables from './mapping-tables.ts';
import * as notifications from './notifications.ts';
import * as operations from './operations.ts';
import * as registration from './registration.ts';
import * as search from './search.ts';
import * as searchQueries from './search-queries.ts';
import * as singleSignOn from './single-sign-on.ts';
import * as starred from './starred.ts';
import * as terms from './terms.ts';
import * as users from './users.ts';

function isEndpoint(value: unknown): value is EndpointSpec {
  return typeof value === 'object' && value !== null && 'path' in value && 'permission' in value;
}

/** Name -> endpoint, in the order of the areas. */
export const ENDPOINTS: ReadonlyMap<string, EndpointSpec> = new Map(
  [
    accounts,
    singleSignOn,
    registration,
    account,
    terms,
    collections,
    analyses,
    covariationNetworks,
    files,
    intake,
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
    feedback,
  ].flatMap((area) =>
    Object.entries(area).filter((entry): entry is [string, EndpointSpec] => isEndpoint(entry[1])),
  ),
);
