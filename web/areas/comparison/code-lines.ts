/** A comparison as scripts: the call itself, and the same test in R. Scripts read the token from OMICON_TOKEN. */

import { type ComparisonTest, isModerated } from '@omicon/domain/statistics/comparison/tests.ts';
import { postByCurl, quoted } from '../../ui/text/script-calls.ts';

export const CODE_LANGUAGES = ['R', 'curl'] as const;
type CodeLanguage = (typeof CODE_LANGUAGES)[number];

interface ComparisonScript {
  /** of the call */
  address: string;
  body: { is_paired?: boolean | undefined; adjust_for?: readonly string[] | undefined };
  test: ComparisonTest;
  /** samples that were compared; of pairs, in the same order in both groups */
  groups: readonly { name: string; samples: readonly string[] }[];
}

/** The last group is the reference, so that two groups give first minus second. */
const GROUP = 'group <- factor(rep(names(groups), lengths(groups)), levels = rev(names(groups)))';

/**
 * Numbers as they are, other values as contrasts against the first; an attribute with one value has no column. An
 * attribute is one of numbers if all its values are, or most, and at least five differ.
 */
const COVARIATE = `covariate <- function(name) {
  all <- trimws(as.character(samples[[name]]))
  all[all %in% c("", "NA")] <- NA
  numbers <- suppressWarnings(as.numeric(all))
  others <- sum(is.na(numbers) & !is.na(all))
  fit <- others == 0 || (sum(!is.na(numbers)) > others && length(unique(na.omit(numbers))) >= 5)
  at <- match(unlist(groups), rownames(samples))
  if (length(unique(all[at])) < 2) return(NULL)
  value <- if (!fit || tolower(name) == "batch") factor(all[at]) else numbers[at]
  model.matrix(~ value)[, -1, drop = FALSE]
}`;

/** The groups are the last columns: of columns that the others span R drops the later ones, as the page does. */
function designOf(adjustFor: readonly string[]): string {
  if (adjustFor.length === 0) return 'design <- model.matrix(~ group)';
  return `# samples: the sample table of the data set, with the labels as row names
${COVARIATE}
design <- cbind(1, do.call(cbind, lapply(c(${adjustFor.map(quoted).join(', ')}), covariate)), model.matrix(~ group)[, -1])
decomposed <- qr(design)
design <- design[, decomposed$pivot[seq_len(decomposed$rank)]]`;
}

function moderatedLines({ body, groups, test }: ComparisonScript): string {
  if (body.is_paired === true)
    return `difference <- x[, groups[[1]], drop = FALSE] - x[, groups[[2]], drop = FALSE]
fit <- eBayes(lmFit(difference, matrix(1, ncol(difference))))
topTable(fit, coef = 1, number = Inf, adjust.method = "BH", sort.by = "p")`;
  const [coefficients, order] =
    groups.length === 2 ? ['ncol(design)', 'p'] : [`ncol(design) - ${groups.length - 2}:0`, 'F'];
  const table = `topTable(fit, coef = ${coefficients}, number = Inf, adjust.method = "BH", sort.by = "${order}")`;
  // topTable gives F of several coefficients only.
  const answer = test === 'moderated-f' && groups.length === 2 ? `transform(${table}, F = t^2)` : table;
  return `${GROUP}
${designOf(body.adjust_for ?? [])}
fit <- eBayes(lmFit(x[, unlist(groups), drop = FALSE], design))
${answer}`;
}

function testOfTwo({ test, body }: ComparisonScript): string {
  const isPaired = body.is_paired === true;
  if (test === 'rank-sum')
    // R warns of every feature with ties, whose P is not exact.
    return `function(a, b) suppressWarnings(wilcox.test(a, b${isPaired ? ', paired = TRUE' : ''}))`;
  return isPaired ? 'function(a, b) t.test(a, b, paired = TRUE)' : 'function(a, b) t.test(a, b)';
}

/** Tests of single features; those that cannot be tested, such as constant ones, are left out. */
function featureLines(script: ComparisonScript): string {
  const test =
    script.test === 'kruskal-wallis'
      ? 'test <- function(v) kruskal.test(Filter(length, lapply(groups, function(g) v[g][!is.na(v[g])])))'
      : `test_two <- ${testOfTwo(script)}
test <- function(v) test_two(v[groups[[1]]], v[groups[[2]]])`;
  return `${test}
figures <- function(v) tryCatch(unlist(test(v)[c("statistic", "p.value")]), error = function(e) c(NA, NA))
found <- t(apply(x, 1, figures))
colnames(found) <- c("statistic", "p")
found <- data.frame(found[!is.na(found[, "p"]), , drop = FALSE])
found$q <- p.adjust(found$p, "BH")
found[order(found$p), ]`;
}

/** R needs the matrix of the data set, which the script reads from its file. */
export function codeLines(language: CodeLanguage, script: ComparisonScript): string {
  const { address, body, groups, test } = script;
  if (language === 'curl') return postByCurl(address, body);
  const vectors = groups.map(
    ({ name, samples }) => `  ${quoted(name)} = c(${samples.map(quoted).join(', ')})`,
  );
  return `${isModerated(test) ? 'library(limma)\n' : ''}# x: the matrix of the data set, features x samples, read from its file
groups <- list(
${vectors.join(',\n')})
${isModerated(test) ? moderatedLines(script) : featureLines(script)}`;
}
