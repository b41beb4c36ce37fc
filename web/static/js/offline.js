// The page of the shell: tries the address again as soon as the server answers.

const TRY_AGAIN_MS = 2000;

setInterval(async () => {
  try {
    await fetch("/shell.json", { cache: "no-store" });
    location.reload();
  } catch {
    // Still out of reach.
  }
}, TRY_AGAIN_MS);
