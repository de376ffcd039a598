import type { Readable } from 'node:stream';
import { objectOf, textOf, textsOf } from '../../../domain/migration/asset-json';
import type { JsonObject } from '../../../domain/text/json-members';
import type {
  SourceEntity,
  SourceEntityList,
  SourceEntityRow,
  SourceEntitySummary,
} from '../../../domain/migration/source-entities';
import type {
  SourceAccount,
  SourceAsset,
  SourceAssetSummary,
  SourceFile,
  SourceSize,
  SourceSubmission,
} from '../../../domain/migration/source-types';
import type { InstanceFacts } from '../../../domain/submission/instance-parser';
import { replaceFormId } from '../../../domain/xform/replace-form-id';
import type { FormEngine } from '../../../workers/form-engine/form-engine';
import {
  type AttachmentReference,
  MigrationSource,
  SourcePartError,
  SourcePartGoneError,
  type SourceListing,
  SourceUnavailableError,
} from '../migration-source.port';
import {
  type CentralForm,
  type CentralOptions,
  type CentralProject,
  filePath,
  formAsset,
  projectAsset,
  readForm,
  readProject,
  readVersions,
  versionUidOf,
  readCollectors,
  readFiles,
} from './central-form';
import { CentralContent } from './central-content';
import {
  type CentralEntityList,
  listEntities,
  readEntity,
  readEntityLists,
  readEntityRows,
} from './central-entity';
import { listNotMovedOfForm, listNotMovedOfProject } from './central-not-moved';
import { CentralRoles } from './central-role';
import { type CentralSession, readText } from './central-session';
import {
  numberSubmissions,
  listSubmissions,
  readDetails,
  readInstance,
  submissionPath,
} from './central-submission';

const PAGE_SIZE = 200;

/** ODK Central server. A project arrives as a collection, a form as a survey in it. */
export class CentralSource extends MigrationSource {
  override readonly keepsIds = false;
  override readonly hasEntities = true;
  override readonly namesUsersByEmail: boolean;
  private readonly projects = new Map<string, CentralProject>();
  private readonly forms = new Map<string, CentralForm>();
  /** By uid. */
  private readonly entityLists = new Map<string, { list: CentralEntityList; project: CentralProject }>();
  /** Of the versions that `readAsset` listed, by uid. */
  private readonly versionPaths = new Map<string, string>();
  private readonly contents: CentralContent;
  private readonly roles: CentralRoles | undefined;
  private isAdministrator = false;

  constructor(
    readonly name: string,
    private readonly session: CentralSession,
    engine: FormEngine,
    private readonly options: CentralOptions,
  ) {
    super();
    this.contents = new CentralContent(session, engine);
    this.namesUsersByEmail = options.movesRoles;
    this.roles = options.movesRoles ? new CentralRoles(session) : undefined;
  }

  async connect(): Promise<SourceAccount> {
    const user = objectOf(await this.session.json('/users/current'));
    const username = textOf(user['email']);
    if (username === '') {
      throw new SourceUnavailableError('The session is not of a user of ODK Central. Sign in as one.');
    }
    // The verbs of the whole server; only administrators may create projects.
    this.isAdministrator = textsOf(user['verbs']).includes('project.create');
    return { username, isSuperuser: this.isAdministrator };
  }

