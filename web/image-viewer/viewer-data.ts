/** Data files of the image, written by the portal; addresses are relative, so any static file server will do. */

export interface ModuleSummary {
  omicon_id: string;
  name: string;
  page: number;
  seed: number;
  pos_bc: number;
  pos_fdr: number;
  pc1_ve: number | null;
  homogeneity: number | null;
  separation: number | null;
  specificity: number | null;
  mean_expression: number | null;
  top_set: { set_name: string; p_value: number } | null;
}

interface Pair {
  name: string;
  value: string | null;
}

export interface Network {
  omicon_id: string;
  name: string;
  version: number;
  analysis: { omicon_id: string; title: string };
  input_data_set: string;
  identifier: string;
  parameters: Pair[];
  statistics: Pair[];
  samples: string[];
  number_of_features: number;
  features_per_piece: number;
  modules: ModuleSummary[];
}

export interface Features {
  features: string[];
  /** by definition: for each feature the page of its module, 0 for none */
  definitions: Record<string, number[]>;
}

export interface ModuleData {
  name: string;
  statistics: { name: string; value: number | null }[];
  /** one value per sample */
  eigengene: number[];
  members: { definition: string; features: number[]; kme: (number | null)[]; p: (number | null)[] }[];
  enrichment: {
    set_id: string;
    set_name: string;
    category: string | null;
    species: string | null;
    size: number | null;
    source: string;
    definition: string;
    p_value: number;
  }[];
}

async function fetchPart(path: string): Promise<Response> {
  const response = await fetch(`data/${path}`);
  if (!response.ok) throw new Error(`data/${path} could not be loaded (${response.status}).`);
  return response;
}

/** No validation: the portal writes page and data in the same version. */
async function fetchJson<T>(path: string): Promise<T> {
  return (await fetchPart(path)).json();
}

/** Caches files of one shape; a failed request is repeated the next time. */
function cacheOf<T>(): (path: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (path) => {
    const known = kept.get(path) ?? fetchJson<T>(path);
    kept.set(path, known);
    known.catch(() => kept.delete(path));
    return known;
  };
}

const networks = cacheOf<Network>();
const features = cacheOf<Features>();
const modules = cacheOf<ModuleData>();
export const getNetwork = () => networks('network.json');
export const getFeatures = () => features('features.json');
export const getModule = (page: number) => modules(`modules/${page}.json`);

/** kME and P of one feature with each module, as pairs ordered by module page; NaN for NA. */
export async function getKme(network: Network, feature: number): Promise<Float64Array> {
  const piece = Math.floor(feature / network.features_per_piece);
  const values = new Float64Array(await (await fetchPart(`kme/${piece}.f64`)).arrayBuffer());
  const width = 2 * network.modules.length;
  const row = feature % network.features_per_piece;
  return values.subarray(row * width, (row + 1) * width);
}
