// Makes an element of the page like a newer one. What stays keeps its identity, and with it its focus, scroll and text.

/** Attributes that the page has for itself: what a finger opened stays open, the keyboard comes back to where it was. */
const keeps = (element, name) => name === "tabindex" || (name === "open" && element.localName === "details");

/** Make an element like a newer one, which is used up; one that says that it is the same (`data-same`) has no content. */
export function morph(old, fresh) {
  if (fresh.hasAttribute("data-same")) return;
  morphAttributes(old, fresh);
  let at = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const match = matchOf(next, at);
    if (!match) old.insertBefore(filled(next), at);
    else if (match === at) at = at.nextSibling;
    else old.insertBefore(match, at);
    if (match?.nodeType === Node.ELEMENT_NODE) morph(match, next);
    else if (match && match.nodeValue !== next.nodeValue) match.nodeValue = next.nodeValue;
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

function morphAttributes(old, fresh) {
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name);
    if (old.getAttribute(name) !== value && !keeps(old, name)) old.setAttribute(name, value);
  }
  for (const name of old.getAttributeNames()) {
    if (!fresh.hasAttribute(name) && !keeps(old, name)) old.removeAttribute(name);
  }
}

/** A node that is new on the page, with what in it is the same as on the page. */
function filled(next) {
  for (const place of next.querySelectorAll?.("[data-same]") ?? []) place.replaceWith(document.getElementById(place.id));
  return next;
}

/** What becomes a newer node: what has its id, else the first in an element, from `at` on, that is of its sort and has none. */
function matchOf(next, at) {
  if (next.id) {
    const found = document.getElementById(next.id);
    return found?.localName === next.localName ? found : null;
  }
  let match = at;
  while (match && (match.id || match.nodeName !== next.nodeName)) match = match.nextSibling;
  return match;
}
