// Where the house is: the path that all its pages are under, empty if it has a name of its own.

export const ROOT = document.documentElement.dataset.root ?? "";

/** Ends what names in the browser's storage begin with: the demonstration and other houses have nights with the same ids. */
export const OF_HOUSE = `${"demonstration" in document.documentElement.dataset ? " demonstration" : ""}${ROOT}`;
