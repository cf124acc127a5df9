/** What is stored already, for references of an input that lead outside of it. */

/** A stored data set as units of an input refer to it. */
export interface HeldDataSet {
  title: string;
  versionCode: string;
  /** name of its collection's folder */
  collection: string;
  sampleLabels: readonly string[];
  /** names of its sample attributes */
  sampleColumns: readonly string[];
  /** identifiers of its features, in file order */
  readFeatures(): Promise<readonly string[]>;
}

export interface Holdings {
  /** The current data set of a title and version code. */
  findDataSet(name: { title: string; version_code: string }): Promise<HeldDataSet | null>;
  /**
   * Titles and version codes of the current data sets of a collection; null when there is no such collection. The title
   * of a data set that the uploader may not read is null.
   */
  listDataSetsOf(collection: string): Promise<{ title: string | null; versionCode: string }[] | null>;
  /** The collection of a data set that this one may be made from: its version code, a title that this one begins with. */
  findCollectionOfParent(child: { title: string; parent: string }): Promise<string | null>;
  /** Which of these gene sets are stored with their genes. */
  listKnownSets(setIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Holdings of a portal without any record. */
export const NOTHING_HELD: Holdings = {
  findDataSet: async () => null,
  listDataSetsOf: async () => null,
  findCollectionOfParent: async () => null,
  listKnownSets: async () => new Set(),
};
