/**
 * A test of preservation as scripts: the observed statistics in R, by their formulas or by WGCNA, from the files of
 * both data sets, beside those of the portal; or the call itself. Scripts read the token from OMICON_TOKEN.
 */

import { MIN_PRESERVED_FEATURES } from '@omicon/domain/statistics/preservation/preservation.ts';
import { getByCurl } from '../../ui/text/script-calls.ts';

export const PRESERVATION_LANGUAGES = ['R', 'WGCNA', 'curl'] as const;
type PreservationLanguage = (typeof PRESERVATION_LANGUAGES)[number];

export interface PreservationScript {
  /** address of the portal */
  origin: string;
  /** of the call, with its query */
  path: string;
  /** whether the call answers with many modules, not one */
  isRun: boolean;
  definition: string;
  /** a module of the network, by which its samples are known */
  module: number;
  tested: { id: number; title: string };
}

const READING = `# The file has one header line, or two: sample numbers, then labels.
read_values <- function(file, number) {
  set <- ask(sprintf("/api/data-sets/%d/", number))
  cells <- as.matrix(read.csv(file, header = FALSE, colClasses = "character"))
  lines <- if (cells[2, 1] == "") 2 else 1
  identifier <- if (lines == 2) 2 else match(set$unique_identifier, cells[1, ], 1)
  columns <- tail(seq_len(ncol(cells)), set$number_of_samples)
  values <- cells[-seq_len(lines), columns]
  storage.mode(values) <- "double"
  values[values == -99.99] <- NA
  dimnames(values) <- list(trimws(cells[-seq_len(lines), identifier]), trimws(cells[lines, columns]))
  values
}`;

const COMMON = `# Features that both measure, that miss no value and vary in both
common <- intersect(rownames(x), rownames(y))
usable <- function(values) !is.na(rowSums(values)) & apply(values, 1, function(row) min(row) < max(row))
common <- common[usable(x[common, ]) & usable(y[common, ])]
x <- x[common, ]
y <- y[common, ]`;

const FORMULAS = `structure_of <- function(values) {
  r <- cor(t(values))
  first <- eigen(r, symmetric = TRUE)
  axis <- first$vectors[, 1] * sign(sum(first$vectors[, 1]))
  weights <- abs(r)^6
  diag(weights) <- 0
  list(r = r[lower.tri(r)], weights = weights[lower.tri(r)], degree = rowSums(weights),
       contribution = axis * sqrt(first$values[1]), coherence = first$values[1] / nrow(r))
}
seven <- function(members) {
  found <- structure_of(x[members, ])
  tested <- structure_of(y[members, ])
  c(average_edge_weight = mean(tested$weights), coherence = tested$coherence,
    average_correlation = mean(sign(found$r) * tested$r),
    average_contribution = mean(sign(found$contribution) * tested$contribution),
    concordance_of_correlation = cor(found$r, tested$r),
    concordance_of_degree = cor(found$degree, tested$degree),
    concordance_of_contribution = cor(found$contribution, tested$contribution))
}`;

const BY_WGCNA = `# WGCNA reports the correlations, the contributions and cor.kME without their signs.
columns <- c(average_edge_weight = "meanAdj.pres", coherence = "propVarExplained.pres",
  average_correlation = "meanSignAwareCorDat.pres", average_contribution = "meanSignAwareKME.pres",
  concordance_of_correlation = "cor.cor", concordance_of_degree = "cor.kIM",
  concordance_of_contribution = "cor.kME")
seven <- function(members) {
  result <- modulePreservation(
    list(found = list(data = t(x)), tested = list(data = t(y))),
    list(found = ifelse(common %in% members, "module", "grey")),
    networkType = "unsigned", corFnc = "cor", quickCor = 0, nPermutations = 0,
    maxGoldModuleSize = length(members), maxModuleSize = length(members), verbose = 0)
  observed <- cbind(result$observed[[1]]$intra[[2]], result$observed[[1]]$inter[[2]])
  setNames(unlist(observed["module", columns]), names(columns))
}`;

function linesOfR(script: PreservationScript, isWgcna: boolean): string {
  const { origin, path, isRun, definition, module, tested } = script;
  return `library(httr2)
${isWgcna ? 'library(WGCNA)\n' : ''}ask <- function(path) request(paste0("${origin}", path)) |>
  req_headers(Authorization = paste("Token", Sys.getenv("OMICON_TOKEN"))) |>
  req_perform() |>
  resp_body_json()
${READING}
# The downloaded file of the data set in which the modules were found, and that of
# ${tested.title}
x <- read_values("found.csv", ask("/api/covariation-modules/${module}/")$input_data_set_id)
y <- read_values("tested.csv", ${tested.id})
x <- x[, unlist(ask("/api/covariation-modules/${module}/eigengene/")$samples)]
${COMMON}
members_of <- function(module) {
  members <- character()
  repeat {
    page <- ask(sprintf("/api/covariation-modules/%d/members/?definition=${definition}&page_size=100&page=%d",
                        module, length(members) %/% 100 + 1))
    members <- c(members, vapply(page$results, function(row) row$feature, ""))
    if (length(page$results) == 0 || length(members) >= page$total) return(intersect(members, common))
  }
}
${isWgcna ? BY_WGCNA : FORMULAS}
shown <- ${isRun ? `ask("${path}")$modules` : `list(ask("${path}"))`}
shown <- Filter(function(of) !is.null(of$preservation), shown)
if (length(shown) == 0) stop("No module has ${MIN_PRESERVED_FEATURES} genes in both data sets.")
result <- do.call(rbind, lapply(shown, function(of) {
  computed <- seven(members_of(of$module$id))
  portal <- vapply(of$preservation$observed[names(computed)], function(value) if (is.null(value)) NA else value, 0)
  data.frame(module = of$module$name, statistic = names(computed), R = computed, portal = portal, row.names = NULL)
}))
print(result, row.names = FALSE)`;
}

/** @param script nothing of it can end a text in quotes, and its title is one line */
export function preservationLines(language: PreservationLanguage, script: PreservationScript): string {
  if (language === 'curl') return getByCurl(`${script.origin}${script.path}`);
  return linesOfR(script, language === 'WGCNA');
}
