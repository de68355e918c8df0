"""HTTP endpoints, a module for each feature; `endpoints` lists all of them."""
