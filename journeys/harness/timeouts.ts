/** Maximum delay of responses in milliseconds, to find actions that do not wait for a response. */
export const DELAY_MS = Number(process.env.OMICON_JOURNEY_DELAY ?? 0);
if (!(DELAY_MS >= 0)) throw new Error('OMICON_JOURNEY_DELAY must be a number of milliseconds.');

export const isOnCluster = process.env.OMICON_JOURNEYS_ON === 'cluster';

/**
 * Factor for all timeouts: a cluster runs seven more processes on the same two cores, and a screen may need several
 * delayed responses in sequence.
 */
export const TIMEOUT_FACTOR = isOnCluster || DELAY_MS > 0 ? 3 : 1;

/**
 * Longest wait for an element, a response or an expected value. It ends what hangs and says nothing about speed: a
 * processor a third as fast, with three files at a time, must not fail a journey.
 */
export const PATIENCE_MS = 120_000 * TIMEOUT_FACTOR;
