-- Written by `make schema` from the migrations beside it.
PRAGMA application_id = 1128615503;
CREATE TABLE accounts (
	name TEXT NOT NULL, 
	password TEXT NOT NULL, 
	created_at TEXT NOT NULL, rights TEXT DEFAULT 'author curator organiser' NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (name)
)
 WITHOUT ROWID

;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0013');
CREATE TABLE api_tokens (
	id INTEGER NOT NULL, 
	digest TEXT NOT NULL, 
	account TEXT NOT NULL, 
	name TEXT NOT NULL, 
	scopes TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	used_at TEXT, 
	CONSTRAINT pk_api_tokens PRIMARY KEY (id), 
	CONSTRAINT uq_api_tokens_digest UNIQUE (digest), 
	CONSTRAINT fk_api_tokens_account_accounts FOREIGN KEY(account) REFERENCES accounts (name) ON DELETE CASCADE
);
CREATE TABLE archive_cells (
	session_id INTEGER NOT NULL, 
	cell TEXT NOT NULL, 
	level_id INTEGER NOT NULL, 
	score FLOAT NOT NULL, 
	CONSTRAINT pk_archive_cells PRIMARY KEY (session_id, cell), 
	CONSTRAINT fk_archive_cells_session_id_sessions FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE, 
	CONSTRAINT fk_archive_cells_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE atlas_chapters (
	atlas_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	states INTEGER NOT NULL, 
	images INTEGER NOT NULL, 
	done BOOLEAN NOT NULL, components INTEGER, levels INTEGER, 
	CONSTRAINT pk_atlas_chapters PRIMARY KEY (atlas_id, number), 
	CONSTRAINT fk_atlas_chapters_atlas_id_atlases FOREIGN KEY(atlas_id) REFERENCES atlases (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE atlas_components (
	atlas_id INTEGER NOT NULL, 
	chapter INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	states INTEGER NOT NULL, 
	invariant TEXT NOT NULL, 
	depth INTEGER NOT NULL, 
	level_id INTEGER, 
	CONSTRAINT pk_atlas_components PRIMARY KEY (atlas_id, chapter, number), 
	CONSTRAINT fk_atlas_components_atlas_id_chapter_atlas_chapters FOREIGN KEY(atlas_id, chapter) REFERENCES atlas_chapters (atlas_id, number) ON DELETE CASCADE, 
	CONSTRAINT fk_atlas_components_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE SET NULL
)
 WITHOUT ROWID

;
CREATE TABLE atlases (
	id INTEGER NOT NULL, 
	family TEXT NOT NULL, 
	settings JSON NOT NULL, 
	program TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	updated_at TEXT NOT NULL, 
	CONSTRAINT pk_atlases PRIMARY KEY (id)
);
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	created_at TEXT NOT NULL, 
	who TEXT NOT NULL, 
	address TEXT NOT NULL, 
	action TEXT NOT NULL, 
	subject TEXT NOT NULL, 
	detail TEXT NOT NULL, 
	CONSTRAINT pk_audit PRIMARY KEY (id)
);
CREATE TABLE contest_levels (
	id INTEGER NOT NULL, 
	contest_id INTEGER NOT NULL, 
	part TEXT NOT NULL, 
	level_id INTEGER, 
	family TEXT NOT NULL, 
	level TEXT NOT NULL, 
	title TEXT NOT NULL, 
	author TEXT NOT NULL, 
	answer TEXT NOT NULL, 
	metrics JSON NOT NULL, 
	CONSTRAINT pk_contest_levels PRIMARY KEY (id), 
	CONSTRAINT uq_contest_levels_contest_id_part UNIQUE (contest_id, part), 
	CONSTRAINT fk_contest_levels_contest_id_contests FOREIGN KEY(contest_id) REFERENCES contests (id) ON DELETE CASCADE, 
	CONSTRAINT fk_contest_levels_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE SET NULL
);
CREATE TABLE contests (
	id INTEGER NOT NULL, 
	title TEXT NOT NULL, 
	text TEXT NOT NULL, 
	opens_at TEXT NOT NULL, 
	closes_at TEXT NOT NULL, 
	created_by TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	published_at TEXT, 
	CONSTRAINT pk_contests PRIMARY KEY (id)
);
CREATE TABLE curation (
	level_id INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	rating INTEGER, 
	note TEXT NOT NULL, 
	changed_at TEXT NOT NULL, 
	CONSTRAINT pk_curation PRIMARY KEY (level_id), 
	CONSTRAINT fk_curation_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE
);
CREATE TABLE curation_changes (
	id INTEGER NOT NULL, 
	level_id INTEGER NOT NULL, 
	who TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	field TEXT NOT NULL, 
	"before" TEXT NOT NULL, 
	"after" TEXT NOT NULL, 
	CONSTRAINT pk_curation_changes PRIMARY KEY (id), 
	CONSTRAINT fk_curation_changes_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE
);
CREATE TABLE evaluations (
	session_id INTEGER NOT NULL, 
	generation INTEGER NOT NULL, 
	slot INTEGER NOT NULL, 
	operator TEXT NOT NULL, 
	outcome TEXT NOT NULL, 
	score FLOAT, 
	nodes INTEGER NOT NULL, 
	level_id INTEGER, 
	note TEXT NOT NULL, 
	CONSTRAINT pk_evaluations PRIMARY KEY (session_id, generation, slot), 
	CONSTRAINT fk_evaluations_session_id_generation_generations FOREIGN KEY(session_id, generation) REFERENCES generations (session_id, number) ON DELETE CASCADE, 
	CONSTRAINT fk_evaluations_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE SET NULL
)
 WITHOUT ROWID

;
CREATE TABLE events (
	id INTEGER NOT NULL, 
	session_id INTEGER NOT NULL, 
	generation INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	text TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (id), 
	CONSTRAINT fk_events_session_id_sessions FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE
);
CREATE TABLE generations (
	session_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	evaluations INTEGER NOT NULL, 
	best FLOAT, 
	mean FLOAT, 
	diversity FLOAT, 
	statistics JSON NOT NULL, created_at TEXT, 
	CONSTRAINT pk_generations PRIMARY KEY (session_id, number), 
	CONSTRAINT fk_generations_session_id_sessions FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE level_ratings (
	level_id INTEGER NOT NULL, 
	plays INTEGER NOT NULL, 
	period TEXT NOT NULL, 
	rating_before FLOAT NOT NULL, 
	deviation_before FLOAT NOT NULL, 
	volatility_before FLOAT NOT NULL, 
	rating FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	volatility FLOAT NOT NULL, 
	CONSTRAINT pk_level_ratings PRIMARY KEY (level_id), 
	CONSTRAINT fk_level_ratings_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE
);
CREATE TABLE levels (
	id INTEGER NOT NULL, 
	family TEXT NOT NULL, 
	identity TEXT NOT NULL, 
	type TEXT NOT NULL, 
	size INTEGER NOT NULL, 
	boxes INTEGER NOT NULL, 
	depth INTEGER NOT NULL, 
	lower_bound INTEGER NOT NULL, 
	upper_bound INTEGER, 
	proven BOOLEAN NOT NULL, 
	moves INTEGER, 
	branching FLOAT, 
	nodes INTEGER NOT NULL, 
	budget INTEGER NOT NULL, 
	origin TEXT NOT NULL, 
	session_id INTEGER, 
	generation INTEGER, 
	slot INTEGER, 
	score FLOAT, 
	objective TEXT, 
	title TEXT NOT NULL, 
	author TEXT NOT NULL, 
	comment TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	text TEXT NOT NULL, 
	solution TEXT, 
	metrics JSON NOT NULL, 
	genome JSON NOT NULL, code INTEGER DEFAULT '0' NOT NULL, difficulty FLOAT, 
	CONSTRAINT pk_levels PRIMARY KEY (id), 
	CONSTRAINT uq_levels_family_identity UNIQUE (family, identity), 
	CONSTRAINT fk_levels_session_id_sessions FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE SET NULL
);
CREATE TABLE lineage (
	id INTEGER NOT NULL, 
	child_id INTEGER NOT NULL, 
	parent_id INTEGER NOT NULL, 
	operator TEXT NOT NULL, 
	parent_score FLOAT NOT NULL, 
	child_score FLOAT, 
	session_id INTEGER, 
	generation INTEGER NOT NULL, 
	slot INTEGER NOT NULL, 
	CONSTRAINT pk_lineage PRIMARY KEY (id), 
	CONSTRAINT fk_lineage_child_id_levels FOREIGN KEY(child_id) REFERENCES levels (id) ON DELETE CASCADE, 
	CONSTRAINT fk_lineage_parent_id_levels FOREIGN KEY(parent_id) REFERENCES levels (id) ON DELETE CASCADE, 
	CONSTRAINT fk_lineage_session_id_sessions FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE SET NULL
);
CREATE TABLE logins (
	token TEXT NOT NULL, 
	account TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	used_at TEXT NOT NULL, 
	address TEXT NOT NULL, 
	CONSTRAINT pk_logins PRIMARY KEY (token), 
	CONSTRAINT fk_logins_account_accounts FOREIGN KEY(account) REFERENCES accounts (name) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE players (
	skeleton TEXT NOT NULL, 
	name TEXT NOT NULL, 
	code TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (skeleton)
)
 WITHOUT ROWID

;
CREATE TABLE plays (
	id INTEGER NOT NULL, 
	level_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	began_at TEXT NOT NULL, 
	period TEXT, 
	score FLOAT, 
	weight FLOAT NOT NULL, 
	moves INTEGER NOT NULL, 
	CONSTRAINT pk_plays PRIMARY KEY (id), 
	CONSTRAINT fk_plays_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE, 
	CONSTRAINT fk_plays_player_id_rated_players FOREIGN KEY(player_id) REFERENCES rated_players (id) ON DELETE CASCADE, 
	CONSTRAINT uq_plays_level_id_player_id UNIQUE (level_id, player_id)
);
CREATE TABLE pool (
	session_id INTEGER NOT NULL, 
	rank INTEGER NOT NULL, 
	level_id INTEGER NOT NULL, 
	CONSTRAINT pk_pool PRIMARY KEY (session_id, rank), 
	CONSTRAINT fk_pool_session_id_sessions FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE, 
	CONSTRAINT fk_pool_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE rated_players (
	id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	"key" TEXT, 
	period TEXT NOT NULL, 
	rating_before FLOAT NOT NULL, 
	deviation_before FLOAT NOT NULL, 
	volatility_before FLOAT NOT NULL, 
	rating FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	volatility FLOAT NOT NULL, 
	CONSTRAINT pk_rated_players PRIMARY KEY (id), 
	CONSTRAINT uq_rated_players_kind_key UNIQUE (kind, "key")
);
CREATE TABLE rediscoveries (
	session_id INTEGER NOT NULL, 
	level_id INTEGER NOT NULL, 
	CONSTRAINT pk_rediscoveries PRIMARY KEY (session_id, level_id), 
	CONSTRAINT fk_rediscoveries_session_id_sessions FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE, 
	CONSTRAINT fk_rediscoveries_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE runs (
	id INTEGER NOT NULL, 
	session_id INTEGER NOT NULL, 
	started_at TEXT NOT NULL, 
	generation INTEGER NOT NULL, 
	program TEXT NOT NULL, 
	python TEXT NOT NULL, 
	numpy TEXT NOT NULL, 
	numba TEXT NOT NULL, 
	CONSTRAINT pk_runs PRIMARY KEY (id), 
	CONSTRAINT fk_runs_session_id_sessions FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE
);
CREATE TABLE saved_searches (
	name TEXT NOT NULL, 
	"query" TEXT NOT NULL, 
	who TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	CONSTRAINT pk_saved_searches PRIMARY KEY (name)
)
 WITHOUT ROWID

;
CREATE TABLE scores (
	level_id INTEGER NOT NULL, 
	objective TEXT NOT NULL, 
	score FLOAT NOT NULL, 
	CONSTRAINT pk_scores PRIMARY KEY (level_id, objective), 
	CONSTRAINT fk_scores_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE "sessions" (
	id INTEGER NOT NULL, 
	family TEXT NOT NULL, 
	space JSON NOT NULL, 
	seed INTEGER NOT NULL, 
	objective TEXT NOT NULL, 
	weights JSON NOT NULL, 
	replacement TEXT NOT NULL, 
	budget INTEGER NOT NULL, 
	pool_size INTEGER NOT NULL, 
	batch INTEGER NOT NULL, 
	population INTEGER NOT NULL, 
	patience INTEGER NOT NULL, 
	islands INTEGER NOT NULL, 
	migration INTEGER NOT NULL, 
	stop JSON NOT NULL, 
	program TEXT NOT NULL, 
	state TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	updated_at TEXT NOT NULL, 
	generation INTEGER NOT NULL, 
	evaluations INTEGER NOT NULL, 
	name TEXT, 
	note TEXT NOT NULL, 
	keep TEXT NOT NULL, 
	snapshot JSON, 
	CONSTRAINT pk_sessions PRIMARY KEY (id), 
	CONSTRAINT uq_sessions_name UNIQUE (name)
);
CREATE TABLE submissions (
	id INTEGER NOT NULL, 
	contest_level_id INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	country TEXT NOT NULL, 
	email TEXT NOT NULL, 
	received_at TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	metrics JSON NOT NULL, 
	answer TEXT NOT NULL, sender TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_submissions PRIMARY KEY (id), 
	CONSTRAINT fk_submissions_contest_level_id_contest_levels FOREIGN KEY(contest_level_id) REFERENCES contest_levels (id) ON DELETE CASCADE
);
CREATE TABLE tags (
	level_id INTEGER NOT NULL, 
	tag TEXT NOT NULL, 
	CONSTRAINT pk_tags PRIMARY KEY (level_id, tag), 
	CONSTRAINT fk_tags_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE INDEX ix_evaluations_level_id ON evaluations (level_id);
CREATE INDEX ix_lineage_child_id ON lineage (child_id);
CREATE INDEX ix_lineage_parent_id ON lineage (parent_id);
CREATE INDEX ix_events_session_id ON events (session_id);
CREATE INDEX ix_scores_objective_score ON scores (objective, score);
CREATE INDEX ix_curation_state_changed_at ON curation (state, changed_at);
CREATE INDEX ix_tags_tag ON tags (tag);
CREATE INDEX ix_curation_changes_level_id ON curation_changes (level_id);
CREATE INDEX ix_contest_levels_level_id ON contest_levels (level_id);
CREATE INDEX ix_submissions_contest_level_id_digest ON submissions (contest_level_id, digest);
CREATE INDEX ix_atlas_components_level_id ON atlas_components (level_id);
CREATE INDEX ix_logins_account ON logins (account);
CREATE INDEX ix_runs_session_id ON runs (session_id);
CREATE INDEX ix_pool_level_id ON pool (level_id);
CREATE INDEX ix_archive_cells_level_id ON archive_cells (level_id);
CREATE INDEX ix_rediscoveries_level_id ON rediscoveries (level_id);
CREATE INDEX ix_api_tokens_account ON api_tokens (account);
CREATE INDEX ix_levels_by_id ON levels (id, family, type, size, boxes, depth, branching, moves, score, difficulty, proven, origin, session_id);
CREATE INDEX ix_levels_by_depth ON levels (depth, id, family, type, size, boxes, branching, moves, score, difficulty, proven, origin, session_id);
CREATE INDEX ix_levels_by_score ON levels (score, id, family, type, size, boxes, depth, branching, moves, difficulty, proven, origin, session_id);
CREATE INDEX ix_levels_by_branching ON levels (branching, id, family, type, size, boxes, depth, moves, score, difficulty, proven, origin, session_id);
CREATE INDEX ix_levels_by_boxes ON levels (boxes, id, family, type, size, depth, branching, moves, score, difficulty, proven, origin, session_id);
CREATE INDEX ix_levels_by_moves ON levels (moves, id, family, type, size, boxes, depth, branching, score, difficulty, proven, origin, session_id);
CREATE INDEX ix_levels_by_family ON levels (family, id, type, size, boxes, depth, branching, moves, score, difficulty, proven, origin, session_id);
CREATE INDEX ix_levels_by_size ON levels (size, id, family, type, boxes, depth, branching, moves, score, difficulty, proven, origin, session_id);
CREATE INDEX ix_levels_by_proven ON levels (proven, id, family, type, size, boxes, depth, branching, moves, score, difficulty, origin, session_id);
CREATE INDEX ix_levels_by_origin ON levels (origin, id, family, type, size, boxes, depth, branching, moves, score, difficulty, proven, session_id);
CREATE INDEX ix_levels_by_kind ON levels (type, size, depth, id, family, boxes, branching, moves, score, difficulty, proven, origin, session_id);
CREATE INDEX ix_levels_by_session ON levels (session_id, id, family, type, size, boxes, depth, branching, moves, score, difficulty, proven, origin);
CREATE INDEX ix_levels_by_difficulty ON levels (difficulty, id, family, type, size, boxes, depth, branching, moves, score, proven, origin, session_id);
CREATE INDEX ix_levels_code ON levels (code);
CREATE INDEX ix_levels_title ON levels (title) WHERE title <> '';
CREATE INDEX ix_level_ratings_rating_level_id ON level_ratings (rating, level_id);
CREATE INDEX ix_plays_player_id_period ON plays (player_id, period);
CREATE INDEX ix_plays_period_began_at ON plays (period, began_at);
CREATE INDEX ix_audit_action ON audit (action);
