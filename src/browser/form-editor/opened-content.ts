import { type ChoiceRow, type FormContent, type Row, withWrittenName } from './form-content';
import type { MakeKey } from './form-edits';

/**
 * The content as the editor relies on it. Names that the service makes of labels are written out: they would become others
 * when rows are added, moved or removed, and references would not follow. Keys that rows share are made distinct: one of
 * the rows would not be shown, and be removed with the other.
 */
export function openedContent(content: FormContent, makeKey: MakeKey): FormContent {
  const keys = new Set<string>();
  const survey = content.survey.map((row): Row => {
    const named = withWrittenName(row);
    const opened = keys.has(row.$kuid) ? { ...named, $kuid: makeKey() } : named;
    keys.add(opened.$kuid);
    return opened;
  });
  const choices = content.choices?.map((choice): ChoiceRow => withWrittenName(choice));
  return {
    ...content,
    survey: unlessSame(content.survey, survey),
    ...(choices && { choices: unlessSame(content.choices!, choices) }),
  };
}

function unlessSame<Item>(given: readonly Item[], opened: readonly Item[]): readonly Item[] {
  return opened.every((each, at) => each === given[at]) ? given : opened;
}
