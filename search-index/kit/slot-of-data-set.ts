/** Slots: networks of one data set share one for life, and a search shard holds the networks of some slots. */

/** With shards. */
export const SLOTS = 8;

/** Knuth's multiplier: neighbouring numbers get different slots. */
export const SLOT_MULTIPLIER = 2_654_435_761;

/** The slot of a data set's networks, 0 to 7. */
export function slotOf(dataSetNumber: number): number {
  return Math.imul(dataSetNumber, SLOT_MULTIPLIER) >>> 29;
}
