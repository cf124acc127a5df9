/**
 * Scripts that fetch the traits of a network and draw the bars of one module. They read the token from OMICON_TOKEN.
 */
import { getByCurl, getInPython, getInR } from '../../../ui/text/script-calls.ts';

export const CODE_LANGUAGES = ['R', 'Python', 'curl'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

const NO_TRAITS = 'This module has no traits: no attribute varies, or you cannot read the data set.';

function linesOfR(address: string, module: number): string {
  return `${getInR(address)}
cells <- Filter(function(module) module$id == ${module}, reply$modules)[[1]]$cells
rows <- do.call(rbind, Map(function(trait, cell) if (!is.null(cell))
  data.frame(attribute = trait$attribute, n = trait$n, r = if (is.null(cell$r)) NA else cell$r,
             r2 = cell$r2, p = cell$p_value, q = cell$q_value), reply$traits, cells))
if (is.null(rows))
  stop("${NO_TRAITS}")
rows <- rows[order(rows$q, -rows$r2), ]
print(rows, row.names = FALSE)
# R2 of groups has no sign: its root is drawn, in violet.
size <- ifelse(is.na(rows$r), sqrt(rows$r2), rows$r)
colours <- ifelse(is.na(rows$r), "#762a83", ifelse(rows$r < 0, "#2166ac", "#b2182b"))
par(mar = c(4, 12, 1, 1))
barplot(rev(size), names.arg = rev(gsub("_", " ", rows$attribute)), horiz = TRUE, las = 1,
        xlim = c(-1, 1), col = rev(colours), border = NA, xlab = "r, or root of R2")`;
}

function linesOfPython(address: string, module: number): string {
  return `${getInPython(address, 'json, math, os, urllib.request')}
cells = next(of["cells"] for of in reply["modules"] if of["id"] == ${module})
rows = [{**cell, "attribute": trait["attribute"], "n": trait["n"]}
        for trait, cell in zip(reply["traits"], cells) if cell is not None]
if not rows:
    raise SystemExit("${NO_TRAITS}")
rows.sort(key=lambda row: (row["q_value"], -row["r2"]))
for row in rows:
    print(row["attribute"], row["n"], row["r"], row["r2"], row["p_value"], row["q_value"], sep="\\t")
# R2 of groups has no sign: its root is drawn, in violet.
size = [math.sqrt(row["r2"]) if row["r"] is None else row["r"] for row in rows]
colours = ["#762a83" if row["r"] is None else "#2166ac" if row["r"] < 0 else "#b2182b" for row in rows]
plt.barh([row["attribute"].replace("_", " ") for row in rows][::-1], size[::-1], color=colours[::-1])
plt.xlim(-1, 1)
plt.xlabel("r, or root of R2")
plt.tight_layout()
plt.show()`;
}

/** @param address of the call; nothing of it can end a text in quotes. @param module its number */
export function codeLines(language: CodeLanguage, address: string, module: number): string {
  if (language === 'R') return linesOfR(address, module);
  if (language === 'Python') return linesOfPython(address, module);
  return getByCurl(address);
}
