"""PDFs: drawn, archivable (PDF/A), readable aloud (PDF/UA), and sealed."""
