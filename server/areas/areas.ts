/** Every area's routes and sockets, in the order of the contract. */

import type { AnySocket } from '../base/connections/sockets.ts';
import type { Route } from '../base/http/serve.ts';
import { accountSelfRoutes, sessionSocket } from './account/routes.ts';
import { searchSocket } from './advanced-search/background.ts';
import { advancedSearchRoutes } from './advanced-search/routes.ts';
import { modulePictureRoutes } from './analyses/module-picture.ts';
import { themeRoutes } from './analyses/module-theme.ts';
import { moduleRoutes } from './analyses/modules.ts';
import { networkRoutes } from './analyses/networks.ts';
import { analysisRoutes } from './analyses/routes.ts';
import { atlasRoutes } from './atlas/routes.ts';
import { attributeRoutes } from './attributes/routes.ts';
import { basketRoutes } from './baskets/routes.ts';
import { cellTypeRoutes } from './cell-types/routes.ts';
import { citationRoutes } from './citations/routes.ts';
import { collectionRoutes } from './collections/routes.ts';
import { visibilityRoutes } from './collections/visibility.ts';
import { commentRoutes, commentSocket } from './comments/routes.ts';
import { comparisonRoutes } from './comparison/routes.ts';
import { sampleGroupRoutes } from './comparison/sample-groups.ts';
import { consensusRoutes } from './consensus/routes.ts';
import { downloadRoutes, downloadSockets } from './downloads/routes.ts';
import { expressionRoutes } from './expression/routes.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { credentialRoutes } from './files/credentials.ts';
import { exploreRoutes } from './files/explore/explore.ts';
import { fileRoutes } from './files/routes.ts';
import { importProgressSocket, uploadRoutes } from './files/uploads.ts';
import { geneListRoutes } from './gene-lists/routes.ts';
import { geneSetRoutes } from './gene-sets/routes.ts';
import { geneRoutes } from './genes/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { lineageRoutes } from './lineage/routes.ts';
import { mappingTableRoutes } from './mapping-tables/routes.ts';
import { matchingRoutes } from './matching/routes.ts';
import { newsSocket } from './notifications/news-socket.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { operationRoutes } from './operations/routes.ts';
import { pipelineRoutes } from './pipeline/routes.ts';
import { preferenceRoutes } from './preferences/routes.ts';
import { registrationRoutes } from './registration/routes.ts';
import { oneSampleRoutes } from './samples/one-sample.ts';
import { sampleRoutes } from './samples/routes.ts';
import { sampleNetworkRoutes } from './samples/sample-network.ts';
import { searchRoutes } from './search/routes.ts';
import { accountRoutes } from './sign-in/routes.ts';
import { loginSocket } from './single-sign-on/login-socket.ts';
import { singleSignOnRoutes } from './single-sign-on/routes.ts';
import { starredRoutes } from './starred/routes.ts';
import { survivalRoutes } from './survival/routes.ts';
import { termsRoutes } from './terms/routes.ts';
import { draftRoutes } from './uploads/drafts/routes.ts';
import { intakeRoutes } from './uploads/routes.ts';
import { templateRoutes } from './uploads/template.ts';
import { userRoutes } from './users/routes.ts';

export const routes: readonly Route[] = [
  ...accountRoutes,
  ...singleSignOnRoutes,
  ...registrationRoutes,
  ...accountSelfRoutes,
  ...termsRoutes,
  ...homeRoutes,
  ...citationRoutes,
  ...collectionRoutes,
  ...visibilityRoutes,
  ...sampleRoutes,
  ...oneSampleRoutes,
  ...sampleNetworkRoutes,
  ...lineageRoutes,
  ...analysisRoutes,
  ...networkRoutes,
  ...themeRoutes,
  ...moduleRoutes,
  ...modulePictureRoutes,
  ...atlasRoutes,
  ...matchingRoutes,
  ...pipelineRoutes,
  ...consensusRoutes,
  ...basketRoutes,
  ...fileRoutes,
  ...exploreRoutes,
  ...uploadRoutes,
  ...intakeRoutes,
  ...draftRoutes,
  ...templateRoutes,
  ...credentialRoutes,
  ...downloadRoutes,
  ...commentRoutes,
  ...notificationRoutes,
  ...geneSetRoutes,
  ...mappingTableRoutes,
  ...cellTypeRoutes,
  ...attributeRoutes,
  ...searchRoutes,
  ...advancedSearchRoutes,
  ...geneListRoutes,
  ...geneRoutes,
  ...expressionRoutes,
  ...survivalRoutes,
  ...comparisonRoutes,
  ...sampleGroupRoutes,
  ...starredRoutes,
  ...operationRoutes,
  ...userRoutes,
  ...preferenceRoutes,
  ...feedbackRoutes,
];

export const sockets: readonly AnySocket[] = [
  loginSocket,
  importProgressSocket,
  sessionSocket,
  ...downloadSockets,
  searchSocket,
  commentSocket,
  newsSocket,
];
