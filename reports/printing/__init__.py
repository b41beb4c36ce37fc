"""Papers made by processes of their own, one by one or by the folder."""
