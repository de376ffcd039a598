import { html, type Html } from './html';
import type { Visitor } from './visitor';

/** Sections of the service, in the header of every page. */
const SECTIONS = {
  projects: { path: '/projects/', name: 'Projects' },
  library: { path: '/library/', name: 'Library' },
  account: { path: '/account/', name: 'Account' },
  administration: { path: '/administration/users/', name: 'Administration' },
} as const;

export type Section = keyof typeof SECTIONS;

export interface Tab {
  readonly path: string;
  readonly name: string;
}

/** Title of a page with tabs: the object that they show, its parent pages, and the tabs. */
export interface PageHead {
  readonly title: string;
  /** Beside the title, such as a status. */
  readonly badge?: Html;
  readonly trail?: readonly Tab[];
  readonly tabs?: readonly Tab[];
  /** Path of the current tab. */
  readonly current?: string;
  /** Accessible name of the tabs. */
  readonly label: string;
}

/** Links to the sections that the visitor may open, and sign-in or sign-out. */
export function sectionLinks(visitor: Visitor | undefined, current: Section | undefined, csrf: Html): Html {
  if (visitor === undefined) return html``;
  const { actor } = visitor;
  if (actor.kind !== 'user') return html`<a href="/accounts/login/">Sign in</a>`;
  const sections = Object.entries(SECTIONS).filter(
    ([section]) => section !== 'administration' || actor.isSuperuser,
  );
  return html`${sections.map(([section, { path, name }]) => link({ path, name }, section === current))}
  ${
    actor.credential === 'session' &&
    html`<form method="post" action="/accounts/logout/">
      ${csrf}<button class="link">Sign out ${actor.username}</button>
    </form>`
  }`;
}

export function pageHead({ title, badge, trail = [], tabs = [], current, label }: PageHead): Html {
  return html`<div class="head">
    <div>
      ${
        trail.length > 0 &&
        html`<nav class="trail" aria-label="Breadcrumb">
          ${trail.map((each) => html`<span>${link(each, false)}</span>`)}
        </nav>`
      }
      <div class="title">
        <h1 dir="auto">${title}</h1>
        ${badge}
      </div>
      ${
        tabs.length > 0 &&
        html`<nav class="tabs" aria-label="${label}">
          <ul>
            ${tabs.map((tab) => html`<li>${link(tab, tab.path === current)}</li>`)}
          </ul>
        </nav>`
      }
    </div>
  </div>`;
}

function link({ path, name }: Tab, isCurrent: boolean): Html {
  return html`<a href="${path}" ${isCurrent && html` aria-current="page"`}>${name}</a>`;
}
