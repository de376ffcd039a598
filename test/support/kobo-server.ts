import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KoboAsset, KoboSubmission } from './kobo-data';
import {
  presentAsset,
  presentExportSettings,
  presentFiles,
  presentGrants,
  presentHooks,
  presentListed,
  presentPairedData,
  presentUsage,
  presentVersion,
  presentVersions,
} from './kobo-responses';
import { presentSubmission } from './kobo-submission-data';
import { LoopbackServer } from './loopback-server';

type Reply = { readonly status: number; readonly body: unknown } | Buffer | string;

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';
const json = (body: unknown, status = 200): Reply => ({ status, body });
const NOT_FOUND = json({ detail: 'Not found.' }, 404);
const FORBIDDEN = json({ detail: 'You do not have permission to perform this action.' }, 403);

/**
 * Stands in for a KoboToolbox server: pages, filters and errors as recorded from a running one. A user sees own assets, and
 * those with a grant.
 */
export class KoboServer extends LoopbackServer {
  readonly assets: KoboAsset[] = [];
  /** Users by token. */
  readonly users = new Map<string, { readonly username: string; readonly isSuperuser?: boolean }>();
  /** Requests, as path with query. */
  readonly paths: string[] = [];

  /** @param maxLimit items of a page at most; a running server has 1000 */
  private constructor(private readonly maxLimit: number) {
    super();
  }

  static start(maxLimit = 2): Promise<KoboServer> {
    return new KoboServer(maxLimit).listen();
  }

  protected handle(request: IncomingMessage, response: ServerResponse): void {
    this.paths.push(request.url ?? '');
    const reply = this.reply(request);
    if (Buffer.isBuffer(reply)) response.writeHead(200, { 'Content-Type': 'image/png' }).end(reply);
    else if (typeof reply === 'string') {
      response.writeHead(200, { 'Content-Type': 'application/xml; charset=utf-8' }).end(reply);
    } else {
      response
        .writeHead(reply.status, { 'Content-Type': 'application/json', Allow: 'GET, HEAD, OPTIONS' })
        .end(JSON.stringify(reply.body));
    }
  }

