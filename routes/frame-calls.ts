/**
 * Calls that every page makes before its screen. The server makes them itself, with the visitor's cookie and through
 * the same routes, and puts the replies into the page, so that the frame renders without waiting for the network.
 */
import { listRecentAnalyses } from '@omicon/contract/areas/analyses/analyses.ts';
import { listRecentDataCollections } from '@omicon/contract/areas/collections.ts';
import { listDownloads } from '@omicon/contract/areas/downloads.ts';
import { listUnreadNotifications } from '@omicon/contract/areas/notifications.ts';
import { getDemoProgress, getPublicContents } from '@omicon/contract/areas/operations.ts';
import { getSignIn } from '@omicon/contract/areas/people/account.ts';
import { getPreferences } from '@omicon/contract/areas/people/preferences.ts';
import { checkVersion, getPermissions, getSession } from '@omicon/contract/areas/people/sign-in.ts';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import type { PageFrame } from '@omicon/contract/base/page-frame.ts';

const OF_FRAME = [
  getSession,
  getPermissions,
  listUnreadNotifications,
  listRecentDataCollections,
  listRecentAnalyses,
  listDownloads,
  getSignIn,
  getDemoProgress,
];

/** Reads without parameters, which the page itself would make first. */
export const FRAME_CALLS: Record<PageFrame, readonly EndpointSpec[]> = {
  home: OF_FRAME,
  menuless: OF_FRAME,
  public: [getSession, checkVersion, getPreferences, getPublicContents, getDemoProgress],
};
