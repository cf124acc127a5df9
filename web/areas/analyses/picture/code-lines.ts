/** Scripts that fetch the numbers of a picture and draw its heat map. They read the token from OMICON_TOKEN. */

export const CODE_LANGUAGES = ['R', 'Python', 'curl'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** @param address of the call, with its query; nothing of it can end a text in quotes */
export function codeLines(language: CodeLanguage, address: string): string {
  if (language === 'curl') return `curl --fail -H "Authorization: Token $OMICON_TOKEN" \\\n  "${address}"`;
  if (language === 'R')
    return `library(httr2)
reply <- request("${address}") |>
  req_headers(Authorization = paste("Token", Sys.getenv("OMICON_TOKEN"))) |>
  req_perform() |>
  resp_body_json(simplifyVector = TRUE)
x <- matrix(as.numeric(reply$values), nrow = nrow(reply$rows),
            dimnames = list(reply$rows$feature, reply$samples))
z <- t(scale(t(x)))
z[] <- pmax(pmin(z, 2.5), -2.5)
heatmap(z[nrow(z):1, order(reply$eigengene)], Rowv = NA, Colv = NA, scale = "none",
        col = hcl.colors(51, "Blue-Red"))`;
  return `import json, os, urllib.request
import matplotlib.pyplot as plt
import numpy as np

request = urllib.request.Request(
    "${address}",
    headers={"Authorization": "Token " + os.environ["OMICON_TOKEN"]})
reply = json.load(urllib.request.urlopen(request))
x = np.array(reply["values"], dtype=float)
z = (x - np.nanmean(x, axis=1, keepdims=True)) / np.nanstd(x, axis=1, ddof=1, keepdims=True)
order = np.argsort(reply["eigengene"])
plt.imshow(z[:, order], aspect="auto", cmap="RdBu_r", vmin=-2.5, vmax=2.5)
plt.yticks(range(len(x)), [row["feature"] for row in reply["rows"]])
plt.show()`;
}