  async list(): Promise<SourceListing> {
    const { owner, projects: chosen } = this.options;
    const omitted: string[] = [];
    const failed: string[] = [];
    const all = (await this.session.list('/projects')).map((json) => readProject(this.name, owner, json));
    const isChosen = ({ id, name }: CentralProject) => chosen?.some((each) => each === id || each === name);
    const projects = all.filter((project) => isChosen(project) !== false);
    for (const each of chosen ?? []) {
      if (!projects.some(({ id, name }) => id === each || name === each))
        failed.push(`Project ${each}: the source has no such project, or the user may not see it`);
    }
    for (const project of projects) {
      try {
        for (const json of await this.session.list(`/projects/${project.id}/forms`)) {
          const form = readForm(this.name, project, json);
          if (json['publishedAt'] == null)
            omitted.push(`${form.xmlFormId} of ${project.name}: a draft that was never published`);
          else this.forms.set(form.summary.uid, form);
        }
        this.projects.set(project.summary.uid, project);
      } catch (error) {
        if (!(error instanceof SourcePartError)) throw error;
        failed.push(`Forms of ${project.name}: ${error.message}`);
      }
    }
    // A form that is missing from an incomplete list may still exist: other users see their projects only.
    const isComplete = this.isAdministrator && chosen === undefined && failed.length === 0;
    const assets = [...this.projects.values(), ...this.forms.values()].map(({ summary }) => summary);
    return { owners: isComplete ? [owner] : [], assets, omitted, failed };
  }

  async readAsset({ uid }: SourceAssetSummary): Promise<SourceAsset> {
    const project = this.projects.get(uid);
    if (project !== undefined) return this.readProject(project);
    const form = this.formOf(uid);
    const json = objectOf(await this.session.json(form.path));
    const versions = readVersions(form, await this.session.list(`${form.path}/versions`));
    for (const version of versions) this.versionPaths.set(version.uid, version.path);
    const newest = versions.at(-1);
    if (newest === undefined) throw new SourcePartError('the source lists no published version');
    const { content, xformReason } = await this.contents.read(newest.path);
    const { files, missing } = await readFiles(this.session, form);
    const notes = missing.map((name) => `The media file ${name} is missing at the source`);
    const collectors = await readCollectors(this.session, form, (note) => notes.push(note));
    return formAsset(form, json, {
      grants: await this.roles?.grantsOf(form.project, form),
      versions,
      content,
      usesXform: xformReason !== undefined,
      files,
      collectors,
      notes: [
        ...(xformReason === undefined ? [] : [`It is deployed with the XForm of the source: ${xformReason}`]),
        ...notes,
      ],
    });
  }

  private async readProject(project: CentralProject): Promise<SourceAsset> {
    const grants = await this.roles?.grantsOf(project);
    try {
      const entityLists = await readEntityLists(this.session, project);
      for (const list of entityLists) this.entityLists.set(list.uid, { list, project });
      return projectAsset(project, { grants, entityLists, problems: [] });
    } catch (error) {
      if (!(error instanceof SourcePartError)) throw error;
      return projectAsset(project, { grants, problems: [`Entity lists: ${error.message}`] });
    }
  }

  override listEntities({ uid }: SourceEntityList): Promise<readonly SourceEntitySummary[]> {
    return listEntities(this.session, this.entityLists.get(uid)!.list);
  }

  override readEntity(
    { uid }: SourceEntityList,
    entity: SourceEntitySummary,
  ): Promise<SourceEntity | undefined> {
    const { list, project } = this.entityLists.get(uid)!;
    const formUids = new Map(
      [...this.forms.values()]
        .filter((form) => form.project === project)
        .map(({ xmlFormId, summary }) => [xmlFormId, summary.uid]),
    );
    return readEntity(this.session, list, entity, (xmlFormId) => formUids.get(xmlFormId));
  }

  override readEntityRows({ uid }: SourceEntityList): AsyncIterable<SourceEntityRow> {
    return readEntityRows(this.session, this.entityLists.get(uid)!.list);
  }

  async readVersion(_summary: SourceAssetSummary, versionUid: string): Promise<JsonObject> {
    const path = this.versionPaths.get(versionUid);
    if (path === undefined) throw new SourcePartError(`there is no version ${versionUid}`);
    return (await this.contents.read(path)).content;
  }

  /** The version of the XML: the OData feed tells that of the first XML of an edited submission. */
  override versionUidsOf(
    { uid }: SourceAssetSummary,
    { formVersion = '' }: InstanceFacts,
  ): readonly string[] {
    return [versionUidOf(uid, formVersion)];
  }

