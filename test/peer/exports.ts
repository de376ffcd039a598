import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A form with its submissions, and what the peer's exporter makes of them: one line of cases.jsonl. */
interface Case {
  readonly title: string;
  readonly uid: string;
  readonly formhub_uuid: string;
  readonly versions: readonly { readonly version: string; readonly content: object }[];
  readonly submissions: readonly SentSubmission[];
  readonly exports: readonly { readonly id: string; readonly options: ExportOptions }[];
  readonly reports: readonly { readonly id: string; readonly params: Params }[];
  readonly geodata: readonly { readonly id: string; readonly params: Params }[];
}

interface SentSubmission {
  /** Index of the version that was deployed when it arrived. */
  readonly after: number;
  readonly xml: string;
  readonly json: { readonly _id: number; readonly _uuid: string };
  readonly meta: {
    readonly files?: readonly { readonly name: string; readonly mimetype: string }[];
    readonly deleted_files?: readonly string[];
    readonly validation_status?: string;
    readonly anonymous?: boolean;
  };
}

type Params = Readonly<Record<string, unknown>>;
type ExportOptions = Params & { readonly type: string; readonly submission_ids?: readonly number[] };

interface Row {
  readonly _id: number;
  readonly _uuid: string;
  readonly _attachments?: readonly { readonly uid: string; readonly media_file_basename: string }[];
}

/** Where the service is, and as whom it is asked. */
export interface Target {
  readonly origin: string;
  readonly authorization: string;
}

const ENDING: Readonly<Record<string, string>> = { xls: 'xlsx', spss_labels: 'zip' };
const LONGEST_REQUEST_MS = 60_000;
const LONGEST_EXPORT_MS = 60_000;
const POLL_MS = 100;

/** What was made, and what could not be for want of a route. */
export interface ExportRecording {
  readonly made: number;
  readonly unbuilt: number;
}

/**
 * Makes the forms of the cases on a service, sends their submissions, and writes what it makes of them into a folder, as
 * `<id>.<ending>`; `map.json` there says which identifiers of the service stand for which of the cases.
 */
export async function recordExports(
  target: Target,
  casesFile: string,
  folder: string,
  tell: (line: string) => void,
): Promise<ExportRecording> {
  const names: Record<string, string> = {};
  const total = { made: 0, unbuilt: 0 };
  const cases = readFileSync(casesFile, 'utf8').split('\n').filter(Boolean);
  for (const line of cases) {
    const replay = new Replay(target, JSON.parse(line) as Case, names);
    const { made, unbuilt } = await replay.run(folder);
    total.made += made;
    total.unbuilt += unbuilt;
    tell(`${replay.title}: ${made} made, ${unbuilt} unbuilt`);
  }
  writeFileSync(join(folder, 'map.json'), JSON.stringify(names));
  return total;
}

/** One case on one service. */
class Replay {
  private uid = '';
  private rows: readonly Row[] = [];

  constructor(
    private readonly target: Target,
    private readonly given: Case,
    /** Identifier of the service → that of the case. */
    private readonly names: Record<string, string>,
  ) {}

  get title(): string {
    return this.given.title;
  }

  async run(folder: string): Promise<ExportRecording> {
    await this.fillIn();
    let made = 0;
    const { exports, reports, geodata } = this.given;
    for (const { id, options } of exports) made += await this.keep(folder, id, this.makeExport(options));
    for (const { id, params } of reports) made += await this.keep(folder, id, this.askReport(params));
    for (const { id, params } of geodata) made += await this.keep(folder, id, this.askGeoJson(params));
    return { made, unbuilt: exports.length + reports.length + geodata.length - made };
  }

  /** Deploys version after version, and sends to each what came while it was deployed. */
  private async fillIn(): Promise<void> {
    const { title, versions, submissions } = this.given;
    for (const [index, { version, content }] of versions.entries()) {
      const asset = index === 0 ? await this.create(title, content) : await this.change(content);
      this.names[asset.version_id] = version;
      const verb = index === 0 ? 'POST' : 'PATCH';
      const deployed = await this.json<{ asset: { deployment__uuid: string } }>(verb, 'deployment/', {
        active: true,
        version_id: asset.version_id,
      });
      this.names[deployed.asset.deployment__uuid] = this.given.formhub_uuid;
      for (const submission of submissions) if (submission.after === index) await this.submit(submission);
    }
    this.rows = (await this.json<{ results: Row[] }>('GET', 'data/?limit=1000')).results;
    for (const submission of submissions) await this.finish(submission);
  }

  private async create(name: string, content: object): Promise<{ version_id: string }> {
    const body = { name, asset_type: 'survey', content };
    const answer = await this.ask('POST', '/api/v2/assets/', body);
    const asset = (await answer.json()) as { uid: string; version_id: string };
    this.uid = asset.uid;
    this.names[asset.uid] = this.given.uid;
    if (this.given.submissions.some(({ meta }) => meta.anonymous)) {
      const permission = '/api/v2/permissions/add_submissions/';
      await this.json('POST', 'permission-assignments/', {
        user: '/api/v2/users/AnonymousUser/',
        permission,
      });
    }
    return asset;
  }

