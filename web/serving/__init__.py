"""The server behind ``casekeeper serve``: HTTP/1.1 over uvicorn, with limits on what a stranger may take of it."""
