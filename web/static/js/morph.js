// Makes an element of the page like a newer one. Elements that stay keep their identity, and with it focus, scroll and text.

/** The attribute that the page has for itself: the keyboard comes back to where it was. */
const OF_PAGE = "tabindex";

/**
 * Make an element like a newer one. An empty element marked `data-same` stands for the element of the page with its id.
 * Throws where the page lacks such an element: it shows another drawing than the server believes.
 */
export function morph(old, fresh) {
  if (fresh.hasAttribute("data-same")) return;
  // Taken before anything moves: an element can go from one row to another, also out of a row that is removed first.
  const known = new Map([...old.querySelectorAll("[id]")].map((element) => [element.id, element]));
  morphElement(old, fresh, known);
}

function morphElement(old, fresh, known) {
  morphAttributes(old, fresh);
  let after = null;
  for (const next of fresh.childNodes) {
    const at = after ? after.nextSibling : old.firstChild;
    const node = counterpart(next, at, old, known) ?? next.cloneNode(false);
    if (node !== at) old.insertBefore(node, at);
    if (next.nodeType !== Node.ELEMENT_NODE) write(node, next.nodeValue);
    else if (!next.hasAttribute("data-same")) morphElement(node, next, known);
    after = node;
  }
  while (old.lastChild !== after) old.lastChild.remove();
}

const write = (node, text) => node.nodeValue !== text && (node.nodeValue = text);

function morphAttributes(old, fresh) {
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name);
    if (old.getAttribute(name) !== value && name !== OF_PAGE) old.setAttribute(name, value);
  }
  for (const name of old.getAttributeNames()) {
    if (!fresh.hasAttribute(name) && name !== OF_PAGE) old.removeAttribute(name);
  }
}

/** The node of the page that becomes a newer one: by id, or the next sibling of its sort without an id. Else undefined. */
function counterpart(next, at, parent, known) {
  if (next.id) {
    const element = known.get(next.id);
    if (element?.localName === next.localName && !element.contains(parent)) {
      known.delete(next.id);
      return element;
    }
    if (next.hasAttribute("data-same")) throw new Error(`the page has no ${next.localName} ${next.id}`);
    return undefined;
  }
  let sibling = at;
  while (sibling && (sibling.id || sibling.nodeName !== next.nodeName)) sibling = sibling.nextSibling;
  return sibling ?? undefined;
}
