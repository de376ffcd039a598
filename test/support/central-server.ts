import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import {
  type CentralAppUser,
  type CentralForm,
  type CentralProject,
  type CentralSubmission,
  type CentralVersionValues,
  dated,
  instance,
  presentAssignments,
  presentAttachment,
  presentRoles,
  presentUsers,
  presentForm,
  presentListed,
  presentComment,
  presentProject,
  presentVersion,
} from './central-data';
import { replyOfDatasets } from './central-entities';
import { LoopbackServer } from './loopback-server';

type Reply = { readonly status: number; readonly body: unknown } | Buffer | string | object;

const NOT_FOUND = { status: 404, body: { code: 404.1, message: 'Could not find the resource.' } };
const UNAUTHENTICATED = { status: 401, body: { code: 401.2, message: 'Could not authenticate.' } };

/** Stands in for an ODK Central server, as its published API describes it. */
export class CentralServer extends LoopbackServer {
  readonly email = 'lead@example.org';
  readonly password = 'central-password';
  readonly projects: CentralProject[] = [];
  signIns = 0;
  /** Whether lists of attachments tell the MD5 of each. */
  tellsHashes = false;
  /** Projects that the user manages; undefined: an administrator, who sees all. */
  managed: readonly CentralProject[] | undefined;
  private readonly sessions = new Set<string>();
  /** Milliseconds; each event is later than the last one. */
  private time = Date.parse('2024-03-01T08:00:00.000Z');

  static start(): Promise<CentralServer> {
    return new CentralServer().listen();
  }

  expireSessions(): void {
    this.sessions.clear();
  }

  openSession(): string {
    const token = randomUUID();
    this.sessions.add(token);
    return token;
  }

  addProject(name: string): CentralProject {
    const id = this.projects.length + 1;
    const project = {
      id,
      name,
      createdAt: this.now(),
      appUsers: [],
      forms: [],
      webUsers: [],
      entityLists: new Map(),
    };
    this.projects.push(project);
    return project;
  }

  addForm(project: CentralProject, xmlFormId: string, version?: CentralVersionValues): CentralForm {
    const now = this.now();
    const form: CentralForm = {
      xmlFormId,
      name: xmlFormId,
      state: 'open',
      keyId: null,
      createdAt: now,
      updatedAt: now,
      publishedAt: null,
      versions: [],
      attachments: new Map(),
      submissions: [],
      assignees: [],
      hasDraft: false,
      publicLinks: [],
    };
    project.forms.push(form);
    if (version !== undefined) this.publish(form, version);
    return form;
  }

  publish(form: CentralForm, version: CentralVersionValues): void {
    const publishedAt = this.now();
    form.publishedAt ??= publishedAt;
    form.versions.push({ ...version, publishedAt });
    form.updatedAt = publishedAt;
  }

  setState(form: CentralForm, state: string): void {
    form.state = state;
    form.updatedAt = this.now();
  }

  addAppUser(
    project: CentralProject,
    displayName: string,
    forms: readonly CentralForm[] = [],
  ): CentralAppUser {
    const appUser = { id: 100 + project.appUsers.length, displayName, token: `${randomUUID()}!` };
    project.appUsers.push(appUser);
    for (const form of forms) form.assignees.push(appUser.id);
    return appUser;
  }

  submit(
    form: CentralForm,
    answers: string,
    {
      files = {},
      submitter,
      version: formVersion = form.versions.at(-1)!.version,
    }: { files?: Record<string, Buffer | undefined>; submitter?: CentralAppUser; version?: string } = {},
  ): CentralSubmission {
    const instanceId = `uuid:${randomUUID()}`;
    const meta = `<instanceID>${instanceId}</instanceID>`;
    const submission: CentralSubmission = {
      instanceId,
      createdAt: this.now(),
      updatedAt: null,
      reviewState: null,
      formVersion,
      submitter,
      versions: [
        {
          instanceId,
          xml: instance(form, formVersion, answers, meta),
          createdAt: this.now(),
          by: submitter?.displayName,
        },
      ],
      files: new Map(Object.entries(files)),
      comments: [],
    };
    form.submissions.push(submission);
    return submission;
  }

  /** With the newest version of the form; the server keeps telling the first one. */
  edit(form: CentralForm, submission: CentralSubmission, answers: string, by = 'Lead'): void {
    const instanceId = `uuid:${randomUUID()}`;
    const deprecated = submission.versions.at(-1)!.instanceId;
    const meta = `<instanceID>${instanceId}</instanceID><deprecatedID>${deprecated}</deprecatedID>`;
    submission.versions.push({
      instanceId,
      xml: instance(form, form.versions.at(-1)!.version, answers, meta),
      createdAt: this.now(),
      by,
    });
    submission.reviewState = 'edited';
    submission.updatedAt = this.now();
  }

  review(submission: CentralSubmission, state: string | null): void {
    submission.reviewState = state;
    submission.updatedAt = this.now();
  }

  comment(submission: CentralSubmission, body: string, by = 'Lead'): void {
    submission.comments.push({ body, by, createdAt: this.now() });
  }

