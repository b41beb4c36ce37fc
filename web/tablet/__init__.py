"""The dealer's tablet: view models folded from a night, and the routes that show them."""