  private reply(request: IncomingMessage): Reply {
    const { pathname, searchParams: query } = new URL(request.url ?? '', this.origin);
    const token = /^Token (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const user = this.users.get(token);
    if (user === undefined) return json({ detail: 'Invalid token.' }, 401);
    const { username, isSuperuser = false } = user;
    if (pathname === '/me/') return json(this.presentMe(username, isSuperuser));
    if (pathname === '/token/') {
      const wanted = query.get('username') ?? username;
      if (wanted !== username && !isSuperuser) return FORBIDDEN;
      const found = [...this.users].find(([, other]) => other.username === wanted);
      return found === undefined
        ? json({ detail: 'No User matches the given query.' }, 404)
        : json({ token: found[0] });
    }
    if (pathname === '/api/v2/users/') {
      if (!isSuperuser) return FORBIDDEN;
      return this.list(pathname, query, [...this.users.values()].map(presentUser));
    }
    const visible = this.assets.filter(
      ({ owner, grants = [] }) => owner === username || grants.some((grant) => grant.username === username),
    );
    if (pathname === '/api/v2/asset_usage/') {
      const own = visible.filter(({ owner }) => owner === username);
      return this.list(
        pathname,
        query,
        own.map((asset) => presentUsage(this.origin, asset)),
      );
    }
    if (pathname === '/api/v2/assets/') {
      const sorted = visible.toSorted((one, other) => (one.name < other.name ? -1 : 1));
      return this.list(
        pathname,
        query,
        sorted.map((asset) => presentListed(this.origin, asset)),
      );
    }
    const [, uid, part = ''] = /^\/api\/v2\/assets\/([^/]+)\/(.*)$/.exec(pathname) ?? [];
    const asset = visible.find((each) => each.uid === uid);
    return asset === undefined ? NOT_FOUND : this.replyOfAsset(asset, pathname, part, query);
  }

  private replyOfAsset(asset: KoboAsset, path: string, part: string, query: URLSearchParams): Reply {
    const base = this.origin;
    const [first, second = '', third] = part.split('/');
    if (part === '') return json(presentAsset(base, asset));
    // The only list without pages.
    if (part === 'permission-assignments/') return json(presentGrants(base, asset));
    const lists: Readonly<Record<string, () => readonly unknown[]>> = {
      'versions/': () => presentVersions(base, asset),
      'files/': () => presentFiles(base, asset),
      'hooks/': () => presentHooks(base, asset),
      'export-settings/': () => presentExportSettings(base, asset),
      'paired-data/': () => presentPairedData(base, asset),
    };
    const list = lists[part];
    if (list !== undefined) return this.list(path, query, list());
    if (first === 'versions') {
      const version = asset.versions?.find(({ uid }) => uid === second);
      return version === undefined
        ? NOT_FOUND
        : json({ ...presentVersion(base, asset, version), content: version.content });
    }
    if (first === 'files' && third === 'content')
      return asset.files?.find(({ uid }) => uid === second)?.bytes ?? NOT_FOUND;
    return this.replyOfData(asset, path, part, query);
  }

  private replyOfData(asset: KoboAsset, path: string, part: string, query: URLSearchParams): Reply {
    if (asset.deployment === undefined)
      return json({ detail: 'The specified asset has not been deployed' }, 400);
    const submissions = asset.submissions ?? [];
    const [, id, attachmentUid] = /^data\/(\d+)(?:\.xml|\/attachments\/(\w+)\/)$/.exec(part) ?? [];
    const one = submissions.find((each) => String(each.id) === id);
    if (one !== undefined && attachmentUid === undefined) return one.xml;
    if (one !== undefined) {
      const attachment = one.attachments?.find(({ uid, deleted }) => uid === attachmentUid && !deleted);
      return attachment?.bytes ?? NOT_FOUND;
    }
    const isXml = part === 'data.xml';
    if (!isXml && part !== 'data/') return NOT_FOUND;
    if (isXml && (query.has('sort') || query.has('fields')))
      return json({ sort: 'This param is not supported in `XML` format' }, 400);
    const found = filterSubmissions(submissions, query.get('query'));
    // Without an order, the newest may come first.
    const ordered = query.get('sort') === '{"_id":1}' ? found.toSorted((one, two) => one.id - two.id) : found;
    const fields = query.get('fields');
    const selected = fields === null ? undefined : (JSON.parse(fields) as string[]);
    const page = this.page(path, query, ordered);
    if (!isXml) {
      const results = page.results.map((each) => presentSubmission(this.origin, asset, each, selected));
      return json({ ...page, results });
    }
    const link = (url: string | null): string => url?.replaceAll('&', '&amp;') ?? 'None';
    const instances = page.results.map(({ xml }) => xml.replace(/^<\?xml[^>]*\?>/, '')).join('');
    return `${DECLARATION}<root><count>${page.count}</count><next>${link(page.next)}</next><previous>${link(page.previous)}</previous><results>${instances}</results></root>`;
  }

  private list(path: string, query: URLSearchParams, items: readonly unknown[]): Reply {
    return json(this.page(path, query, items));
  }

  /** Links have the parameters of the request in alphabetical order, and `start`. */
  private page<Item>(path: string, query: URLSearchParams, items: readonly Item[]) {
    const start = Number(query.get('start') ?? 0);
    const limit = Math.min(Number(query.get('limit') ?? 100), this.maxLimit);
    const link = (at: number): string => {
      const parameters = new URLSearchParams(query);
      parameters.set('limit', String(limit));
      if (at === 0) parameters.delete('start');
      else parameters.set('start', String(at));
      parameters.sort();
      return `${this.origin}${path}?${parameters.toString()}`;
    };
    return {
      count: items.length,
      next: start + limit < items.length ? link(start + limit) : null,
      previous: start > 0 ? link(Math.max(0, start - limit)) : null,
      results: items.slice(start, start + limit),
    };
  }

  private presentMe(username: string, isSuperuser: boolean) {
    return {
      username,
      first_name: '',
      last_name: '',
      email: `${username}@example.org`,
      is_superuser: isSuperuser,
      server_time: '2026-03-04T08:00:00Z',
      date_joined: '2026-01-01T08:00:00Z',
      projects_url: `${this.origin}/${username}`,
      extra_details: { name: '', organization: '', require_auth: true },
      git_rev: false,
      social_accounts: [],
      validated_password: true,
      accepted_tos: false,
      organization: { url: `${this.origin}/api/v2/organizations/orgOne/`, name: 'One', uid: 'orgOne' },
      extra_details__uid: 'uOne',
    };
  }
}

function presentUser({ username, isSuperuser = false }: { username: string; isSuperuser?: boolean }) {
  const email = username === 'cleo' ? 'not an address' : `${username}@example.org`;
  const date_joined = '2026-01-01T08:00:00Z';
  return { id: 1, username, is_superuser: isSuperuser, email, date_joined, is_active: true };
}

/** Supports what a move sends: `_id` with `$gt`, `$gte`, `$lte` and `$in`. */
function filterSubmissions(submissions: readonly KoboSubmission[], text: string | null): KoboSubmission[] {
  if (text === null) return [...submissions];
  const { _id } = JSON.parse(text) as { _id: { $gt?: number; $gte?: number; $lte?: number; $in?: number[] } };
  return submissions.filter(
    ({ id }) =>
      id > (_id.$gt ?? -1) &&
      id >= (_id.$gte ?? 0) &&
      id <= (_id.$lte ?? Infinity) &&
      _id.$in?.includes(id) !== false,
  );
}
