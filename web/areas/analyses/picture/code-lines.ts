/**
 * Scripts that fetch the numbers of a picture and draw its heat map as shown. They read the token from OMICON_TOKEN.
 */
import { getByCurl, getInPython, getInR } from '../../../ui/text/script-calls.ts';
import type { RowOrder, SampleOrder, View } from './picture-view.ts';

export const CODE_LANGUAGES = ['R', 'Python', 'curl'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** What of the view the script follows. */
export type CodeView = Pick<View, 'by' | 'order' | 'scale' | 'palette'>;

const NO_VALUES = 'This picture has no values: no feature is a member, or you cannot read the data set.';

/** Trees of rows: average linkage of 1 - r; of samples: of Euclidean distances. Missing z values count as the mean. */
const R_ROWS: Readonly<Record<RowOrder, string>> = {
  kme: 'rows <- seq_len(nrow(x))',
  name: 'rows <- order(rownames(x), method = "radix")',
  tree: `r <- suppressWarnings(cor(t(known)))
r[is.na(r)] <- 0
rows <- if (nrow(x) < 3) seq_len(nrow(x)) else hclust(as.dist(1 - r), "average")$order`,
};
const R_SAMPLES: Readonly<Record<SampleOrder, string>> = {
  data: 'samples <- seq_len(ncol(x))',
  eigengene: 'samples <- order(reply$eigengene)',
  attribute: `values <- if (length(reply$strips)) type.convert(reply$strips$values[[1]], as.is = TRUE) else reply$eigengene
samples <- order(values, reply$eigengene, method = "radix")`,
  tree: 'samples <- if (ncol(x) < 3) seq_len(ncol(x)) else hclust(dist(t(known)), "average")$order',
};

function linesOfR(address: string, { by, order, scale, palette }: CodeView): string {
  const colours = scale === 'values' ? 'Viridis' : palette === 'blue-red' ? 'Blue-Red' : 'Purple-Green';
  return `${getInR(address, 'simplifyVector = TRUE')}
if (length(reply$values) == 0)
  stop("${NO_VALUES}")
x <- matrix(as.numeric(reply$values), nrow = nrow(reply$rows),
            dimnames = list(reply$rows$feature, reply$samples))
z <- t(scale(t(x)))
known <- z
known[is.na(known)] <- 0
${R_ROWS[order]}
${R_SAMPLES[by]}
shown <- ${scale === 'z' ? 'pmax(pmin(z, 2.5), -2.5)' : 'x'}[rev(rows), samples, drop = FALSE]
# image() draws one row as well; heatmap() needs two.
image(seq_len(ncol(shown)), seq_len(nrow(shown)), t(shown), axes = FALSE, xlab = "", ylab = "",
      ${scale === 'z' ? 'zlim = c(-2.5, 2.5), ' : ''}col = hcl.colors(51, "${colours}"))
axis(2, at = seq_len(nrow(shown)), labels = rownames(shown), las = 1)`;
}

const PYTHON_ROWS: Readonly<Record<RowOrder, string>> = {
  kme: 'rows = np.arange(len(x))',
  name: 'rows = np.argsort(names, kind="stable")',
  tree: `with np.errstate(invalid="ignore"):
    r = np.nan_to_num(np.atleast_2d(np.corrcoef(known)))
np.fill_diagonal(r, 1)
rows = leaves_list(linkage(squareform(1 - r, checks=False), "average")) if len(x) > 2 else np.arange(len(x))`,
};
const PYTHON_SAMPLES: Readonly<Record<SampleOrder, string>> = {
  data: 'samples = np.arange(x.shape[1])',
  eigengene: 'samples = np.argsort(eigengene, kind="stable")',
  attribute: `def key(value):
    if value is None:
        return (2, 0, "")
    try:
        return (0, float(value), "")
    except ValueError:
        return (1, 0, value)
values = reply["strips"][0]["values"] if reply["strips"] else eigengene
samples = np.array(sorted(range(x.shape[1]), key=lambda at: (key(values[at]), eigengene[at])))`,
  tree: 'samples = leaves_list(linkage(known.T, "average")) if x.shape[1] > 2 else np.arange(x.shape[1])',
};

function linesOfPython(address: string, { by, order, scale, palette }: CodeView): string {
  const hasTree = by === 'tree' || order === 'tree';
  const trees = `from scipy.cluster.hierarchy import leaves_list, linkage
from scipy.spatial.distance import squareform
`;
  const colours = scale === 'values' ? 'viridis' : palette === 'blue-red' ? 'RdBu_r' : 'PRGn';
  return `${getInPython(address, undefined, `import numpy as np\n${hasTree ? trees : ''}\n`)}
if not reply["values"]:
    raise SystemExit("${NO_VALUES}")
x = np.array(reply["values"], dtype=float)
names = np.array([row["feature"] for row in reply["rows"]])
eigengene = reply["eigengene"]
with np.errstate(invalid="ignore"):
    z = (x - np.nanmean(x, axis=1, keepdims=True)) / np.nanstd(x, axis=1, ddof=1, keepdims=True)
known = np.nan_to_num(z)
${PYTHON_ROWS[order]}
${PYTHON_SAMPLES[by]}
shown = ${scale === 'z' ? 'z' : 'x'}[np.ix_(rows, samples)]
plt.imshow(shown, aspect="auto", cmap="${colours}"${scale === 'z' ? ', vmin=-2.5, vmax=2.5' : ''})
plt.yticks(range(len(rows)), names[rows])
plt.show()`;
}

/** @param address of the call, with its query; nothing of it can end a text in quotes */
export function codeLines(language: CodeLanguage, address: string, view: CodeView): string {
  if (language === 'R') return linesOfR(address, view);
  if (language === 'Python') return linesOfPython(address, view);
  return getByCurl(address);
}
