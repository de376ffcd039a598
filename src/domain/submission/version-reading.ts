import type { Content } from '../content/content';
import { isPoint } from '../geo/geometry';
import type { FormPaths } from './instance-flattening';
import type { EntityFact } from '../xform/entity-facts';
import { type FormFacts, numericPaths } from '../xform/form-facts';
import { expandKoboRows } from '../content/kobo/expand-kobo-rows';
import { type Field, readSections } from '../form-history/version-schema';

/** Structure of a deployed version, from its XForm or from its content. */
export type VersionFacts = Pick<
  FormFacts,
  'version' | 'questions' | 'repeatPaths' | 'geopointPaths' | 'fileQuestions' | 'entities'
>;

/** How the submissions of one version are read. */
export interface VersionReading extends FormPaths {
  /** Questions that the device answers with a file: audits and background recordings. */
  readonly recordedPaths: ReadonlySet<string>;
  /** Entities that the version declares; absent if there are none. */
  readonly entities?: readonly EntityFact[];
}

export interface DeployedVersion {
  readonly uid: string;
  readonly facts: VersionFacts;
}

/** How the submissions of a form are read and filtered, whatever their version. */
export interface FormReading {
  readonly newest: VersionReading;
  /** `version` attribute of the XForm → uid of the version. */
  readonly uidsByLabel: ReadonlyMap<string, string>;
  /** Questions of a numeric type in any version. */
  readonly numericPaths: ReadonlySet<string>;
  /** Questions of all versions, newest first, in order; each outermost repeat once, by its path. */
  readonly questionPaths: readonly string[];
}

/**
 * Reads a node as the version of the submission describes it, and a node that this version lacks as the newest version that
 * has it: an edit with a newer form keeps its version and may answer questions of both (contract-xlsform 4.2).
 * @param others newest first
 */
export function readingOf(own: VersionFacts, others: readonly VersionFacts[]): VersionReading {
  const repeatPaths = new Set(own.repeatPaths);
  const geoPaths = new Set(own.geopointPaths);
  const filePaths = new Set<string>();
  const recordedPaths = new Set<string>();
  const addFiles = ({ fileQuestions }: VersionFacts, isMissing: (path: string) => boolean): void => {
    for (const { path, kind } of fileQuestions) {
      if (!isMissing(path)) continue;
      filePaths.add(path);
      if (kind === 'audit' || kind === 'background-audio') recordedPaths.add(path);
    }
  };
  addFiles(own, () => true);
  const known = nodesOf(own);
  for (const other of others) {
    const isMissing = (path: string): boolean => !known.has(path);
    for (const path of other.repeatPaths) if (isMissing(path)) repeatPaths.add(path);
    for (const path of other.geopointPaths) if (isMissing(path)) geoPaths.add(path);
    addFiles(other, isMissing);
    for (const path of nodesOf(other)) known.add(path);
  }
  return {
    repeatPaths,
    geoPaths,
    filePaths,
    recordedPaths,
    ...(own.entities && { entities: own.entities }),
  };
}

/** @param versions newest first, at least one */
export function formReading(versions: readonly DeployedVersion[]): FormReading {
  const [newest, ...others] = versions.map(({ facts }) => facts);
  if (newest === undefined) throw new RangeError('A form has at least one version');
  return {
    newest: readingOf(newest, others),
    uidsByLabel: new Map(
      versions.flatMap(({ uid, facts: { version } }) => (version === null ? [] : [[version, uid]])),
    ),
    numericPaths: new Set(versions.flatMap(({ facts }) => [...numericPaths(facts)])),
    questionPaths: [...new Set(versions.flatMap(({ facts }) => outermostPaths(facts)))],
  };
}

/**
 * Finds the version that a submission names: the newest of those in its answers, else that of its `version` attribute, else
 * the stored one; the newest of the form if it names none.
 * @param uids of the deployed versions, latest first
 */
export function versionNamed(
  { uids, uidsByLabel }: { uids: readonly string[]; uidsByLabel: ReadonlyMap<string, string> },
  { versionUids, formVersion }: { versionUids: readonly string[]; formVersion: string | undefined },
  storedUid: string | null = null,
): string | null {
  return (
    uids.find((uid) => versionUids.includes(uid)) ??
    uidsByLabel.get(formVersion ?? '') ??
    uids.find((uid) => uid === storedUid) ??
    uids[0] ??
    null
  );
}

/** Questions with the groups and repeats around them. */
function nodesOf({ questions, repeatPaths }: VersionFacts): Set<string> {
  const nodes = new Set<string>();
  for (const path of [...repeatPaths, ...questions.map((question) => question.path)]) {
    for (let node = path; node !== '' && !nodes.has(node);) {
      nodes.add(node);
      node = node.slice(0, Math.max(0, node.lastIndexOf('/')));
    }
  }
  return nodes;
}

function outermostPaths({ questions, repeatPaths }: VersionFacts): string[] {
  const outermost = (path: string): string =>
    repeatPaths.find((repeat) => path.startsWith(`${repeat}/`)) ?? path;
  return questions.map(({ path }) => outermost(path));
}

const NUMBER_TYPES: Readonly<Record<string, string>> = {
  integer: 'int',
  decimal: 'decimal',
  percentage: 'int',
  // An int range compares like a decimal one.
  range: 'decimal',
};

const FILE_KINDS = ['image', 'audio', 'video', 'file', 'audit', 'background-audio'] as const;

/** Facts of a version from its content, for versions whose XForm is not kept. */
export function versionFactsOf(content: Content): VersionFacts {
  const sections = readSections(expandKoboRows(content));
  const fields = sections.flatMap((section) => section.fields);
  return {
    version: null,
    questions: fields.map((field) => ({ path: field.path, type: bindTypeOf(field) })),
    repeatPaths: sections.flatMap(({ path }) => (path === '' ? [] : [path])),
    geopointPaths: fields.flatMap(({ type, path }) =>
      isPoint(type) || type === 'background-geopoint' ? [path] : [],
    ),
    fileQuestions: fields.flatMap(({ type, path }) => {
      const kind = FILE_KINDS.find((each) => each === type);
      return kind === undefined ? [] : [{ path, kind }];
    }),
  };
}

function bindTypeOf({ type, row }: Field): string | null {
  const sent = row['bind::type'];
  return typeof sent === 'string' ? sent.replace(/^xsd:/, '') : (NUMBER_TYPES[type] ?? null);
}
