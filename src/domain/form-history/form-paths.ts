import type { FormPaths } from '../submission/instance-flattening';
import type { FormVersion } from './form-version';
import { readSections, type Section } from './version-schema';

/** Questions whose answer names a file (contract-xlsform 4.1). */
const FILE_TYPES = new Set(['audit', 'image', 'audio', 'video', 'file', 'background-audio']);

/**
 * What must be known to read an instance of `version`: its own repeats and geopoints, and the questions for files of all
 * versions, so that no file is left without its question.
 */
export function readFormPaths(version: FormVersion, allVersions: readonly FormVersion[]): FormPaths {
  const sections = readSections(version.content);
  const repeats = sections.filter(({ parent }) => parent !== undefined);
  return {
    repeatPaths: new Set(repeats.map(({ path }) => path)),
    geoPaths: new Set(pathsOf(sections, (type) => type === 'geopoint')),
    filePaths: new Set(
      allVersions.flatMap(({ content }) => pathsOf(readSections(content), (type) => FILE_TYPES.has(type))),
    ),
  };
}

function pathsOf(sections: readonly Section[], isMeant: (type: string) => boolean): string[] {
  return sections.flatMap(({ fields }) => fields.filter(({ type }) => isMeant(type)).map(({ path }) => path));
}
