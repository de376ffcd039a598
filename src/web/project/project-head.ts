import { Injectable } from '@nestjs/common';
import type { Actor, UserActor } from '../../domain/account/actor';
import { deploymentStatus, type DeploymentStatus } from '../../domain/asset/asset-status';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Codename } from '../../domain/permission/codename';
import { type AssetOverview, AssetViewService } from '../../modules/asset/asset-view.service';
import { type InviteView, OwnershipService } from '../../modules/asset/ownership/ownership.service';
import { SINGLE_PAGE, type HtmlPage, presentHtmlPage } from '../page/page';
import { badge, type Tone } from '../page/components';
import { type Text, t } from '../../language/message';
import { joinedText } from '../../language/format';
import type { Html } from '../page/html';
import type { Visitor } from '../page/visitor';

/** The project that a page belongs to, and what the visitor may do with it. */
export interface Project extends AssetOverview {
  readonly deployment: DeploymentStatus;
}

/** Reads the project of a page. Every page below `/projects/:uid` shows its name, status and tabs. */
@Injectable()
export class Projects {
  constructor(private readonly views: AssetViewService) {}

  async of(actor: Actor, access: AssetAccess<Codename>): Promise<Project> {
    const view = await this.views.overviewOf(actor, access);
    return { ...view, deployment: deploymentStatus(view) };
  }
}

/** Whether the visitor may view at least some submissions. */
export function viewsSubmissions({ held }: Pick<AssetOverview, 'held'>): boolean {
  return held.has('view_submissions') || held.has('partial_submissions');
}

/** Whether the visitor may view some submissions only. */
export function viewsSome({ held }: Pick<AssetOverview, 'held'>): boolean {
  return !held.has('view_submissions') && held.has('partial_submissions');
}

/** Empty state for those who may view some submissions only. */
export const NONE_SHARED = {
  get title() {
    return t('None of the submissions are shared with you');
  },
  get text() {
    return t(
      'You may view some submissions of this project, and none of those sent so far is among them. The people who manage the project choose which.',
    );
  },
};

/** Pending offers of projects from one owner to another. */
@Injectable()
export class ProjectOffers {
  constructor(private readonly ownership: OwnershipService) {}

  /** Offers that wait for the visitor. */
  async received(actor: UserActor): Promise<InviteView[]> {
    return (await this.pending(actor)).filter(({ recipientId }) => recipientId === actor.id);
  }

  /** The offer that the visitor made of this project. */
  async ofProject(actor: UserActor, assetUid: string): Promise<InviteView | undefined> {
    return (await this.pending(actor)).find(
      ({ senderId, transfers }) =>
        senderId === actor.id && transfers.some((transfer) => transfer.assetUid === assetUid),
    );
  }

  private async pending(actor: UserActor): Promise<InviteView[]> {
    const { items } = await this.ownership.list(actor, SINGLE_PAGE);
    return items.filter(({ status }) => status === 'pending');
  }
}

const everyone = () => true;

/** Tabs of a project, each with its condition to be shown; all but the summary have their name in the path. */
const tabs = () =>
  ({
    summary: { name: t('Summary'), isShown: everyone },
    form: { name: t('Form'), isShown: everyone },
    collect: { name: t('Collect'), isShown: everyone },
    data: { name: t('Data'), isShown: viewsSubmissions },
    map: { name: t('Map'), isShown: viewsSubmissions },
    gallery: { name: t('Gallery'), isShown: viewsSubmissions },
    reports: { name: t('Reports'), isShown: viewsSubmissions },
    downloads: { name: t('Downloads'), isShown: viewsSubmissions },
    people: { name: t('People'), isShown: everyone },
    settings: { name: t('Settings'), isShown: ({ held }: Project) => held.has('change_asset') },
  }) as const;

export type ProjectTab = keyof ReturnType<typeof tabs>;

function tabPath(uid: string, tab: ProjectTab): string {
  return projectPath(uid, tab === 'summary' ? '' : `${tab}/`);
}

const statuses = (): Readonly<Record<DeploymentStatus, readonly [text: Text, tone: Tone]>> => ({
  deployed: [t('Deployed'), 'good'],
  draft: [t('Draft'), 'plain'],
  archived: [t('Archived'), 'caution'],
  '-': [t('Library'), 'plain'],
});

/** @param below such as `collect/`; the summary without it */
export function projectPath(uid: string, below = ''): string {
  return `/projects/${uid}/${below}`;
}

export function statusBadge(status: DeploymentStatus): Html {
  return badge(...statuses()[status]);
}

export function projectName({ name, uid }: Pick<Project, 'name' | 'uid'>): string {
  return name === '' ? uid : name;
}

/** Name of the type of an asset, in a list. */
export function assetTypeText(assetType: string): Text {
  switch (assetType) {
    case 'template':
      return t('template');
    case 'block':
      return t('block');
    case 'question':
      return t('question');
    case 'collection':
      return t('collection');
    default:
      return assetType;
  }
}

export interface ProjectPage extends Omit<HtmlPage, 'title' | 'section' | 'head'> {
  readonly tab: ProjectTab;
  /** Title of the document; default: the name of the tab. */
  readonly title?: Text;
}

/** A page of a project, below its name, status and tabs. Headings of its body start at h2. */
export function presentProjectPage(visitor: Visitor, project: Project, { tab, title, ...page }: ProjectPage) {
  const { uid } = project;
  const all = tabs();
  const shown = (Object.keys(all) as ProjectTab[])
    .filter((each) => all[each].isShown(project))
    .map((each) => ({ name: all[each].name, path: tabPath(uid, each) }));
  return presentHtmlPage(visitor, {
    ...page,
    title: joinedText([title ?? all[tab].name, projectName(project)], ' · '),
    section: 'projects',
    head: {
      title: projectName(project),
      badge: statusBadge(project.deployment),
      trail: [{ path: '/projects/', name: t('Projects') }],
      tabs: shown,
      current: tabPath(uid, tab),
      label: t('Project'),
    },
  });
}
