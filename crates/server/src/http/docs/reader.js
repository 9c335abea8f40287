// Loads the OpenAPI document and lays it out by tag, with a full-text search.

import { make, prose } from './dom.js';
import { operationFold } from './operation.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const by = (id) => document.getElementById(id);

/** Returns every operation of the document, with the text that the search matches. */
function entries(described) {
  const all = Object.entries(described.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ method, path, item, operation: item[method] })));
  return all.map((entry) => {
    const { operation, method, path } = entry;
    const id = `${method}${path.replaceAll(/[^A-Za-z0-9]+/g, '-')}`.replace(/-$/, '');
    const found = [method, path, operation.summary, operation.description, operation.operationId, ...(operation.tags ?? [])];
    return { ...entry, id, tag: operation.tags?.[0] ?? 'other', text: found.join(' ').toLowerCase() };
  });
}

/** Returns the tags in the order of the document, each with its operations. */
function groups(described, all) {
  const told = new Map((described.tags ?? []).map((tag) => [tag.name, tag.description ?? '']));
  for (const { tag } of all) if (!told.has(tag)) told.set(tag, '');
  // Operations under the tag's own path come first.
  const isNamesake = ({ path, tag }) => path.startsWith(`/v1/${tag}`);
  const own = (name) => all.filter((entry) => entry.tag === name).sort((a, b) => isNamesake(b) - isNamesake(a));
  return [...told].map(([name, text]) => ({ name, text, entries: own(name) })).filter((group) => group.entries.length > 0);
}

function layOut(described) {
  const all = entries(described);
  const key = () => by('key').value.trim();
  by('title').textContent = `${described.info?.title ?? 'Refrain'} API`;
  by('title').append(' ', make('small', {}, described.info?.version ?? ''));
  by('description').replaceChildren(...prose(described.info?.description ?? ''));
  const contents = [];
  const sections = groups(described, all).map((group) => {
    const rows = group.entries.map((entry) => {
      entry.fold = operationFold(described, entry, key);
      const what = entry.operation.summary ?? entry.path;
      entry.link = make('a', { href: `#${entry.id}`, title: entry.path }, make('span', { class: `dot ${entry.method}`, 'aria-hidden': 'true' }), what);
      return entry.fold;
    });
    group.section = make('section', { class: 'group', 'aria-labelledby': `tag-${group.name}` },
      make('h2', { id: `tag-${group.name}` }, group.name), make('p', { class: 'about' }, group.text), rows);
    group.links = make('div', { class: 'links' }, make('h3', {}, make('a', { href: `#tag-${group.name}` }, group.name)), group.entries.map((entry) => entry.link));
    contents.push(group.links);
    return group;
  });
  by('contents').replaceChildren(...contents);
  by('list').replaceChildren(...sections.map((group) => group.section));
  return { all, groups: sections };
}

/** Shows the operations that contain all words, and their number. */
function search({ all, groups: sections }, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const entry of all) {
    const isFound = words.every((word) => entry.text.includes(word));
    entry.fold.hidden = !isFound;
    entry.link.hidden = !isFound;
    count += isFound ? 1 : 0;
  }
  for (const group of sections) {
    const isEmpty = group.entries.every((entry) => entry.fold.hidden);
    group.section.hidden = isEmpty;
    group.links.hidden = isEmpty;
  }
  by('found').textContent = words.length === 0 ? '' : count === 0 ? `No operations match “${text}”.` : `${count} of ${all.length} operations`;
}

/** Opens the operation that the URL fragment names. */
function open({ all }) {
  const entry = all.find(({ id }) => `#${id}` === decodeURIComponent(location.hash));
  if (!entry) return;
  entry.fold.hidden = false;
  entry.fold.open = true;
  entry.fold.fill();
  entry.fold.querySelector('summary').focus({ preventScroll: true });
  entry.fold.scrollIntoView({ block: 'start' });
  for (const other of all) other.link.toggleAttribute('aria-current', other === entry);
  if (!isWide.matches) by('menu').open = false;
}

/** Moves the focus to the next or previous visible operation. */
function step({ all }, by_) {
  const shown = all.filter((entry) => !entry.fold.hidden && !entry.fold.closest('[hidden]'));
  const sorted = shown.sort((a, b) => (a.fold.compareDocumentPosition(b.fold) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const at = sorted.findIndex((entry) => entry.fold.contains(document.activeElement));
  const next = sorted[Math.min(Math.max(at + by_, 0), sorted.length - 1)];
  next?.fold.querySelector('summary').focus();
  next?.fold.scrollIntoView({ block: 'nearest' });
}

function listen(laid) {
  const field = by('search');
  field.addEventListener('input', () => search(laid, field.value.trim()));
  addEventListener('hashchange', () => open(laid));
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      field.value = '';
      search(laid, '');
      return;
    }
    if (event.target.matches('input')) return;
    if (event.key === '/') {
      event.preventDefault();
      field.select();
    } else if (event.key === 'j' || event.key === 'k') step(laid, event.key === 'j' ? 1 : -1);
  });
}

/** Applies the theme: the system's, or the one chosen here. */
function themes() {
  const names = ['auto', 'light', 'dark'];
  const show = (name) => {
    document.documentElement.dataset.theme = name;
    by('theme').textContent = `Theme: ${name}`;
  };
  show(names.includes(localStorage.getItem('refrain-docs-theme')) ? localStorage.getItem('refrain-docs-theme') : 'auto');
  by('theme').addEventListener('click', () => {
    const next = names[(names.indexOf(document.documentElement.dataset.theme) + 1) % names.length];
    localStorage.setItem('refrain-docs-theme', next);
    show(next);
  });
}

/** On wide screens, the table of contents is always open. */
const isWide = matchMedia('(min-width: 900px)');
const fit = () => { by('menu').open = isWide.matches; };

themes();
fit();
isWide.addEventListener('change', fit);
try {
  const response = await fetch('/v1/openapi.json');
  if (!response.ok) throw new Error(`the server returned ${response.status}`);
  const laid = layOut(await response.json());
  listen(laid);
  open(laid);
} catch (error) {
  by('list').replaceChildren(make('p', { class: 'wait' }, `Could not load the OpenAPI document: ${error.message}. Is the server running? Reload the page to try again.`));
}
