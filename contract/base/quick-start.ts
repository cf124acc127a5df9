/** A first script for a new API token: lists data sets and runs one search. */

/** `{origin}` is a placeholder for the address of the portal; the token is read from OMICON_TOKEN. */
export const QUICK_START = {
  curl: `curl --fail -H "Authorization: Token $OMICON_TOKEN" \\
  "{origin}/api/data-sets/?page_size=100&sort=title"

curl --fail -H "Authorization: Token $OMICON_TOKEN" -H "Content-Type: application/json" \\
  "{origin}/api/advanced-search/" --data '{
    "result_type": "data-sets",
    "filters": {"sample": {"rules": [
      {"field": "Sex", "operator": "equal", "value": "F"}]}}}'
`,
  r: `# Once: install.packages("httr2")
library(httr2)

ask <- function(path, body = NULL) {
  asked <- request(paste0("{origin}", path)) |>
    req_headers(Authorization = paste("Token", Sys.getenv("OMICON_TOKEN")))
  if (!is.null(body)) asked <- req_body_raw(asked, body, type = "application/json")
  resp_body_json(req_perform(asked))
}

for (data_set in ask("/api/data-sets/?page_size=100&sort=title")$results) {
  cat(data_set$omicon_id, data_set$title, "\\n")
}

query <- '{
  "result_type": "data-sets",
  "filters": {"sample": {"rules": [
    {"field": "Sex", "operator": "equal", "value": "F"}]}}}'
found <- ask("/api/advanced-search/", query)$data$searchResults
cat(found$result_count, "data sets hold female samples\\n")
for (row in found$results) cat(row$Dataset, "\\n")
`,
  python: `import json
import os
import urllib.request


def ask(path, body=None):
    request = urllib.request.Request(
        "{origin}" + path,
        None if body is None else json.dumps(body).encode(),
        {"Authorization": "Token " + os.environ["OMICON_TOKEN"], "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


for data_set in ask("/api/data-sets/?page_size=100&sort=title")["results"]:
    print(data_set["omicon_id"], data_set["title"])

query = {
    "result_type": "data-sets",
    "filters": {"sample": {"rules": [{"field": "Sex", "operator": "equal", "value": "F"}]}},
}
found = ask("/api/advanced-search/", query)["data"]["searchResults"]
print(found["result_count"], "data sets hold female samples")
for row in found["results"]:
    print(row["Dataset"])
`,
} as const;

/** The script for the portal at this address. */
export function quickStartFor(language: keyof typeof QUICK_START, origin: string): string {
  return QUICK_START[language].replaceAll('{origin}', origin);
}
