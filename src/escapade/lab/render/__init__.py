"""Reports for readers: sentences, charts and HTML pages made of a report's data."""
