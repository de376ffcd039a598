import { html, type Html } from '../page/html';
import { presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';

/** The first page: what stands here and where each kind of visitor goes from it. */
export function presentHomePage(visitor: Visitor) {
  const { actor, origin } = visitor;
  const body = html`<div class="sheet">
      <h1>Survey forms and the answers collected with them</h1>
      <p>${actor.kind === 'user' ? forUser(actor.username) : forStranger()}</p>
    </div>
    <section class="sheet" aria-labelledby="phones">
      <h2 id="phones">Collect with a phone</h2>
      <p>In KoboCollect or ODK Collect, add a server with this address and sign in with your account:</p>
      <code class="secret">${origin}</code>
      <p class="hint">Forms that need no account are at <code>${origin}/USERNAME</code>.</p>
    </section>
    <section class="sheet" aria-labelledby="programs">
      <h2 id="programs">Work with a program</h2>
      <p>
        Scripts and tools made for the KoboToolbox v2 API take the same address and your
        <a href="/token/">API token</a>. Every route is described at <a href="/api/docs/">/api/docs/</a>; look
        around with this browser from <a href="/api/v2/">/api/v2/</a> on.
      </p>
    </section>`;
  return presentHtmlPage(visitor, { title: 'Welcome', body });
}

function forUser(username: string): Html {
  return html`You are signed in as <strong>${username}</strong>. Your <a href="/token/">API token</a> and the
    <a href="/o/authorized_tokens/">applications that act for you</a> are a click away.`;
}

function forStranger(): Html {
  return html`<a href="/accounts/login/?next=/">Sign in</a> to see your API token. Whoever runs this service
    makes the accounts.`;
}
