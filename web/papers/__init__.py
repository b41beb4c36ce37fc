"""The pages of the papers: asked for, waited for, downloaded, checked."""
