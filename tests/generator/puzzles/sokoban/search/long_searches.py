"""Levels with more states than a test looks at."""

NO_WAY_IN = """\
##############
#      #     #
# $ $$ #     #
#  $   ## ####
# $ $   #..###
#  $$ @ $ ..##
# $  # ##.. ##
#    #  #..###
##   ####.. ##
#     ########
##############"""
"""The goals beside the door need the player below them, the ones below need him beside the door."""
