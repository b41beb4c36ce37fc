"""The screens of Forty-Five and of Auction Forty-Five."""
