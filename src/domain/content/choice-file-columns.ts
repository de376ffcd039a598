/** Columns of value and label that a select without parameters takes, by the extension of its file (contract-xlsform 3.5). */
export const CHOICE_FILE_COLUMNS = {
  csv: { value: 'name', label: 'label' },
  xml: { value: 'name', label: 'label' },
  geojson: { value: 'id', label: 'title' },
} as const;
