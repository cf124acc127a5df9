/** How many times longer everything may take: a cluster is seven processes more for the same two cores. */
export const PATIENCE = process.env.OMICON_JOURNEYS_ON === 'cluster' ? 3 : 1;
