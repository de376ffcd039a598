import type { EntityNode } from '../../../domain/entity/entity-node';
import { withLocalEntities } from './local-entities';

const [ONE, TWO, BRANCH, OTHER] = ['1', '2', '3', '4'].map(
  (digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`,
);
const node = (values: Partial<EntityNode>): EntityNode => ({
  dataset: 'trees',
  id: ONE!,
  creates: false,
  updates: false,
  label: '',
  data: {},
  baseVersion: '',
  trunkVersion: '',
  branchId: '',
  ...values,
});
const CSV = `name,label,__version,kind\n${ONE},"Oak, old",3,oak\n`;
const HEADER = 'name,label,__version,__trunkVersion,__branchId,kind\n';
const merged = (...nodes: EntityNode[]): string =>
  withLocalEntities(CSV, 'trees', nodes, BRANCH!).replace(HEADER, '');

describe('withLocalEntities', () => {
  it('says which version the service had, for changes without a network', () => {
    expect(withLocalEntities(CSV, 'trees', [], BRANCH!)).toBe(
      `${HEADER}${ONE},"Oak, old",3,3,${BRANCH},oak\n`,
    );
  });

  it('adds what was created, as its first version', () => {
    const created = node({
      id: `uuid:${TWO}`,
      creates: true,
      label: 'Elm',
      data: { kind: 'elm', unknown: 'x' },
    });
    expect(merged(created)).toBe(`${ONE},"Oak, old",3,3,${BRANCH},oak\n${TWO},Elm,1,,${BRANCH},elm\n`);
  });

  it('continues the branch of the changes of this device', () => {
    const update = (baseVersion: string, kind: string) =>
      node({ updates: true, baseVersion, trunkVersion: '3', branchId: OTHER!, data: { kind } });
    expect(merged(update('3', 'elm'))).toBe(`${ONE},"Oak, old",4,3,${OTHER},elm\n`);
    expect(merged(update('3', 'elm'), update('4', 'ash'))).toBe(`${ONE},"Oak, old",5,3,${OTHER},ash\n`);
  });

  it.each([
    ['a change that the list has', node({ updates: true, baseVersion: '2', data: { kind: 'elm' } })],
    ['another creation of it', node({ creates: true, label: 'Elm' })],
    ['a change of what is not there', node({ id: TWO!, updates: true, baseVersion: '1' })],
    ['a creation without a name', node({ id: TWO!, creates: true })],
    ['an entity of another list', node({ id: TWO!, dataset: 'people', creates: true, label: 'x' })],
    ['an invalid identifier', node({ id: 'seven', creates: true, label: 'x' })],
  ])('leaves out %s', (_, change) => {
    expect(merged(change)).toBe(merged());
  });

  it('leaves a file without versions as it is', () => {
    expect(withLocalEntities('name,label\na,b\n', 'trees', [], BRANCH!)).toBe('name,label\na,b\n');
  });
});
