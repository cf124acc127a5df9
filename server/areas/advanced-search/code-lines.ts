/** Code that fetches the rows of a query in curl, Python or R; users insert their own token. */
import type { SearchQueryBody } from '@omicon/contract/areas/advanced-search/advanced-search.ts';

export const TOKEN_PLACEHOLDER = 'YOUR_TOKEN';

/** Single-quoted shell string. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A string literal valid in R and Python; both accept JSON escapes. */
function literal(text: string): string {
  return JSON.stringify(text);
}

export function writeCode(publicUrl: string, query: SearchQueryBody) {
  const { result_type, filters, output, sort, order, fold } = query;
  const body = JSON.stringify({ result_type, filters, output, sort, order, fold });
  const address = `${publicUrl.replace(/\/$/, '')}/api/advanced-search/export/?format=csv`;
  const file = `omicon_${result_type.replaceAll('-', '_')}.csv`;
  const authorization = `Token ${TOKEN_PLACEHOLDER}`;
  return {
    curl: [
      `curl --fail --silent --show-error ${shellText(address)}`,
      `  -H ${shellText(`Authorization: ${authorization}`)} -H 'Content-Type: application/json'`,
      `  --data-raw ${shellText(body)} -o ${file}`,
    ].join(' \\\n'),
    r: [
      'library(httr2)',
      `rows <- request(${literal(address)}) |>`,
      `  req_headers(Authorization = ${literal(authorization)}) |>`,
      `  req_body_raw(${literal(body)}, type = "application/json") |>`,
      '  req_perform() |>',
      '  resp_body_string() |>',
      '  textConnection() |>',
      '  read.csv(check.names = FALSE)',
    ].join('\n'),
    python: [
      'import csv, io, urllib.request',
      '',
      'request = urllib.request.Request(',
      `    ${literal(address)},`,
      `    data=${literal(body)}.encode(),`,
      `    headers={"Authorization": ${literal(authorization)}, "Content-Type": "application/json"},`,
      ')',
      'with urllib.request.urlopen(request) as reply:',
      '    rows = list(csv.DictReader(io.TextIOWrapper(reply, "utf-8", newline="")))',
    ].join('\n'),
  };
}