  private now(): string {
    this.time += 1000;
    return new Date(this.time).toISOString();
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.origin);
    const reply = await this.reply(request, pathname, searchParams);
    if (Buffer.isBuffer(reply) || typeof reply === 'string') {
      response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(reply);
      return;
    }
    const isStatus = 'status' in reply && 'body' in reply;
    const { status, body } = isStatus ? reply : { status: 200, body: reply };
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }

  private async reply(request: IncomingMessage, path: string, query: URLSearchParams): Promise<Reply> {
    if (path === '/v1/sessions') {
      const { email, password } = (await json(request)) as Record<string, unknown>;
      if (email !== this.email || password !== this.password) return UNAUTHENTICATED;
      this.signIns += 1;
      return { token: this.openSession(), createdAt: this.now(), expiresAt: this.now() };
    }
    const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!this.sessions.has(token)) return UNAUTHENTICATED;
    const isExtended = request.headers['x-extended-metadata'] === 'true';
    if (path === '/v1/users/current') {
      const verbs = this.managed === undefined ? ['project.create', 'project.read'] : [];
      return { id: 5, type: 'user', email: this.email, displayName: 'Lead', ...(isExtended && { verbs }) };
    }
    if (path === '/v1/roles') return presentRoles();
    // Others than administrators see an empty list.
    if (path === '/v1/users') return this.managed === undefined ? presentUsers(this.projects) : [];
    if (path === '/v1/projects') return (this.managed ?? this.projects).map(presentProject);
    const [, projectId, rest = ''] = /^\/v1\/projects\/(\d+)\/(.*)$/.exec(path) ?? [];
    const project = this.projects.find(({ id }) => String(id) === projectId);
    if (project === undefined) return NOT_FOUND;
    if (rest === 'forms') return project.forms.map((form) => presentForm(project, form, isExtended));
    if (rest === 'app-users') return project.appUsers.map((user) => ({ ...user, projectId: project.id }));
    if (rest === 'assignments') return presentAssignments(project, false);
    if (rest === 'assignments/forms') return presentAssignments(project, true);
    if (/^datasets(?:\/|$)/.test(rest)) return replyOfDatasets(project.entityLists, rest) ?? NOT_FOUND;
    const [, formId = '', part = ''] =
      /^forms\/([^/]+?)((?:\.svc|\.xml|\.xlsx|\.xls)?(?:\/.*)?)$/.exec(rest) ?? [];
    const form = project.forms.find(({ xmlFormId }) => xmlFormId === decodeURIComponent(formId));
    return form === undefined ? NOT_FOUND : this.replyOfForm(project, form, part, query, isExtended);
  }

  private replyOfForm(
    project: CentralProject,
    form: CentralForm,
    part: string,
    query: URLSearchParams,
    isExtended: boolean,
  ): Reply {
    const [, first, second, third, fourth] = part.split('/').map(decodeURIComponent);
    if (part === '') return presentForm(project, form, isExtended);
    if (part === '.xml') return form.versions.at(-1)?.xform ?? NOT_FOUND;
    if (part === '/draft') return form.hasDraft ? presentForm(project, form, false) : NOT_FOUND;
    if (part === '/public-links') return form.publicLinks.map((link, id) => ({ id, ...link }));
    if (part === '.svc/Submissions') return this.feed(project, form, query);
    if (first === 'versions' && second === undefined) {
      return form.versions
        .toReversed()
        .map((version) => ({ ...presentForm(project, form, false), ...dated(version) }));
    }
    if (first === 'versions') return replyOfVersion(form, second!);
    if (first === 'attachments' && second !== undefined)
      return form.attachments.get(second)?.content ?? NOT_FOUND;
    if (first === 'attachments') return [...form.attachments].map(presentAttachment);
    if (first !== 'submissions' || second === undefined) return NOT_FOUND;
    const submission = form.submissions.find(({ instanceId }) => instanceId === second.replace(/\.xml$/, ''));
    if (submission === undefined) return NOT_FOUND;
    const newest = submission.versions.at(-1)!;
    if (second.endsWith('.xml')) return newest.xml;
    if (third === 'versions' && fourth !== undefined) {
      return submission.versions.find(({ instanceId }) => `${instanceId}.xml` === fourth)?.xml ?? NOT_FOUND;
    }
    if (third === 'versions')
      return submission.versions.map((version) => presentVersion(version, newest)).reverse();
    if (third === 'comments') return submission.comments.map(presentComment).reverse();
    if (third !== 'attachments') return NOT_FOUND;
    if (fourth !== undefined) return submission.files.get(fourth) ?? NOT_FOUND;
    return [...submission.files].map(([name, bytes]) => ({
      name,
      exists: bytes !== undefined,
      ...(this.tellsHashes && bytes !== undefined && { hash: createHash('md5').update(bytes).digest('hex') }),
    }));
  }

  /** Newest first; `$skiptoken` names the last submission of the page before. */
  private feed(
    { id }: CentralProject,
    { xmlFormId, submissions }: CentralForm,
    query: URLSearchParams,
  ): Reply {
    const newestFirst = submissions.toReversed();
    const after = newestFirst.findIndex(({ instanceId }) => instanceId === query.get('$skiptoken'));
    const top = Number(query.get('$top') ?? Infinity);
    const page = newestFirst.slice(after + 1, after + 1 + top);
    const last = page.at(-1);
    const next = new URLSearchParams(query);
    if (last !== undefined) next.set('$skiptoken', last.instanceId);
    const path = `/v1/projects/${id}/forms/${encodeURIComponent(xmlFormId)}.svc/Submissions`;
    return {
      value: page.map(presentListed),
      ...(last !== newestFirst.at(-1) && {
        '@odata.nextLink': `https://central.example.org${path}?${next.toString()}`,
      }),
    };
  }
}

function replyOfVersion(form: CentralForm, name: string): Reply {
  const [, label = '', extension] = /^(.*)\.(xml|xlsx|xls)$/.exec(name) ?? [];
  const version = form.versions.find((each) => each.version === (label === '___' ? '' : label));
  if (extension === 'xml') return version?.xform ?? NOT_FOUND;
  return (extension === 'xlsx' ? version?.xlsx : undefined) ?? NOT_FOUND;
}
