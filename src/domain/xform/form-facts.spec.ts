import { InvalidError } from '../errors';
import { readFormFacts } from './form-facts';

const FORM = `<?xml version="1.0"?>
<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa" xmlns:odk="http://www.opendatakit.org/xforms">
  <h:head>
    <h:title>Households &amp; more</h:title>
    <model>
      <submission base64RsaPublicKey="MIIB"/>
      <instance>
        <data id="hh" version="2">
          <formhub><uuid/></formhub>
          <start/>
          <g><place/><empty/></g>
          <member jr:template=""><photo/><visit jr:template=""><where/></visit></member>
          <member><photo/><visit><where/></visit></member>
          <said/>
          <meta><audit/><instanceID/></meta>
        </data>
      </instance>
      <instance id="yn"><root><item><name>y</name></item></root></instance>
      <bind nodeset="/data/start" type="dateTime"/>
      <bind nodeset="/data/g/place" type="geopoint"/>
      <bind nodeset="/data/member/photo" type="binary"/>
      <bind nodeset="/data/member/visit/where" type="geopoint"/>
      <bind nodeset="/data/said" type="binary"/>
      <odk:recordaudio ref="/data/said" event="odk-instance-load"/>
      <bind nodeset="/data/meta/audit" type="binary"/>
    </model>
  </h:head>
  <h:body>
    <group ref="/data/g"><input ref="/data/g/place"/>
      <group ref="/data/g/empty"/>
    </group>
    <group ref="/data/member"><repeat nodeset="/data/member"><upload ref="/data/member/photo" mediatype="image/*"/>
      <group ref="/data/member/visit"><repeat nodeset="/data/member/visit">
        <select1 ref="/data/member/visit/where"><itemset nodeset="instance('yn')/root/item[name = 'y']"/></select1>
      </repeat></group>
    </repeat></group>
  </h:body>
</h:html>`;

describe('readFormFacts', () => {
  it('reads the head, the questions in order, repeats, geopoints, files and lists', () => {
    expect(readFormFacts(FORM)).toEqual({
      rootName: 'data',
      formId: 'hh',
      version: '2',
      title: 'Households & more',
      questions: [
        { path: 'start', type: 'dateTime' },
        { path: 'g/place', type: 'geopoint' },
        { path: 'member/photo', type: 'binary' },
        { path: 'member/visit/where', type: 'geopoint' },
        { path: 'said', type: 'binary' },
        { path: 'meta/audit', type: 'binary' },
      ],
      repeatPaths: ['member', 'member/visit'],
      geopointPaths: ['g/place', 'member/visit/where'],
      fileQuestions: [
        { path: 'member/photo', kind: 'image' },
        { path: 'said', kind: 'background-audio' },
        { path: 'meta/audit', kind: 'audit' },
      ],
      encrypted: true,
      choiceLists: ['yn'],
    });
  });

  it('ignores prefixes and works without title and version', () => {
    const xml = `<html xmlns:x="http://www.w3.org/2002/xforms"><head><x:model><x:instance><f id="i"><a/></f></x:instance>
      <x:bind id="b" nodeset="/f/a" type="xsd:string"/></x:model></head><body><x:upload bind="b" mediatype="audio/*"/></body></html>`;
    expect(readFormFacts(xml)).toMatchObject({
      formId: 'i',
      version: null,
      title: '',
      questions: [{ path: 'a', type: 'string' }],
      fileQuestions: [{ path: 'a', kind: 'audio' }],
      encrypted: false,
    });
  });

  const refused: [string, string, RegExp][] = [
    ['a DOCTYPE', '<!DOCTYPE html><html/>', /DOCTYPE/],
    ['text that is no XML', 'hello', /well-formed/],
    ['truncated XML', FORM.slice(0, 900), /well-formed/],
    ['XML without an instance', '<html><head/><body/></html>', /primary instance/],
    ['an instance without a root', '<html><instance/></html>', /primary instance/],
    ['an instance with two roots', '<html><instance><a/><b/></instance></html>', /one root/],
    ['too deep nesting', '<a>'.repeat(300), /nested/],
  ];
  it.each(refused)('refuses %s', (_, xml, sentence) => {
    expect(() => readFormFacts(xml)).toThrow(InvalidError);
    expect(() => readFormFacts(xml)).toThrow(sentence);
  });
});
