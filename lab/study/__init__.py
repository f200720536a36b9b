"""Studies in which people guess and rate clues of Dixit: items, the study file, results, export."""
