/** Messages shown while the kME of a network is being computed, or after that has failed. */
export const KME_MISSING = {
  waiting: 'kME is still being computed; everything else is complete.',
  failed: 'kME could not be computed after several tries. The administrators have been told.',
} as const;
