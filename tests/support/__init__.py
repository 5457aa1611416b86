"""What tests share: games and tables made for them."""
