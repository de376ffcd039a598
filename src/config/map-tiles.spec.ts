import { isTileUrl } from './setting-rules';
import { mapTiles } from './map-tiles';

describe('mapTiles', () => {
  it.each([
    ['https://tiles.example.org/{z}/{x}/{y}.png', 'https://tiles.example.org'],
    ['https://{s}.tiles.example.org/{z}/{x}/{y}.png?key=1', 'https://*.tiles.example.org'],
    ['http://localhost:8080/{z}/{x}/{y}', 'http://localhost:8080'],
  ])('allows images of %s', (url, origin) => {
    expect(isTileUrl(url)).toBe(true);
    expect(mapTiles({ MAP_TILE_URL: url })?.origin).toBe(origin);
  });

  it.each([
    'tiles.example.org/{z}/{x}/{y}.png',
    'https://tiles.example.org/',
    'https://user:secret@tiles.example.org/{z}/{x}/{y}.png',
    'https://tiles.{s}.example.org/{z}/{x}/{y}.png',
    'javascript:{z}{x}{y}',
  ])('refuses %s', (url) => {
    expect(isTileUrl(url)).toBe(false);
  });

  it('has none by default', () => {
    expect(mapTiles({})).toBeUndefined();
  });
});
