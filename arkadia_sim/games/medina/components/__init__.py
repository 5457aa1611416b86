"""What lies in the box: boards, colours, tiles and the pieces that each player takes."""
