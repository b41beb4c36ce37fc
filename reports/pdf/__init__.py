"""Makes PDFs: drawings, archival format (PDF/A), accessibility (PDF/UA), and seals."""
