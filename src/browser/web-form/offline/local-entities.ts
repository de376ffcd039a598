import { readEntityUuid, valueOf } from '../../../domain/entity/entity-change';
import { type EntityNode, readEntityNodes } from '../../../domain/entity/entity-node';
import type { InstanceElement } from '../../../domain/submission/instance-element';
import { EntityFactsReader } from '../../../domain/xform/entity-facts';
import { readDelimited } from '../../form-editor/delimited';

/** Entities that a finished submission creates or updates. @param formXml of the form that it was filled in with */
export function entitiesOf(formXml: string, instanceXml: string): EntityNode[] {
  if (!formXml.includes('dataset=')) return [];
  const form = new DOMParser().parseFromString(formXml, 'text/xml');
  const primary = form.querySelector('model > instance > *');
  if (primary === null) return [];
  const reader = new EntityFactsReader();
  const readNodes = (element: Element, path: string): void => {
    for (const child of element.children) {
      const below = path === '' ? child.nodeName : `${path}/${child.nodeName}`;
      reader.readNode(below, attributesOf(child));
      readNodes(child, below);
    }
  };
  readNodes(primary, '');
  for (const bind of form.querySelectorAll('model > bind')) {
    const path = bind.getAttribute('nodeset')?.trim().split('/').slice(2).join('/') ?? '';
    reader.readBind(path, attributesOf(bind));
  }
  const { entities = [] } = reader.finish();
  const instance = new DOMParser().parseFromString(instanceXml, 'text/xml').documentElement;
  return readEntityNodes({ root: elementOf(instance) }, entities);
}

function attributesOf(element: Element): Record<string, string> {
  return Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
}

function elementOf(element: Element): InstanceElement {
  const children = [...element.children].map(elementOf);
  return {
    name: element.nodeName,
    attributes: attributesOf(element),
    children,
    text: children.length === 0 ? (element.textContent ?? '') : '',
  };
}

interface LocalRow {
  label: string;
  version: number;
  /** As the device sends them with the next change (ODK Entities specification, offline entities). */
  trunkVersion: string;
  branchId: string;
  readonly data: Record<string, string>;
}

/**
 * Adds what this device changed and the service does not have yet to the CSV of a list, as collectors do: a form that reads
 * it knows these entities, and which of their versions the service had.
 * @param nodes in the order of the device @param newBranch uuid of changes that begin with this form
 */
export function withLocalEntities(
  csv: string,
  dataset: string,
  nodes: readonly EntityNode[],
  newBranch: string,
): string {
  const [headings = [], ...cells] = readDelimited(csv.replace(/^\uFEFF/, ''), ',');
  if (!headings.includes('name') || !headings.includes('__version')) return csv;
  const properties = headings.filter((name) => !['name', 'label'].includes(name) && !name.startsWith('__'));
  const rows = new Map<string, LocalRow>();
  for (const row of cells) {
    const cellOf = (name: string): string => row[headings.indexOf(name)] ?? '';
    rows.set(cellOf('name'), {
      label: cellOf('label'),
      version: Number(cellOf('__version')),
      trunkVersion: cellOf('__version'),
      branchId: newBranch,
      data: Object.fromEntries(properties.map((name) => [name, cellOf(name)])),
    });
  }
  for (const node of nodes) if (node.dataset === dataset) apply(rows, node, newBranch);
  const names = ['name', 'label', '__version', '__trunkVersion', '__branchId', ...properties];
  const lines = [...rows].map(([uuid, { label, version, trunkVersion, branchId, data }]) => [
    ...[uuid, label, String(version), trunkVersion, branchId],
    ...properties.map((name) => valueOf(data, name)),
  ]);
  return [names, ...lines].map((line) => `${line.map(quoted).join(',')}\n`).join('');
}

function apply(rows: Map<string, LocalRow>, node: EntityNode, newBranch: string): void {
  const uuid = readEntityUuid(node.id);
  if (uuid === undefined) return;
  const row = rows.get(uuid);
  if (row === undefined) {
    if (!node.creates || node.label === '') return;
    const branchId = node.branchId === '' ? newBranch : node.branchId;
    rows.set(uuid, { label: node.label, version: 1, trunkVersion: '', branchId, data: { ...node.data } });
    return;
  }
  // The list has the change already, or a newer one of somebody else.
  const base = Number(node.baseVersion);
  if (!node.updates || row.version > base) return;
  row.version = base + 1;
  row.trunkVersion = node.trunkVersion;
  if (node.branchId !== '') row.branchId = node.branchId;
  if (node.label !== '') row.label = node.label;
  Object.assign(row.data, node.data);
}

const NEEDS_QUOTES = /[",\r\n]/;

function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
