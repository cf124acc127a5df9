/**
 * Counterparts and matrices as scripts that fetch the numbers and draw the picture. They read the token from
 * OMICON_TOKEN.
 */
import { getByCurl, getInPython, getInR } from '../../ui/text/script-calls.ts';
import { MAX_LOG_P, type MatchColour } from './match-cells.ts';

export const CODE_LANGUAGES = ['R', 'Python', 'curl'] as const;
type CodeLanguage = (typeof CODE_LANGUAGES)[number];

function matrixInR(address: string, colour: MatchColour): string {
  const values =
    colour === 'rho'
      ? 'values <- matrix(as.numeric(reply$rho), nrow(reply$modules))'
      : `values <- pmin(-log10(matrix(as.numeric(reply$p_value), nrow(reply$modules))), ${MAX_LOG_P})`;
  return `${getInR(address, 'simplifyVector = TRUE')}
${values}
dimnames(values) <- list(reply$modules$name, reply$other_modules$name)
rows <- nrow(values)
columns <- ncol(values)
par(mar = c(1, 8, 8, 1))
image(seq_len(columns), seq_len(rows), t(values[rows:1, , drop = FALSE]), axes = FALSE, xlab = "", ylab = "",
      ${colour === 'rho' ? 'zlim = c(-1, 1), col = hcl.colors(51, "Blue-Red")' : `zlim = c(0, ${MAX_LOG_P}), col = hcl.colors(51, "Viridis")`})
axis(2, at = seq_len(rows), labels = rev(rownames(values)), las = 1)
axis(3, at = seq_len(columns), labels = colnames(values), las = 2)
# Outlined: each is the best match of the other by kME.
best <- reply$reciprocal
if (length(best)) rect(best$other + 0.5, rows - best$module - 0.5, best$other + 1.5, rows - best$module + 0.5, lwd = 2)`;
}

function matrixInPython(address: string, colour: MatchColour): string {
  const values =
    colour === 'rho'
      ? 'values = np.array(reply["rho"], dtype=float)'
      : `with np.errstate(divide="ignore"):
    values = np.minimum(-np.log10(np.array(reply["p_value"], dtype=float)), ${MAX_LOG_P})`;
  return `${getInPython(address, undefined, 'import numpy as np\n')}
${values}
plt.imshow(values, ${colour === 'rho' ? 'cmap="RdBu_r", vmin=-1, vmax=1' : `cmap="viridis", vmin=0, vmax=${MAX_LOG_P}`}, aspect="auto")
plt.yticks(range(len(values)), [module["name"] for module in reply["modules"]])
plt.xticks(range(values.shape[1]), [module["name"] for module in reply["other_modules"]], rotation=90)
# Outlined: each is the best match of the other by kME.
for pair in reply["reciprocal"]:
    plt.gca().add_patch(plt.Rectangle((pair["other"] - 0.5, pair["module"] - 0.5), 1, 1, fill=False, linewidth=2))
plt.colorbar()
plt.tight_layout()
plt.show()`;
}

/** The matrix of two networks. @param address of the call, with its query; nothing of it can end a text in quotes */
export function matrixLines(language: CodeLanguage, address: string, colour: MatchColour): string {
  if (language === 'R') return matrixInR(address, colour);
  if (language === 'Python') return matrixInPython(address, colour);
  return getByCurl(address);
}

/** Which counterparts are shown. */
export interface ShownCounterparts {
  isEvery: boolean;
  withOwn: boolean;
}

function counterpartsInR(address: string, { isEvery, withOwn }: ShownCounterparts): string {
  const conditions = [
    '!is.na(rows$rho)',
    ...(isEvery ? [] : ['rows$is_best_of_data_set']),
    ...(withOwn ? [] : ['!rows$is_own_data_set']),
  ];
  return `${getInR(address, 'simplifyVector = TRUE')}
if (length(reply$results) == 0) stop("No module of another network shares a gene with this one.")
rows <- jsonlite::flatten(reply$results)
rows <- rows[${conditions.join(' & ')}, ]
print(rows[c("name", "data_set.title", "rho", "overlap", "jaccard", "p_value", "q_value")], row.names = FALSE)
# Filled: the module is also the best match of the other one in its own network.
dotchart(rev(rows$rho), labels = rev(rows$data_set.title), pch = ifelse(rev(rows$is_reciprocal), 19, 1),
         xlim = c(-1, 1), xlab = "rho")`;
}

function counterpartsInPython(address: string, { isEvery, withOwn }: ShownCounterparts): string {
  const conditions = [
    'row["rho"] is not None',
    ...(isEvery ? [] : ['row["is_best_of_data_set"]']),
    ...(withOwn ? [] : ['not row["is_own_data_set"]']),
  ];
  return `${getInPython(address)}
rows = [row for row in reply["results"] if ${conditions.join(' and ')}]
if not rows:
    raise SystemExit("No module of another network shares a gene with this one.")
for row in rows:
    print(row["name"], row["data_set"]["title"], row["rho"], row["overlap"], row["p_value"], row["q_value"], sep="\\t")
# Filled: the module is also the best match of the other one in its own network.
for row in rows[::-1]:
    plt.plot(row["rho"], row["data_set"]["title"], "o", color="black", fillstyle="full" if row["is_reciprocal"] else "none")
plt.xlim(-1, 1)
plt.xlabel("rho")
plt.tight_layout()
plt.show()`;
}

/** The counterparts of a module. @param address as for `matrixLines` */
export function counterpartLines(language: CodeLanguage, address: string, shown: ShownCounterparts): string {
  if (language === 'R') return counterpartsInR(address, shown);
  if (language === 'Python') return counterpartsInPython(address, shown);
  return getByCurl(address);
}
