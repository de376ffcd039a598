import { html, type Html } from '../page/html';
import type { Visitor } from '../page/visitor';

/** Addresses of the data for Excel, Power BI, R and Python, each with a snippet to copy. */
export function programSnippets({ origin }: Visitor, uid: string): Html {
  const asset = `${origin}/api/v2/assets/${uid}`;
  return html`<section class="sheet" aria-labelledby="programs">
    <h2 id="programs">In other programs</h2>
    <p class="soft">Always the newest data. Programs sign in with your <a href="/token/">API token</a>.</p>
    <p class="hint" id="snippet-status" role="status"></p>
    ${snippet('excel', 'Excel and Power BI', `${asset}/odata/`, 'Get Data › OData feed; choose Basic and enter your username and password.')}
    ${snippet('r', 'R', `library(httr2)\nlibrary(readr)\nanswer <- request("${asset}/data.csv") |>\n  req_headers(Authorization = paste("Token", Sys.getenv("TOKEN"))) |>\n  req_perform()\ndata <- read_delim(I(resp_body_string(answer)), delim = ";")`)}
    ${snippet('python', 'Python', `import io, os, pandas, requests\nanswer = requests.get(\n    "${asset}/data.csv",\n    headers={"Authorization": "Token " + os.environ["TOKEN"]},\n)\nanswer.raise_for_status()\ndata = pandas.read_csv(io.StringIO(answer.text), sep=";")`)}
  </section>`;
}

function snippet(id: string, title: string, text: string, hint?: string): Html {
  return html`<details class="more">
    <summary>${title}</summary>
    ${hint !== undefined && html`<p class="hint">${hint}</p>`}
    <pre class="source" tabindex="0" id="${id}">${text}</pre>
    <div class="buttons">
      <button type="button" class="quiet" data-copy="${id}" data-status="snippet-status" hidden>Copy</button>
    </div>
  </details>`;
}
