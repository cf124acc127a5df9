/** How a script calls the portal. It reads the token from OMICON_TOKEN; nothing of an address can end its quotes. */

/** Text in double quotes, as R and shells read it inside a quoted body. */
export const quoted = (text: string) => JSON.stringify(text);

const CURL = 'curl --fail -H "Authorization: Token $OMICON_TOKEN"';

export const getByCurl = (address: string) => `${CURL} \\\n  "${address}"`;

export const postByCurl = (address: string, body: unknown) => `${CURL} -H "Content-Type: application/json" \\
  --data @- "${address}" <<'BODY'
${JSON.stringify(body)}
BODY`;

/** @param options of the reader of JSON, such as `simplifyVector = TRUE` */
export const getInR = (address: string, options = '') => `library(httr2)
reply <- request("${address}") |>
  req_headers(Authorization = paste("Token", Sys.getenv("OMICON_TOKEN"))) |>
  req_perform() |>
  resp_body_json(${options})`;

/** @param modules imported besides */
export const getInPython = (
  address: string,
  modules = 'json, os, urllib.request',
  imports = '',
) => `import ${modules}
import matplotlib.pyplot as plt
${imports}request = urllib.request.Request(
    "${address}",
    headers={"Authorization": "Token " + os.environ["OMICON_TOKEN"]})
reply = json.load(urllib.request.urlopen(request))`;
