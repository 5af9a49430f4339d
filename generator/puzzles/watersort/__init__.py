"""Water sort: water of several colours in tubes is poured until every colour is together."""