  private change(content: object): Promise<{ version_id: string }> {
    return this.json('PATCH', '', { content });
  }

  private async submit({ xml, meta }: SentSubmission): Promise<void> {
    const form = new FormData();
    form.append('xml_submission_file', new Blob([this.ours(xml)], { type: 'text/xml' }), 'submission.xml');
    for (const { name, mimetype } of meta.files ?? []) {
      form.append(name, new Blob([name], { type: mimetype }), name);
    }
    const { origin, authorization } = this.target;
    const answer = await fetch(meta.anonymous ? `${origin}/super/submission` : `${origin}/submission`, {
      method: 'POST',
      headers: { 'X-OpenRosa-Version': '1.0', ...(!meta.anonymous && { authorization }) },
      body: form,
      signal: AbortSignal.timeout(LONGEST_REQUEST_MS),
    });
    if (answer.status !== 201) throw new Error(`${this.title}: ${answer.status} ${await answer.text()}`);
  }

  /** What happened to a submission after it had arrived. */
  private async finish({ json, meta }: SentSubmission): Promise<void> {
    const row = this.rows.find(({ _uuid }) => _uuid === json._uuid);
    if (row === undefined) throw new Error(`${this.title}: ${json._uuid} is not there`);
    if (meta.validation_status !== undefined) {
      const status = { 'validation_status.uid': meta.validation_status };
      await this.ask('PATCH', this.path(`data/${row._id}/validation_status/`), status);
    }
    for (const { uid, media_file_basename: name } of row._attachments ?? []) {
      if (meta.deleted_files?.includes(name)) await this.ask('DELETE', this.path(`attachments/${uid}/`));
    }
  }

  private async makeExport(options: ExportOptions): Promise<{ ending: string; answer: Response }> {
    const ids = options.submission_ids?.map((id) => this.idOf(id));
    const answer = await this.ask('POST', this.path('exports/'), {
      ...options,
      ...(ids !== undefined && { submission_ids: ids }),
    });
    const ending = ENDING[options.type] ?? options.type;
    if (!answer.ok) return { ending, answer };
    const { url } = (await answer.json()) as { url: string };
    const result = await this.resultOf(url);
    return { ending, answer: await this.ask('GET', new URL(result).pathname) };
  }

  /** @throws Error when the export failed, or takes too long */
  private async resultOf(url: string): Promise<string> {
    for (let waited = 0; waited < LONGEST_EXPORT_MS; waited += POLL_MS) {
      const answer = await this.ask('GET', new URL(url).pathname);
      const task = (await answer.json()) as { status: string; result: string | null; messages: object };
      if (task.status === 'error') throw new Error(`${this.title}: ${JSON.stringify(task.messages)}`);
      if (task.result !== null && task.status === 'complete') return task.result;
      await pause(POLL_MS);
    }
    throw new Error(`${this.title}: an export takes too long`);
  }

  private async askReport(params: Params): Promise<{ ending: string; answer: Response }> {
    return { ending: 'json', answer: await this.ask('GET', this.path(`reports/?${this.queryOf(params)}`)) };
  }

  private async askGeoJson(params: Params): Promise<{ ending: string; answer: Response }> {
    const query = this.queryOf({ ...params, format: 'geojson', limit: 1000 });
    return { ending: 'geojson', answer: await this.ask('GET', this.path(`data/?${query}`)) };
  }

  /** @returns how many files were written: none where there is no route */
  private async keep(
    folder: string,
    id: string,
    asked: Promise<{ ending: string; answer: Response }>,
  ): Promise<number> {
    const { ending, answer } = await asked;
    if (answer.status === 404 || answer.status === 405) return 0;
    writeFileSync(join(folder, `${id}.${ending}`), Buffer.from(await answer.arrayBuffer()));
    return 1;
  }

  private queryOf(params: Params): string {
    const entries = Object.entries(params).map(([key, value]) => {
      return [key, typeof value === 'string' ? this.ours(value) : JSON.stringify(value)] as [string, string];
    });
    return new URLSearchParams(entries).toString();
  }

  /** Text of the case with the identifiers of the service. */
  private ours(text: string): string {
    return Object.entries(this.names).reduce((done, [own, theirs]) => done.replaceAll(theirs, own), text);
  }

  private idOf(id: number): number {
    const uuid = this.given.submissions.find(({ json }) => json._id === id)?.json._uuid;
    return this.rows.find(({ _uuid }) => _uuid === uuid)?._id ?? -1;
  }

  private path(below: string): string {
    return `/api/v2/assets/${this.uid}/${below}`;
  }

  private async json<T>(method: string, below: string, body?: object): Promise<T> {
    const answer = await this.ask(method, this.path(below), body);
    if (!answer.ok)
      throw new Error(`${this.title}: ${method} ${below} ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  private ask(method: string, path: string, body?: object): Promise<Response> {
    const { origin, authorization } = this.target;
    return fetch(origin + path, {
      method,
      headers: { authorization, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(LONGEST_REQUEST_MS),
    });
  }
}
