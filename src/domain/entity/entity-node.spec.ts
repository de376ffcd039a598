import { parseInstance } from '../submission/instance-parser';
import { readFormFacts } from '../xform/form-facts';
import { entityCsvHeader, entityCsvRow } from './entity-csv-rows';
import { readEntityNodes } from './entity-node';

const UUID = '3f15cdfb-8d5c-4a39-9fd1-58c9a1b6a0f2';

const FORM = `<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"
  xmlns:jr="http://openrosa.org/javarosa" xmlns:entities="http://www.opendatakit.org/xforms/entities">
  <h:head><h:title>F</h:title><model entities:entities-version="2025.1.0"><instance>
    <data id="f"><village/><home><roof/></home>
      <tree jr:template=""><species/><meta><entity dataset="trees" id="" create="1"><label/></entity></meta></tree>
      <tree><species/><meta><entity dataset="trees" id="" create="1"><label/></entity></meta></tree>
      <meta><instanceID/><entity dataset="households" id="" update="1" baseVersion=""/></meta></data></instance>
    <instance id="households" src="jr://file-csv/households.csv"/>
    <instance id="other" src="jr://file/other.xml"/>
    <bind nodeset="/data/village" type="string" entities:saveto="place"/>
    <bind nodeset="/data/home/roof" type="string" entities:saveto="roof"/>
    <bind nodeset="/data/tree/species" type="string" entities:saveto="kind"/>
  </model></h:head><h:body/></h:html>`;

describe('readFormFacts', () => {
  it('finds entities with the answers saved to each, and files of lists', () => {
    const { entities, csvFiles } = readFormFacts(FORM);
    expect(entities).toEqual([
      {
        dataset: 'trees',
        container: 'tree',
        creates: true,
        updates: false,
        properties: [{ name: 'kind', path: 'species' }],
      },
      {
        dataset: 'households',
        container: '',
        creates: false,
        updates: true,
        properties: [
          { name: 'place', path: 'village' },
          { name: 'roof', path: 'home/roof' },
        ],
      },
    ]);
    expect(csvFiles).toEqual(['households']);
  });
});

describe('readEntityNodes', () => {
  const { entities } = readFormFacts(FORM);
  const nodes = (answers: string, meta: string) =>
    readEntityNodes(
      parseInstance(`<data id="f">${answers}<meta><instanceID>uuid:1</instanceID>${meta}</meta></data>`),
      entities!,
    );

  it('reads attributes, the label and the answers of questions that applied', () => {
    const entity = `<entity dataset="households" id="${UUID}" update="1" baseVersion="2" trunkVersion="1" branchId="b"><label> Asha </label></entity>`;
    expect(nodes('<village>Kisumu</village>', entity)).toEqual([
      {
        dataset: 'households',
        id: UUID,
        creates: false,
        updates: true,
        label: 'Asha',
        data: { place: 'Kisumu' },
        baseVersion: '2',
        trunkVersion: '1',
        branchId: 'b',
      },
    ]);
  });

  it('reads an entity of each copy of a repeat', () => {
    const copy = (kind: string, create: string) =>
      `<tree><species>${kind}</species><meta><entity dataset="trees" id="${UUID}" create="${create}"/></meta></tree>`;
    const read = nodes(copy('oak', '1') + copy('elm', 'true') + copy('ash', '0') + copy('fir', ''), '');
    expect(read.map(({ data, creates }) => [data, creates])).toEqual([
      [{ kind: 'oak' }, true],
      [{ kind: 'elm' }, true],
    ]);
  });

  it('reads prefixed names, and no entity of another list', () => {
    expect(nodes('', '<x:entity dataset="households" id="1" update="1"/>')).toHaveLength(1);
    expect(nodes('', '<entity dataset="unknown" id="1" create="1"/>')).toEqual([]);
  });
});

describe('CSV of a list', () => {
  const properties = ['place', 'toString'];
  const row = (data: Record<string, string>) =>
    entityCsvRow(properties, { uuid: UUID, label: 'A, "B"\nC', version: 3, data });

  it('has the identifier as name, the version and the properties as answered', () => {
    expect(entityCsvHeader(properties)).toBe('name,label,__version,place,toString\n');
    expect(row({ place: '=1+1' })).toBe(`${UUID},"A, ""B""\nC",3,=1+1,\n`);
  });
});
