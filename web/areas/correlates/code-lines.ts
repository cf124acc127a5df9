/** Correlates as scripts: the call itself, and the same correlations in R. Scripts read the token from OMICON_TOKEN. */
import { postByCurl, quoted } from '../../ui/text/script-calls.ts';
import type { Correlates } from './correlate-columns.tsx';

export const CODE_LANGUAGES = ['R', 'curl'] as const;
type CodeLanguage = (typeof CODE_LANGUAGES)[number];

const CALLS: Record<string, string> = {
  pearson: 'cor(t(x), y, use = "pairwise.complete.obs")',
  bicor: 'WGCNA::bicor(t(x), y, use = "pairwise.complete.obs")',
  spearman: 'cor(t(x), y, use = "pairwise.complete.obs", method = "spearman")',
};

interface CorrelatesScript {
  address: string;
  body: { measure?: string | undefined; subject: { kind: string } };
  found: Pick<Correlates, 'data_sets' | 'subject'>;
}

/** R needs the matrices of the data sets, which the script reads from their files. */
export function codeLines(language: CodeLanguage, { address, body, found }: CorrelatesScript): string {
  if (language === 'curl') return postByCurl(address, body);
  const sets = found.data_sets.map(({ title, feature, samples }) => {
    const y =
      feature === null ? `the values of ${found.subject}, one per column of x` : `x[${quoted(feature)}, ]`;
    const only = samples === null ? '' : `\nx <- x[, c(${samples.map(quoted).join(', ')})]`;
    return `# ${title}: x is its matrix, features x samples${samples === null ? '' : ', of the chosen samples'}, and y ${y}${only}`;
  });
  const call = CALLS[body.measure ?? 'pearson'] ?? '';
  if (found.data_sets.length === 1)
    return `${sets.join('\n')}
r <- ${call}[, 1]
n <- sum(!is.na(y))
p <- 2 * pt(-abs(r * sqrt((n - 2) / (1 - r^2))), n - 2)
q <- p.adjust(p, "BH")`;
  return `${sets.join('\n')}
# for each data set, and of each symbol the feature with the largest |r|:
#   r <- ${call}[, 1]
# then r is symbols x data sets, and n has the samples of each
w <- matrix(n - 3, nrow(r), ncol(r), byrow = TRUE) * !is.na(r)
z <- atanh(r)
Z <- rowSums(w * z, na.rm = TRUE) / sqrt(rowSums(w))
zbar <- rowSums(w * z, na.rm = TRUE) / rowSums(w)
Q <- rowSums(w * (z - zbar)^2, na.rm = TRUE)
k <- rowSums(!is.na(r))
I2 <- pmax(0, (Q - (k - 1)) / Q)
p <- 2 * pnorm(-abs(Z))`;
}
