import { barChart, legend } from './bar-chart';
import { columnChart } from './column-chart';
import { dotMap } from './dot-map';

const texts = { id: 'q1', title: 'Title <b>', description: 'Says & tells' };
const HOSTILE = `"><script>alert('x')</script>`;

const valuesOf = (svg: string, attribute: string, element = '\\w+'): string[] =>
  [...svg.matchAll(new RegExp(`<${element}[^>]*?\\s${attribute}="([^"]*)"`, 'g'))].map(([, value]) => value!);

describe('charts', () => {
  it('have the role img, a name and a description', () => {
    const { text } = columnChart(texts, {
      columns: [{ name: 'a', count: 1 }],
      labels: ['a'],
      labelPlacement: 'below',
    });
    expect(text).toMatch(/^<svg[^>]*role="img"[^>]*aria-labelledby="q1-title q1-text"/);
    expect(text).toContain('<title id="q1-title">Title &lt;b&gt;</title>');
    expect(text).toContain('<desc id="q1-text">Says &amp; tells</desc>');
  });

  it('draw bars proportional to their counts, with parts side by side', () => {
    const bars = [
      { label: 'One', count: 4, parts: [1, 3] },
      { label: HOSTILE, count: 2, parts: [2, 0] },
    ];
    const { text } = barChart(texts, bars, 8);
    expect(valuesOf(text, 'width', 'rect')).toEqual(['17%', '51%', '34%', '0%']);
    expect(valuesOf(text, 'x', 'rect')).toEqual(['0%', '17%', '0%', '34%']);
    expect(text).toContain('4 · 50\u00a0%');
    expect(text).not.toContain('<script');
    expect(valuesOf(text, 'height', 'svg')).not.toContain('NaN');
  });

  it('render without bars', () => {
    expect(barChart(texts, [], 0).text).not.toMatch(/NaN|Infinity/);
  });

  it('name the colours in the legend', () => {
    const { text } = legend(['Yes', HOSTILE]);
    expect(text).toContain('class="series-2"');
    expect(text).not.toContain('<script');
  });

  it('draw adjacent columns from the baseline', () => {
    const columns = [0, 5, 10].map((count) => ({ name: `of ${count}`, count }));
    const { text } = columnChart(texts, {
      columns,
      labels: ['0', '5', '10', '15'],
      labelPlacement: 'between',
    });
    expect(valuesOf(text, 'height', 'rect')).toEqual(['0', '87', '174']);
    expect(valuesOf(text, 'x', 'rect')).toEqual(['11%', '23.29%', '35.57%']);
    expect(text).toContain('<title>of 10: 10</title>');
  });

  it('stack the parts of a column', () => {
    const columns = [
      { name: '1', count: 10, parts: [4, 6] },
      { name: '2', count: 5, parts: [0, 5] },
    ];
    const { text } = columnChart(texts, { columns, labels: ['1', '2'], labelPlacement: 'below' });
    expect(valuesOf(text, 'height', 'rect')).toEqual(['69.6', '104.4', '0', '87']);
    expect(valuesOf(text, 'y', 'rect')).toEqual(['116.4', '12', '186', '99']);
    expect(valuesOf(text, 'class', 'rect').slice(0, 2)).toEqual(['series-1 column', 'series-2 column']);
  });

  it('draw columns of which each is empty', () => {
    const { text } = columnChart(texts, {
      columns: [{ name: '1', count: 0, parts: [0, 0] }],
      labels: ['1'],
      labelPlacement: 'below',
    });
    expect(text).not.toMatch(/NaN|Infinity/);
    expect(valuesOf(text, 'height', 'rect')).toEqual(['0', '0']);
  });

  it('draw points at their location, north up, to scale', () => {
    const dots = [
      { latitude: 10, longitude: 20, answers: 1 },
      { latitude: -10, longitude: 40, answers: 4 },
    ];
    const { text } = dotMap(texts, dots);
    const [x, y] = [
      valuesOf(text, 'cx', 'circle').map(parseFloat),
      valuesOf(text, 'cy', 'circle').map(parseFloat),
    ];
    expect([x[0]! < x[1]!, y[0]! < y[1]!]).toEqual([true, true]);
    expect((x[1]! - x[0]!) / (y[1]! - y[0]!)).toBeCloseTo(3 / 4, 2);
    expect(valuesOf(text, 'r', 'circle')).toEqual(['3.5', '6.5']);
    expect(text).toMatch(/10° S[^]*>0°[^]*10° N[^]*20° E[^]*30° E/);
    // At 82 % of the width a longer one would be cut off on phones.
    expect(text).not.toContain('40° E');
    expect(text).toContain('500 km');
  });

  it('centre a single point, with a scale bar in metres', () => {
    const map = dotMap(texts, [{ latitude: 1.23456, longitude: -2.5, answers: 3 }]);
    const { text } = map;
    expect([...valuesOf(text, 'cx', 'circle'), ...valuesOf(text, 'cy', 'circle')]).toEqual(['50%', '50%']);
    expect(text).toMatch(/\d+ m\s*</);
    expect(text).toMatch(/>1\.\d+° N<[^]*>2\.\d+° W</);
    expect(map.in('fr')).toMatch(/>1,\d+° N<[^]*>2,\d+° O</);
  });

  it('render at the poles', () => {
    const { text } = dotMap(texts, [
      { latitude: 90, longitude: 180, answers: 1 },
      { latitude: -90, longitude: -180, answers: 1 },
    ]);
    expect(text).not.toMatch(/NaN|Infinity/);
  });
});
