"""What may make a level hard for people, counted for levels of any kind."""
