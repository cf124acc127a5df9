/** Stored records, for references that lead out of the input. */

/** A stored data set, as far as references need it. */
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
   * Titles and version codes of the current data sets of a collection; null if the collection does not exist. The
   * title is null if the uploader may not read the data set.
   */
  listDataSetsOf(collection: string): Promise<{ title: string | null; versionCode: string }[] | null>;
  /** The collection of a possible parent: a data set with version code `parent` whose title is a prefix of `title`. */
  findCollectionOfParent(child: { title: string; parent: string }): Promise<string | null>;
  /** Attributes of the samples of a stored collection by label; null if the uploader may not read it. */
  findSamplesOf(collection: string): Promise<ReadonlyMap<string, ReadonlyMap<string, string | null>> | null>;
  /** Which of these gene sets are stored with their genes. */
  listKnownSets(setIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Holdings of an empty portal. */
export const NOTHING_HELD: Holdings = {
  findDataSet: async () => null,
  listDataSetsOf: async () => null,
  findCollectionOfParent: async () => null,
  findSamplesOf: async () => null,
  listKnownSets: async () => new Set(),
};