  override async readVersionXform(_summary: SourceAssetSummary, versionUid: string): Promise<string> {
    const path = this.versionPaths.get(versionUid);
    if (path === undefined) throw new SourcePartError(`there is no version ${versionUid}`);
    return this.session.send(`${path}.xml`, '*/*', readText);
  }

  /** With the form id of the copy, which its submissions will name. */
  async readXform({ uid }: SourceAssetSummary): Promise<string> {
    return replaceFormId(await this.session.send(`${this.formOf(uid).path}.xml`, '*/*', readText), uid);
  }

  async *listSubmissions({ uid }: SourceAssetSummary): AsyncIterable<readonly SourceSubmission[]> {
    const form = this.formOf(uid);
    const { pageSize = PAGE_SIZE } = this.options;
    const listed = numberSubmissions(await listSubmissions(this.session, form));
    for (let start = 0; start < listed.length; start += pageSize) {
      const page = listed.slice(start, start + pageSize);
      const details = await Promise.all(page.map((each) => readDetails(this.session, form, each)));
      const present = details.filter((each) => each !== undefined);
      if (present.length > 0) yield present;
    }
  }

  override async measure({ uid }: SourceAssetSummary): Promise<SourceSize> {
    const listed = await listSubmissions(this.session, this.formOf(uid));
    const attachments = listed.reduce((sum, { presentAttachments }) => sum + presentAttachments, 0);
    return { attachments, bytes: undefined };
  }

  async readInstances(
    { uid }: SourceAssetSummary,
    submissions: readonly SourceSubmission[],
  ): Promise<ReadonlyMap<number, string | SourcePartError>> {
    const form = this.formOf(uid);
    const instances = new Map<number, string | SourcePartError>();
    const read = async ({ id, key = '' }: SourceSubmission): Promise<void> => {
      const xml = await readInstance(this.session, `${submissionPath(form, key)}.xml`, uid);
      // A submission that is gone is left out.
      if (!(xml instanceof SourcePartGoneError)) instances.set(id, xml);
    };
    await Promise.all(submissions.map(read));
    return instances;
  }

  override async readEarlier(
    { uid }: SourceAssetSummary,
    { key = '', earlier = [] }: SourceSubmission,
  ): Promise<ReadonlyMap<string, string | SourcePartError>> {
    const path = `${submissionPath(this.formOf(uid), key)}/versions`;
    const instances = new Map<string, string | SourcePartError>();
    for (const { uuid, key: version = uuid } of earlier)
      instances.set(
        uuid,
        await readInstance(this.session, `${path}/${encodeURIComponent(version)}.xml`, uid),
      );
    return instances;
  }

  override listNotMoved({ uid }: SourceAssetSummary): Promise<readonly string[]> {
    const project = this.projects.get(uid);
    return project === undefined
      ? listNotMovedOfForm(this.session, this.formOf(uid))
      : listNotMovedOfProject(this.session, project, this.roles);
  }

  readFile<Result>(
    { uid }: SourceAssetSummary,
    { name }: SourceFile,
    consume: (bytes: Readable) => Promise<Result>,
  ): Promise<Result> {
    return this.session.file(filePath(this.formOf(uid), name), consume);
  }

  readAttachment<Result>(
    { uid }: SourceAssetSummary,
    { submissionKey = '', name }: AttachmentReference,
    consume: (bytes: Readable) => Promise<Result>,
  ): Promise<Result> {
    const path = `${submissionPath(this.formOf(uid), submissionKey)}/attachments/${encodeURIComponent(name)}`;
    return this.session.file(path, consume);
  }

  private formOf(uid: string): CentralForm {
    const form = this.forms.get(uid);
    if (form === undefined) throw new SourcePartGoneError('the source has no such form');
    return form;
  }
}
