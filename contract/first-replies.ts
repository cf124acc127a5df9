/**
 * Calls that every page makes before its screen. The server makes them itself, with the visitor's cookie and through
 * the same routes, and puts the replies into the page, so that the frame renders without waiting for the network.
 */
import { listRecentAnalyses } from './areas/analyses/analyses.ts';
import { listRecentDataCollections } from './areas/collections.ts';
import { listDownloads } from './areas/downloads.ts';
import { listUnreadNotifications } from './areas/notifications.ts';
import { getDemoProgress, getPublicContents } from './areas/operations.ts';
import { getSignIn } from './areas/people/account.ts';
import { getPreferences } from './areas/people/preferences.ts';
import { checkVersion, getPermissions, getSession } from './areas/people/sign-in.ts';
import type { EndpointSpec } from './base/endpoint.ts';
import type { PageFrame } from './base/page-frame.ts';

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
export const FIRST_CALLS: Record<PageFrame, readonly EndpointSpec[]> = {
  home: OF_FRAME,
  menuless: OF_FRAME,
  public: [getSession, checkVersion, getPreferences, getPublicContents, getDemoProgress],
};
