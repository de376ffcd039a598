import { attachmentDisposition } from './file-response';

describe('attachmentDisposition', () => {
  it.each([
    ['photo.jpg', 'attachment; filename=photo.jpg'],
    ['été 1.jpg', `attachment; filename="?t? 1.jpg"; filename*=UTF-8''%C3%A9t%C3%A9%201.jpg`],
    ['a"b\r\nX: y.jpg', `attachment; filename="a\\"b??X: y.jpg"; filename*=UTF-8''a%22b%0D%0AX%3A%20y.jpg`],
    ["o'k(1)*.png", `attachment; filename="o'k(1)*.png"`],
    ['50%25.png', `attachment; filename=50%25.png; filename*=UTF-8''50%2525.png`],
    ['\ud800.jpg', `attachment; filename="?.jpg"; filename*=UTF-8''%EF%BF%BD.jpg`],
  ])('%j', (name, header) => {
    expect(attachmentDisposition(name)).toBe(header);
  });
});
