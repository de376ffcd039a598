/** One submission, gallery and map. */
export const DATA_STYLE = `
.neighbours { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-3); align-items: center; margin-inline-start: auto; }
.neighbours a { padding-block: var(--space-1); }
.neighbours .button { min-height: 2.25rem; padding-inline: var(--space-3); font-weight: 500; }
.content > .title { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-3); align-items: center; }
.content > .title h2 { margin: 0; }
.content > .actions { margin-top: var(--space-3); }
.actions .inline { display: flex; gap: var(--space-2); align-items: center; }
.actions .inline select { width: auto; }
.answers h4, .sheet h4 { margin: var(--space-4) 0 var(--space-2); font-size: var(--size-s); color: var(--soft); }
h3 + dl, dl + dl { margin-top: var(--space-2); }
.answers dl { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
.repetition { border-inline-start: 3px solid var(--line); padding-inline-start: var(--space-4); margin-top: var(--space-4); }
.repetition + dl { margin-top: var(--space-4); }
.picture { display: inline-block; text-decoration: none; }
.picture img { display: block; max-width: 100%; max-height: 20rem; border-radius: var(--radius); background: var(--sunken); }
.picture audio, .picture video { display: block; max-width: 100%; max-height: 20rem; margin-bottom: var(--space-1); }
.picture span, .picture a { font-size: var(--size-s); overflow-wrap: anywhere; }
.sheet:not(.question) .table th, .sheet:not(.question) .table td { text-align: start; overflow-wrap: anywhere; }
.sheet:not(.question) .table thead th { overflow-wrap: normal; }
@media (max-width: 40rem) {
  .answers dl { grid-template-columns: 1fr; }
}
.lightbox { width: 100vw; height: 100vh; max-width: none; max-height: none; padding: 0; border: 0; background: #101413; color: #f2f5f4; }
.lightbox[open] { display: flex; flex-direction: column; }
.lightbox::backdrop { background: #101413; }
.lightbox .bar { display: flex; gap: var(--space-3); align-items: center; padding: var(--space-2) var(--space-4); }
.lightbox .bar p { flex: 1; min-width: 0; margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.lightbox .place { white-space: nowrap; font-size: var(--size-s); color: #b8c2bd; }
.lightbox .button, .lightbox button { min-height: 2.5rem; min-width: 2.5rem; padding: var(--space-1) var(--space-3); border-color: #6d7f77; background: #1d2422; color: inherit; }
.lightbox :focus-visible { outline-color: #62c9a0; }
.lightbox .stage { flex: 1; min-height: 0; display: flex; align-items: center; gap: var(--space-2); padding: 0 var(--space-2) var(--space-4); }
.lightbox .stage img { flex: 1; min-width: 0; width: 100%; height: 100%; object-fit: contain; }
.lightbox .stage button { font-size: var(--size-xl); line-height: 1; min-height: 4rem; }
.gallery { list-style: none; margin: 0; padding: 0; display: grid; gap: var(--space-4); grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); }
.gallery li { display: flex; flex-direction: column; min-width: 0; font-size: var(--size-s); }
.gallery img { display: block; width: 100%; aspect-ratio: 1; object-fit: cover; border-radius: var(--radius); background: var(--sunken); border: 1px solid var(--line); overflow-wrap: anywhere; }
.file { display: inline-flex; gap: var(--space-2); align-items: center; }
.file img { width: 2.5rem; height: 2.5rem; object-fit: cover; border-radius: .25rem; background: var(--sunken); flex: none; }
`;
