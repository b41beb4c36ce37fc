// Where the house is: the path that all its pages are under, empty if it has a name of its own.

export const ROOT = document.documentElement.dataset.root ?? "";
