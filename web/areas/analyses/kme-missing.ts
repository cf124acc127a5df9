/** What is said where the kME of a network is not there: it will be, or it was given up. */
export const KME_MISSING = {
  waiting: 'kME is still being computed; everything else is complete.',
  failed: 'kME could not be computed after several tries. The administrators have been told.',
} as const;
