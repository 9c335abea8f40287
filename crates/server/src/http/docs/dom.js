// Makes elements. Texts only ever become text, so nothing that the document or an answer says can become part of the page.

/** An element with attributes and what stands in it: other elements or texts. */
export function make(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...inside.flat().filter((part) => part !== undefined && part !== null && part !== false));
  return element;
}

/** A text with `code` in it, as people write it in comments. */
export function prose(text) {
  return String(text).split('`').map((part, place) => (place % 2 ? make('code', {}, part) : part));
}

/** Paragraphs of such text. */
export function paragraphs(text) {
  return String(text).split(/\n{2,}/).map((part) => make('p', {}, prose(part.replaceAll('\n', ' '))));
}

/** A fold whose inside is made when it is first opened. */
export function fold(attributes, summary, inside) {
  const details = make('details', attributes, make('summary', {}, summary));
  const fill = () => {
    if (!details.open || details.dataset.isFilled) return;
    details.dataset.isFilled = 'yes';
    details.append(...[inside()].flat());
  };
  details.addEventListener('toggle', fill);
  // Whoever opens it by hand need not wait for the event.
  details.fill = fill;
  return details;
}

/** A text to copy, with a button for it. */
export function copyable(text, label) {
  const button = make('button', { type: 'button', class: 'copy', 'aria-label': label }, 'Copy');
  button.addEventListener('click', async () => {
    const isDone = await copy(text);
    button.textContent = isDone ? 'Copied' : 'Select it by hand';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  return make('div', { class: 'copyable' }, make('pre', { tabindex: '0' }, make('code', {}, text)), button);
}

async function copy(text) {
  // Without TLS browsers allow it on this machine alone.
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
