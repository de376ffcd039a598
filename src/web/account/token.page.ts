import type { DefaultToken } from '../../modules/credential/credential.service';
import { html } from '../page/html';
import { formToken, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';

/** The default token of whoever looks, to be copied, and renewed when somebody else has seen it (kpi#7125). */
export function presentTokenPage(visitor: Visitor, { key }: DefaultToken) {
  const body = html`<div class="sheet">
      <h1>Your API token</h1>
      <p>Programs send it with every request and act as you. Treat it like your password.</p>
      <code class="secret" id="token">${key}</code>
      <p class="hint" id="said" role="status"></p>
      <div class="buttons">
        <button type="button" data-copy="token" data-says="said" hidden>Copy</button>
      </div>
      <details class="ask">
        <summary>Renew …</summary>
        <p id="renew-hint">
          Renew it when somebody else may have seen it. Programs that use this one stop working at once, until
          they get the new one.
        </p>
        <form method="post" action="/accounts/token/renew/">
          ${formToken(visitor)}<button class="danger" aria-describedby="renew-hint">Renew the token</button>
        </form>
      </details>
    </div>
    <section class="sheet" aria-labelledby="use">
      <h2 id="use">How to use it</h2>
      <p>Send it in the <code>Authorization</code> header:</p>
      <code class="secret">curl -H "Authorization: Token ${key}" ${visitor.origin}/api/v2/assets/</code>
      <p class="hint">
        Everything that can be asked for is described at <a href="/api/docs/">/api/docs/</a>. An application
        that other people use too should <a href="/o/applications/">be registered</a> and ask each of them for
        access.
      </p>
    </section>`;
  return presentHtmlPage(visitor, { title: 'Your API token', body, menu: '/token/' });
}
