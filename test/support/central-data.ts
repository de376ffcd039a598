import { createHash } from 'node:crypto';
import type { CentralDataset } from './central-entities';

const SEE_FORMS = ['project.read', 'form.list', 'form.read'];
/** Roles as the server lists them. */
export const ROLES = {
  formfill: { id: 7, verbs: [...SEE_FORMS, 'submission.create', 'session.end'] },
  viewer: { id: 8, verbs: [...SEE_FORMS, 'submission.read', 'submission.list', 'dataset.list'] },
  manager: {
    id: 5,
    verbs: [
      ...[...SEE_FORMS, 'project.update', 'form.create', 'form.update', 'form.delete'],
      ...['submission.create', 'submission.read', 'submission.list', 'submission.update'],
      ...['assignment.list', 'assignment.create', 'assignment.delete', 'public_link.create'],
    ],
  },
  'app-user': { id: 2, verbs: ['form.read', 'submission.create'] },
};

export interface CentralVersionValues {
  readonly version: string;
  readonly xform: string;
  readonly xlsx?: Buffer;
}

export interface CentralSubmissionVersion {
  readonly instanceId: string;
  readonly xml: string;
  readonly createdAt: string;
  /** Display name. */
  readonly by: string | undefined;
}

export interface CentralSubmission {
  readonly instanceId: string;
  readonly createdAt: string;
  updatedAt: string | null;
  reviewState: string | null;
  readonly formVersion: string;
  readonly submitter: CentralAppUser | undefined;
  /** Newest last. */
  readonly versions: CentralSubmissionVersion[];
  /** Undefined bytes: expected, but never uploaded. */
  readonly files: Map<string, Buffer | undefined>;
  /** Newest last. */
  readonly comments: { readonly body: string; readonly by: string; readonly createdAt: string }[];
}

export interface CentralAppUser {
  readonly id: number;
  readonly displayName: string;
  readonly token: string | null;
}

export interface CentralForm {
  readonly xmlFormId: string;
  name: string;
  state: string;
  keyId: number | null;
  readonly createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
  readonly versions: (CentralVersionValues & { readonly publishedAt: string })[];
  readonly attachments: Map<string, { readonly content: Buffer | undefined; readonly isDataset?: boolean }>;
  readonly submissions: CentralSubmission[];
  readonly assignees: number[];
  hasDraft: boolean;
  readonly publicLinks: CentralPublicLink[];
}

export interface CentralPublicLink {
  readonly displayName: string;
  readonly once: boolean;
  /** Null: closed. */
  readonly token: string | null;
}

export interface CentralWebUser {
  readonly email: string;
  readonly role: keyof typeof ROLES;
  /** Undefined: of the project. */
  readonly form?: CentralForm;
}

export interface CentralProject {
  readonly id: number;
  readonly name: string;
  readonly createdAt: string;
  readonly appUsers: CentralAppUser[];
  readonly forms: CentralForm[];
  readonly webUsers: CentralWebUser[];
  /** By name. */
  readonly entityLists: Map<string, CentralDataset>;
}

export function presentProject({ id, name, createdAt }: CentralProject) {
  return { id, name, description: null, archived: null, keyId: null, createdAt, updatedAt: null };
}

export function presentForm({ id }: CentralProject, form: CentralForm, isExtended: boolean) {
  const { xmlFormId, name, state, keyId, createdAt, updatedAt, publishedAt, submissions, versions } = form;
  return {
    projectId: id,
    xmlFormId,
    name,
    state,
    keyId,
    createdAt,
    updatedAt,
    publishedAt,
    version: versions.at(-1)?.version ?? '',
    ...(isExtended && { submissions: submissions.length }),
  };
}

export function dated({ version, publishedAt }: { version: string; publishedAt: string }) {
  return { version, publishedAt };
}

export function presentAttachment([name, { content, isDataset = false }]: [
  string,
  { readonly content: Buffer | undefined; readonly isDataset?: boolean },
]) {
  const exists = content !== undefined;
  const hash = exists && !isDataset ? createHash('md5').update(content).digest('hex') : null;
  return { name, type: 'file', exists, blobExists: exists && !isDataset, datasetExists: isDataset, hash };
}

export function presentListed(submission: CentralSubmission) {
  const { instanceId, createdAt, updatedAt, reviewState, formVersion, submitter, files, versions } =
    submission;
  return {
    __id: instanceId,
    __system: {
      submissionDate: createdAt,
      updatedAt,
      reviewState,
      formVersion,
      deviceId: null,
      deletedAt: null,
      submitterId: submitter === undefined ? null : String(submitter.id),
      status: null,
      submitterName: submitter?.displayName ?? null,
      attachmentsPresent: [...files.values()].filter((bytes) => bytes !== undefined).length,
      attachmentsExpected: files.size,
      edits: versions.length - 1,
    },
  };
}

export function presentVersion(version: CentralSubmissionVersion, newest: CentralSubmissionVersion) {
  const { instanceId, createdAt, by } = version;
  return {
    instanceId,
    createdAt,
    current: version === newest,
    submitterId: by === undefined ? null : 7,
    ...(by !== undefined && { submitter: { id: 7, type: 'user', displayName: by } }),
  };
}

export function presentComment({ body, by, createdAt }: CentralSubmission['comments'][number]) {
  return { body, actorId: 7, createdAt, actor: { id: 7, type: 'user', displayName: by } };
}

export function instance({ xmlFormId }: CentralForm, version: string, answers: string, meta: string): string {
  return `<data xmlns:orx="http://openrosa.org/xforms" id="${xmlFormId}" version="${version}">${answers}<meta>${meta}</meta></data>`;
}

const idOf = (email: string): number => createHash('sha256').update(email).digest().readUInt16BE() + 1000;

export function presentRoles() {
  return Object.entries(ROLES).map(([system, { id, verbs }]) => ({ id, name: system, system, verbs }));
}

/** Users of all projects, without those that several have twice. */
export function presentUsers(projects: readonly CentralProject[]) {
  const emails = new Set(projects.flatMap(({ webUsers }) => webUsers.map(({ email }) => email)));
  return [...emails].map((email) => ({ id: idOf(email), type: 'user', displayName: 'A name', email }));
}

/** Assignments of a project, or of all of its forms. */
export function presentAssignments({ webUsers, forms }: CentralProject, isOfForms: boolean) {
  const appUsers = forms.flatMap(({ xmlFormId, assignees }) =>
    assignees.map((actorId) => ({ actorId, xmlFormId, roleId: ROLES['app-user'].id })),
  );
  const ofUsers = webUsers.flatMap(({ email, role, form }) =>
    isOfForms === (form !== undefined)
      ? [
          {
            roleId: ROLES[role].id,
            actor: { id: idOf(email), type: 'user', displayName: 'A name' },
            ...(form !== undefined && { xmlFormId: form.xmlFormId }),
          },
        ]
      : [],
  );
  return isOfForms ? [...appUsers, ...ofUsers] : ofUsers;
}
