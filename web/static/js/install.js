// Over TLS the page is installable: the shell's service worker is registered. Over plain HTTP a page has none.

if (isSecureContext && "serviceWorker" in navigator) {
  const version = document.querySelector("meta[name=shell-version]").content;
  navigator.serviceWorker.register(`/service-worker.js?v=${version}`);
}
