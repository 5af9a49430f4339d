"""What level files are made of: two boards, and pieces that a random text of every format is joined from."""

BOARD = "#####\n#@$.#\n#####"
OTHER = "######\n#@$-.#\n######"

FRAGMENTS = (
    *(BOARD, OTHER, "\n", "\n\n", "#", "@", "$", ".", "-", "_", "|", "p", "P", "b", " ", ";", "::", "9", "99(", ")"),
    *("Title: ", "Author: ", "Comment:", "Comment-End:", "Comment_End", "Solution: ", "Solution (1/2)\n", "Snapshot\n"),
    *("R", "lurd", "2(3(dr)R)", "[", "]", "*", "[soko=5,3]", "[/soko]", "HHH", "HaH", "[sokojava=1,1][param='level']"),
    *("[/param][/sokojava]", "http://sokoban.cn/sokoplayer/?w=5&h=3&lvl=", "HHHHH|Ha$.H|HHHHH", "%7C", "&amp;"),
    *("<?xml version='1.0'?>", "<SokobanLevels>", "</SokobanLevels>", "<LevelCollection>", "<Level Id='1'>"),
    *("</Level>", "<L>", "</L>", "<L>#####</L><L>#@$.#</L><L>#####</L>", "<!DOCTYPE a [", "<!ENTITY a 'b'>", "]>"),
    *("&a;", "<![CDATA[", "\r", "\t", "\ufeff", "\x00", "\x1b", "\u2028", "\x85", "9" * 30, "(" * 40),
)
