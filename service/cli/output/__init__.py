"""What commands show: tables, boards, files of levels, and how far the work is."""
