"""Draws the deck: paths become lit masks, masks become layers, layers become paint.

Card units are pixels of the finished card, 305 wide and 460 high, the origin in the upper left.
"""
