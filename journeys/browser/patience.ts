/** Milliseconds up to which answers of the server are held back, to find what is done before an answer has come. */
export const HOLD_MS = Number(process.env.OMICON_JOURNEY_DELAY ?? 0);
if (!(HOLD_MS >= 0)) throw new Error('OMICON_JOURNEY_DELAY must be a number of milliseconds.');

export const isOnCluster = process.env.OMICON_JOURNEYS_ON === 'cluster';

/**
 * How many times longer everything may take: a cluster is seven processes more for the same two cores, and an answer
 * that is held back is one of several that a screen needs one after the other.
 */
export const PATIENCE = isOnCluster || HOLD_MS > 0 ? 3 : 1;
