// Creates elements. Texts only ever become text nodes, so no text of the API description or of a response can
// become markup.

/** Creates an element with attributes and content: other elements or texts. */
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

/** Converts a text with `code` spans to nodes. */
export function prose(text) {
  return String(text).split('`').map((part, place) => (place % 2 ? make('code', {}, part) : part));
}

/** Converts such a text to paragraphs. */
export function paragraphs(text) {
  return String(text).split(/\n{2,}/).map((part) => make('p', {}, prose(part.replaceAll('\n', ' '))));
}

/** Creates a `details` element whose content is created when it is first opened. */
export function fold(attributes, summary, inside) {
  const details = make('details', attributes, make('summary', {}, summary));
  const fill = () => {
    if (!details.open || details.dataset.isFilled) return;
    details.dataset.isFilled = 'yes';
    details.append(...[inside()].flat());
  };
  details.addEventListener('toggle', fill);
  // A caller that opens the element need not wait for the event.
  details.fill = fill;
  return details;
}

/** Creates a block of text with a copy button. */
export function copyable(text, label) {
  const button = make('button', { type: 'button', class: 'copy', 'aria-label': label }, 'Copy');
  button.addEventListener('click', async () => {
    const isDone = await copy(text);
    button.textContent = isDone ? 'Copied' : 'Copy failed';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  return make('div', { class: 'copyable' }, make('pre', { tabindex: '0' }, make('code', {}, text)), button);
}

async function copy(text) {
  // Without TLS, browsers allow clipboard access on localhost only.
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
