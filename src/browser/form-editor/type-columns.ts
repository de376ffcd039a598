const METADATA = new Set(
  'start end today deviceid username phonenumber email simserial subscriberid audit start-geopoint background-geopoint background-audio xml-external csv-external'.split(
    ' ',
  ),
);

/** Columns of a type, in the order of the page. Others are shown where a row has them. */
export function columnsOf(type: string): readonly string[] {
  if (METADATA.has(type) || type.startsWith('uri:')) return ['name'];
  if (type === 'calculate') return ['name', 'calculation'];
  if (type === 'hidden') return ['name', 'default', 'calculation'];
  if (type === 'begin_repeat') return ['label', 'name', 'relevant', 'repeat_count', 'appearance'];
  if (type.startsWith('begin_')) return ['label', 'name', 'relevant', 'appearance'];
  if (type === 'note') return ['label', 'name', 'hint', 'relevant', 'appearance'];
  const logic = ['relevant', 'constraint', 'constraint_message', 'default', 'calculation', 'appearance'];
  const fromFile = type.endsWith('_from_file') ? ['file'] : [];
  const select = type.startsWith('select_') ? ['choice_filter'] : [];
  return ['label', 'name', 'hint', ...fromFile, 'required', ...logic, ...select];
}

/** All columns with a field of their own. */
export const EDITED_COLUMNS: readonly string[] = [
  'label name hint file required relevant constraint constraint_message default calculation appearance choice_filter',
  'repeat_count parameters',
].flatMap((columns) => columns.split(' '));
