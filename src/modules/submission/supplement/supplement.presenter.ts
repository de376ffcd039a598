import type { QuestionFeature } from '../../../domain/supplement/question-feature';
import { SUPPLEMENT_FORMAT } from '../../../domain/supplement/supplement-input';
import type { SupplementVersion } from '../../../domain/supplement/supplement-version';
import { wireDate } from '../../../domain/text/wire-date';

export function presentFeature({ uid, questionXpath, action, params }: QuestionFeature) {
  return { question_xpath: questionXpath, action, params, uid };
}

export function presentTags(tags: readonly string[]) {
  return tags.map((value) => ({ value }));
}

/** By question and action, as KoboToolbox nests them. @param versions oldest first */
export function presentSupplement(versions: readonly SupplementVersion[]): object {
  if (versions.length === 0) return {};
  return {
    _version: SUPPLEMENT_FORMAT,
    ...groupBy(
      versions,
      ({ questionXpath }) => questionXpath,
      (ofQuestion) => groupBy(ofQuestion, ({ action }) => action, presentAction),
    ),
  };
}

function presentAction(versions: readonly SupplementVersion[]): object {
  return versions[0]!.action === 'manual_transcription'
    ? presentVersions(versions)
    : groupBy(versions, ({ subject }) => subject, presentVersions);
}

function presentVersions(versions: readonly SupplementVersion[]): object {
  const dates = versions.flatMap(({ dateCreated, dateVerified }) => [
    dateCreated,
    dateVerified ?? dateCreated,
  ]);
  return {
    _dateCreated: wireDate(versions[0]!.dateCreated),
    _dateModified: wireDate(new Date(Math.max(...dates.map(Number)))),
    _versions: versions.map(presentVersion).toReversed(),
  };
}

function presentVersion(version: SupplementVersion): object {
  const { uuid, action, data, transcriptUuid, dateVerified } = version;
  const dateCreated = wireDate(version.dateCreated);
  return {
    _data: data,
    _uuid: uuid,
    _dateCreated: dateCreated,
    // Typed texts need no acceptance.
    _dateAccepted: dateCreated,
    ...(transcriptUuid !== null && {
      _dependency: { _actionId: 'manual_transcription', _uuid: transcriptUuid },
    }),
    ...(action === 'manual_qual' && { verified: dateVerified !== null }),
    ...(dateVerified !== null && { _dateVerified: wireDate(dateVerified) }),
  };
}

function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  present: (group: readonly Item[]) => object,
): Record<string, object> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return Object.fromEntries([...groups].map(([key, group]) => [key, present(group)]));
}
