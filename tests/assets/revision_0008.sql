PRAGMA application_id = 1128615503;
BEGIN TRANSACTION;
CREATE TABLE accounts (
	name TEXT NOT NULL, 
	password TEXT NOT NULL, 
	created_at TEXT NOT NULL, rights TEXT DEFAULT 'author curator organiser' NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (name)
)
 WITHOUT ROWID

;
INSERT INTO "accounts" VALUES('anian','$argon2id$v=19$m=65536,t=3,p=4$/acNwKBWENHcUzTXRHmC3Q$/Pr79pgUTY4src/x0ikIn5yCF0GvUSbXrpLS6X+g5ag','2026-11-23T06:03:44.121+00:00','author curator organiser');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0008');
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
INSERT INTO "archive_cells" VALUES(1,'8:1:2',8,4.0);
INSERT INTO "archive_cells" VALUES(1,'8:1:3',2,6.0);
INSERT INTO "archive_cells" VALUES(1,'8:2:3',1,8.0);
INSERT INTO "archive_cells" VALUES(1,'8:2:4',5,8.0);
INSERT INTO "archive_cells" VALUES(2,'8:1:2',8,4.0);
INSERT INTO "archive_cells" VALUES(2,'8:1:3',2,6.0);
INSERT INTO "archive_cells" VALUES(2,'8:2:3',14,8.0);
INSERT INTO "archive_cells" VALUES(2,'8:2:4',16,8.0);
CREATE TABLE atlas_chapters (
	atlas_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	states INTEGER NOT NULL, 
	images INTEGER NOT NULL, 
	done BOOLEAN NOT NULL, 
	CONSTRAINT pk_atlas_chapters PRIMARY KEY (atlas_id, number), 
	CONSTRAINT fk_atlas_chapters_atlas_id_atlases FOREIGN KEY(atlas_id) REFERENCES atlases (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "atlas_chapters" VALUES(1,0,'1/2',2,2,1);
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
INSERT INTO "atlas_components" VALUES(1,0,0,2,'+',2,28);
CREATE TABLE atlases (
	id INTEGER NOT NULL, 
	family TEXT NOT NULL, 
	settings JSON NOT NULL, 
	program TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	updated_at TEXT NOT NULL, 
	CONSTRAINT pk_atlases PRIMARY KEY (id)
);
INSERT INTO "atlases" VALUES(1,'sokoban','{"type":"b","size":2}','0.1.0','2026-11-23T06:03:34.329+00:00','2026-11-23T06:03:41.979+00:00');
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
INSERT INTO "audit" VALUES(1,'2026-11-23T06:03:44.121+00:00','root','','account-added','anian','author curator organiser');
INSERT INTO "audit" VALUES(2,'2026-11-23T06:03:44.168+00:00','anian','testclient','login','','');
INSERT INTO "audit" VALUES(3,'2026-11-23T06:03:52.817+00:00','root','','contest-created','contest 1','May, 2026-11-22T06:03:00.000+00:00 to 2026-12-02T06:03:00.000+00:00');
INSERT INTO "audit" VALUES(4,'2026-11-23T06:03:54.446+00:00','root','','level-put','contest 1','main: level 1');
INSERT INTO "audit" VALUES(5,'2026-11-23T11:57:06.173+00:00','root','','session-named','session 1','doors');
INSERT INTO "audit" VALUES(6,'2026-11-23T11:57:07.133+00:00','root','','session-noted','session 1','');
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
INSERT INTO "contest_levels" VALUES(1,1,'main',1,'sokoban','#########
#@------#
#-#$#*#-#
#-*-.-$-#
#-#-#.#-#
#-*-*-*-#
#-#.#$#-#
#-------#
#########','','',X'789C2B2A720182522028028294141F1F1099929293131A0A009D710AE7','{"moves":28,"pushes":8,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":10}');
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
INSERT INTO "contests" VALUES(1,'May','','2026-11-22T06:03:00.000+00:00','2026-12-02T06:03:00.000+00:00','root','2026-11-23T06:03:52.803+00:00',NULL);
CREATE TABLE curation (
	level_id INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	rating INTEGER, 
	note TEXT NOT NULL, 
	changed_at TEXT NOT NULL, 
	CONSTRAINT pk_curation PRIMARY KEY (level_id), 
	CONSTRAINT fk_curation_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE
);
INSERT INTO "curation" VALUES(1,'shortlisted',NULL,'','2026-11-23T06:03:44.262+00:00');
INSERT INTO "curation" VALUES(2,'shortlisted',NULL,'','2026-11-23T06:03:52.378+00:00');
INSERT INTO "curation" VALUES(3,'candidate',4,'','2026-11-23T17:40:23.454+00:00');
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
INSERT INTO "curation_changes" VALUES(1,1,'root','2026-11-23T06:03:44.262+00:00','state','','shortlisted');
INSERT INTO "curation_changes" VALUES(2,2,'root','2026-11-23T06:03:52.378+00:00','state','','shortlisted');
INSERT INTO "curation_changes" VALUES(3,1,'root','2026-11-23T06:03:52.540+00:00','tags','','dense');
INSERT INTO "curation_changes" VALUES(4,3,'anian','2026-11-23T17:40:23.454+00:00','state','','candidate');
INSERT INTO "curation_changes" VALUES(5,3,'anian','2026-11-23T17:40:23.454+00:00','rating','','4');
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
INSERT INTO "evaluations" VALUES(1,1,0,'random','pooled',8.0,12,1,'');
INSERT INTO "evaluations" VALUES(1,1,1,'random','pooled',6.0,12,2,'');
INSERT INTO "evaluations" VALUES(1,1,2,'random','pooled',8.0,12,3,'');
INSERT INTO "evaluations" VALUES(1,1,3,'random','pooled',6.0,12,4,'');
INSERT INTO "evaluations" VALUES(1,1,4,'random','pooled',8.0,15,5,'');
INSERT INTO "evaluations" VALUES(1,1,5,'random','pooled',8.0,15,6,'');
INSERT INTO "evaluations" VALUES(1,1,6,'random','duplicate',6.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(1,1,7,'random','duplicate',6.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(1,1,8,'random','duplicate',8.0,15,NULL,'');
INSERT INTO "evaluations" VALUES(1,1,9,'random','pooled',8.0,12,7,'');
INSERT INTO "evaluations" VALUES(1,1,10,'random','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(1,1,11,'random','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(1,1,12,'random','pooled',4.0,9,8,'');
INSERT INTO "evaluations" VALUES(1,1,13,'random','pooled',8.0,12,9,'');
INSERT INTO "evaluations" VALUES(1,1,14,'random','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(1,1,15,'random','pooled',8.0,12,10,'');
INSERT INTO "evaluations" VALUES(1,2,0,'random','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(1,2,1,'random','pooled',6.0,12,11,'');
INSERT INTO "evaluations" VALUES(1,2,2,'random','pooled',6.0,12,12,'');
INSERT INTO "evaluations" VALUES(1,2,3,'random','pooled',8.0,12,13,'');
INSERT INTO "evaluations" VALUES(1,2,4,'random','pooled',8.0,12,14,'');
INSERT INTO "evaluations" VALUES(1,2,5,'random','pooled',8.0,12,15,'');
INSERT INTO "evaluations" VALUES(1,2,6,'random','pooled',8.0,15,16,'');
INSERT INTO "evaluations" VALUES(1,2,7,'random','duplicate',8.0,15,NULL,'');
INSERT INTO "evaluations" VALUES(1,2,8,'random','dropped',4.0,9,NULL,'');
INSERT INTO "evaluations" VALUES(1,2,9,'random','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(1,2,10,'random','duplicate',6.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(1,2,11,'random','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(1,2,12,'random','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(1,2,13,'random','pooled',8.0,15,5,'');
INSERT INTO "evaluations" VALUES(1,2,14,'random','pooled',8.0,15,6,'');
INSERT INTO "evaluations" VALUES(1,2,15,'random','duplicate',8.0,15,NULL,'');
INSERT INTO "evaluations" VALUES(1,3,0,'new_seed','duplicate',8.0,15,NULL,'');
INSERT INTO "evaluations" VALUES(1,3,1,'cross','pooled',6.0,12,2,'');
INSERT INTO "evaluations" VALUES(1,3,2,'other_end','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(1,3,3,'exchange_edge','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(1,3,4,'exchange_edge','pooled',6.0,12,17,'');
INSERT INTO "evaluations" VALUES(1,3,5,'shift_line','pooled',8.0,12,13,'');
INSERT INTO "evaluations" VALUES(1,3,6,'exchange_edge','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(1,3,7,'shift_line','pooled',8.0,12,18,'');
INSERT INTO "evaluations" VALUES(1,3,8,'other_end','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(1,3,9,'exchange_window','pooled',8.0,12,7,'');
INSERT INTO "evaluations" VALUES(1,3,10,'shift_line','pooled',8.0,12,15,'');
INSERT INTO "evaluations" VALUES(1,3,11,'exchange_edge','pooled',6.0,12,19,'');
INSERT INTO "evaluations" VALUES(1,3,12,'cross','pooled',6.0,12,2,'');
INSERT INTO "evaluations" VALUES(1,3,13,'other_end','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(1,3,14,'shift_line','pooled',6.0,12,20,'');
INSERT INTO "evaluations" VALUES(1,3,15,'exchange_edge','duplicate',8.0,15,NULL,'');
INSERT INTO "evaluations" VALUES(2,1,0,'random','pooled',6.0,12,2,'');
INSERT INTO "evaluations" VALUES(2,1,1,'random','pooled',6.0,12,21,'');
INSERT INTO "evaluations" VALUES(2,1,2,'random','pooled',6.0,12,22,'');
INSERT INTO "evaluations" VALUES(2,1,3,'random','pooled',8.0,12,14,'');
INSERT INTO "evaluations" VALUES(2,1,4,'random','pooled',8.0,12,18,'');
INSERT INTO "evaluations" VALUES(2,1,5,'random','pooled',8.0,12,3,'');
INSERT INTO "evaluations" VALUES(2,1,6,'random','pooled',6.0,12,11,'');
INSERT INTO "evaluations" VALUES(2,1,7,'random','duplicate',6.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(2,1,8,'random','pooled',6.0,12,17,'');
INSERT INTO "evaluations" VALUES(2,1,9,'random','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(2,1,10,'random','pooled',8.0,15,16,'');
INSERT INTO "evaluations" VALUES(2,1,11,'random','pooled',8.0,12,23,'');
INSERT INTO "evaluations" VALUES(2,1,12,'random','pooled',8.0,12,1,'');
INSERT INTO "evaluations" VALUES(2,1,13,'random','pooled',8.0,12,15,'');
INSERT INTO "evaluations" VALUES(2,1,14,'random','pooled',8.0,12,24,'');
INSERT INTO "evaluations" VALUES(2,1,15,'random','pooled',8.0,12,25,'');
INSERT INTO "evaluations" VALUES(2,2,0,'random','pooled',8.0,12,13,'');
INSERT INTO "evaluations" VALUES(2,2,1,'random','pooled',6.0,12,19,'');
INSERT INTO "evaluations" VALUES(2,2,2,'random','pooled',8.0,12,14,'');
INSERT INTO "evaluations" VALUES(2,2,3,'random','duplicate',6.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(2,2,4,'random','pooled',8.0,15,6,'');
INSERT INTO "evaluations" VALUES(2,2,5,'random','duplicate',8.0,15,NULL,'');
INSERT INTO "evaluations" VALUES(2,2,6,'random','dropped',6.0,15,NULL,'');
INSERT INTO "evaluations" VALUES(2,2,7,'random','pooled',8.0,12,23,'');
INSERT INTO "evaluations" VALUES(2,2,8,'random','kept',4.0,9,8,'');
INSERT INTO "evaluations" VALUES(2,2,9,'random','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(2,2,10,'random','pooled',8.0,12,1,'');
INSERT INTO "evaluations" VALUES(2,2,11,'random','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(2,2,12,'random','pooled',6.0,12,2,'');
INSERT INTO "evaluations" VALUES(2,2,13,'random','pooled',8.0,15,26,'');
INSERT INTO "evaluations" VALUES(2,2,14,'random','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(2,2,15,'random','pooled',8.0,12,18,'');
INSERT INTO "evaluations" VALUES(2,3,0,'exchange_edge','pooled',8.0,15,6,'');
INSERT INTO "evaluations" VALUES(2,3,1,'new_seed','pooled',8.0,15,16,'');
INSERT INTO "evaluations" VALUES(2,3,2,'exchange_edge','pooled',6.0,12,19,'');
INSERT INTO "evaluations" VALUES(2,3,3,'other_end','pooled',8.0,12,14,'');
INSERT INTO "evaluations" VALUES(2,3,4,'shift_line','pooled',6.0,12,27,'');
INSERT INTO "evaluations" VALUES(2,3,5,'other_end','duplicate',8.0,15,NULL,'');
INSERT INTO "evaluations" VALUES(2,3,6,'new_seed','pooled',8.0,15,5,'');
INSERT INTO "evaluations" VALUES(2,3,7,'exchange_edge','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(2,3,8,'exchange_edge','pooled',8.0,12,25,'');
INSERT INTO "evaluations" VALUES(2,3,9,'cross','pooled',8.0,12,1,'');
INSERT INTO "evaluations" VALUES(2,3,10,'other_end','pooled',8.0,15,16,'');
INSERT INTO "evaluations" VALUES(2,3,11,'new_seed','pooled',6.0,12,2,'');
INSERT INTO "evaluations" VALUES(2,3,12,'cross','pooled',6.0,12,21,'');
INSERT INTO "evaluations" VALUES(2,3,13,'new_seed','pooled',8.0,12,7,'');
INSERT INTO "evaluations" VALUES(2,3,14,'other_end','duplicate',8.0,12,NULL,'');
INSERT INTO "evaluations" VALUES(2,3,15,'exchange_edge','pooled',6.0,12,19,'');
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
INSERT INTO "events" VALUES(1,1,1,'best','["new best: score {score:g}, depth {depth}", {"score": 8.0, "depth": "8"}]','2026-11-23T06:03:33.286+00:00');
INSERT INTO "events" VALUES(2,2,1,'best','["new best: score {score:g}, depth {depth}", {"score": 8.0, "depth": "8"}]','2026-11-23T06:03:33.885+00:00');
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
INSERT INTO "generations" VALUES(1,1,16,8.0,7.2,0.11,'{"best":8.0,"mean":7.2,"worst":4.0,"diversity":0.11,"archive":4,"evaluations":16,"nodes":198,"solving_seconds":0.11022365999087924,"restarts":0,"operator:new_seed":0.0,"operator:reshape":0.0,"operator:exchange_edge":0.0,"operator:exchange_window":0.0,"operator:shift_line":0.0,"operator:other_end":0.0,"operator:cross":0.0}','2026-11-23T06:03:33.286+00:00');
INSERT INTO "generations" VALUES(1,2,32,8.0,7.4,1.0333333333333334647e-01,'{"best":8.0,"mean":7.4,"worst":6.0,"diversity":0.10333333333333335,"archive":4,"evaluations":32,"nodes":204,"solving_seconds":0.10230472200055374,"restarts":0,"operator:new_seed":0.0,"operator:reshape":0.0,"operator:exchange_edge":0.0,"operator:exchange_window":0.0,"operator:shift_line":0.0,"operator:other_end":0.0,"operator:cross":0.0}','2026-11-23T06:03:33.490+00:00');
INSERT INTO "generations" VALUES(1,3,48,8.0,7.6,1.01111111111111109939e-01,'{"best":8.0,"mean":7.6,"worst":6.0,"diversity":0.10111111111111111,"archive":4,"evaluations":48,"nodes":198,"solving_seconds":0.0651452319798409,"restarts":0,"operator:new_seed":1.0,"operator:reshape":0.0,"operator:exchange_edge":0.0,"operator:exchange_window":0.0,"operator:shift_line":0.25,"operator:other_end":1.0,"operator:cross":0.0}','2026-11-23T06:03:33.588+00:00');
INSERT INTO "generations" VALUES(2,1,16,8.0,7.0,9.16666666666666601903e-02,'{"best":8.0,"mean":7.0,"worst":6.0,"diversity":0.09166666666666666,"archive":3,"evaluations":16,"nodes":195,"solving_seconds":0.09413855997263454,"restarts":0,"operator:new_seed":0.0,"operator:reshape":0.0,"operator:exchange_edge":0.0,"operator:exchange_window":0.0,"operator:shift_line":0.0,"operator:other_end":0.0,"operator:cross":0.0}','2026-11-23T06:03:33.885+00:00');
INSERT INTO "generations" VALUES(2,2,32,8.0,7.0,9.38888888888888828443e-02,'{"best":8.0,"mean":7.0,"worst":6.0,"diversity":0.09388888888888888,"archive":4,"evaluations":32,"nodes":201,"solving_seconds":0.08289079901442165,"restarts":0,"operator:new_seed":0.0,"operator:reshape":0.0,"operator:exchange_edge":0.0,"operator:exchange_window":0.0,"operator:shift_line":0.0,"operator:other_end":0.0,"operator:cross":0.0}','2026-11-23T06:03:34.032+00:00');
INSERT INTO "generations" VALUES(2,3,48,8.0,7.2,9.05555555555555558022e-02,'{"best":8.0,"mean":7.2,"worst":6.0,"diversity":0.09055555555555556,"archive":4,"evaluations":48,"nodes":207,"solving_seconds":0.07699161500204355,"restarts":0,"operator:new_seed":0.0,"operator:reshape":0.0,"operator:exchange_edge":0.4,"operator:exchange_window":0.0,"operator:shift_line":0.0,"operator:other_end":0.0,"operator:cross":0.0}','2026-11-23T06:03:34.140+00:00');
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
	genome JSON NOT NULL, 
	CONSTRAINT pk_levels PRIMARY KEY (id), 
	CONSTRAINT uq_levels_family_identity UNIQUE (family, identity), 
	CONSTRAINT fk_levels_session_id_sessions FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE SET NULL
);
INSERT INTO "levels" VALUES(1,'sokoban','236B1106C7DF7D4D','b',3,8,8,8,8,1,28,3.25,12,4000000,'evolved',1,1,0,8.0,'deep','','','','2026-11-23T06:03:33.286+00:00','#########
#@------#
#-#$#*#-#
#-*-.-$-#
#-#-#.#-#
#-*-*-*-#
#-#.#$#-#
#-------#
#########','rrDDDDuuuurrrrddLLrrddddllUU','{"depth":8,"moves":28,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":10,"branching":3.25,"branching_max":4,"alive":0.6923076923076923,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":2989240760703465,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(2,'sokoban','1CD9A70485C05CDA','b',3,8,6,6,6,1,30,3.66666666666666651863e+00,12,4000000,'evolved',1,1,1,6.0,'deep','','','','2026-11-23T06:03:33.286+00:00','#########
#@------#
#-#$#.#-#
#-*-*-*-#
#-#.#$#-#
#-$-.---#
#-#*#*#-#
#-------#
#########','ddddRRlluuuurrDDuurrrrddddllUU','{"depth":6,"moves":30,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":11,"branching":3.6666666666666665,"branching_max":4,"alive":0.5454545454545454,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":7106285431133229,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(3,'sokoban','1431EE111B17CCE6','b',3,8,8,8,8,1,26,3.25,12,4000000,'evolved',1,1,2,8.0,'deep','','','','2026-11-23T06:03:33.286+00:00','#########
#@------#
#-#*#*#-#
#-.---$-#
#-#$#.#-#
#-*-*-*-#
#-#.#$#-#
#-------#
#########','ddddddrrrrUUddrruuuuLLLLDD','{"depth":8,"moves":26,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":8,"branching":3.25,"branching_max":4,"alive":0.6153846153846154,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":5838098898333795,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(4,'sokoban','10B72479EC797ADD','b',3,8,6,6,6,1,24,3.66666666666666651863e+00,12,4000000,'evolved',1,1,3,6.0,'deep','','','','2026-11-23T06:03:33.286+00:00','#########
#@------#
#-#$#*#-#
#-*-$-.-#
#-#.#*#-#
#-*-$-.-#
#-#-#*#-#
#-------#
#########','rrDDRRlluullddddddrruuRR','{"depth":6,"moves":24,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":10,"branching":3.6666666666666665,"branching_max":4,"alive":0.5454545454545454,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":648016140553463,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(5,'sokoban','49E766323208BEF8','b',3,8,8,8,8,1,10,4.0,15,4000000,'evolved',1,1,4,8.0,'deep','','','','2026-11-23T06:03:33.286+00:00','#########
#@------#
#-#*#.#-#
#-$-.-*-#
#-#$#$#-#
#-*-$-.-#
#-#.#*#-#
#-------#
#########','ddRRDDRRUU','{"depth":8,"moves":10,"box_lines":4,"box_changes":4,"pushing_sessions":1,"player_lines":5,"branching":4.0,"branching_max":4,"alive":0.625,"shortest_solutions":18,"detour":0,"component":15,"boxes":8,"boxes_off_goal":4}','{"type":"b","size":3,"seed":2171919381925284,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(6,'sokoban','0C7508F626FB55B4','b',3,8,8,8,8,1,28,3.75,15,4000000,'evolved',1,1,5,8.0,'deep','','','','2026-11-23T06:03:33.286+00:00','#########
#@------#
#-#$#*#-#
#-*-.-$-#
#-#.#$#-#
#-$-.-*-#
#-#*#.#-#
#-------#
#########','ddddRRlluuuurrDDuurrrrddLLDD','{"depth":8,"moves":28,"box_lines":4,"box_changes":4,"pushing_sessions":3,"player_lines":11,"branching":3.75,"branching_max":4,"alive":0.6,"shortest_solutions":18,"detour":0,"component":15,"boxes":8,"boxes_off_goal":4}','{"type":"b","size":3,"seed":5462781916854541,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(7,'sokoban','0D43DE18E5B54BE6','b',3,8,8,8,8,1,12,3.5,12,4000000,'evolved',1,1,9,8.0,'deep','','','','2026-11-23T06:03:33.286+00:00','#########
#@------#
#-#*#*#-#
#-$---.-#
#-#$#$#-#
#-*-*-*-#
#-#.#.#-#
#-------#
#########','ddRRDDuuRRDD','{"depth":8,"moves":12,"box_lines":4,"box_changes":4,"pushing_sessions":2,"player_lines":6,"branching":3.5,"branching_max":4,"alive":0.6428571428571429,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":5798240582556485,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(8,'sokoban','24BA206087959602','b',3,8,4,4,4,1,10,2.5,9,4000000,'evolved',1,1,12,4.0,'deep','','','','2026-11-23T06:03:33.286+00:00','#########
#@------#
#-#*#*#-#
#-$-.---#
#-#*#*#-#
#-$-.---#
#-#*#*#-#
#-------#
#########','ddRRllddRR','{"depth":4,"moves":10,"box_lines":2,"box_changes":2,"pushing_sessions":2,"player_lines":5,"branching":2.5,"branching_max":3,"alive":0.6,"shortest_solutions":2,"detour":0,"component":9,"boxes":8,"boxes_off_goal":2}','{"type":"b","size":3,"seed":109246296273778,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(9,'sokoban','389D721B6D4F663F','b',3,8,8,8,8,1,22,3.25,12,4000000,'evolved',1,1,13,8.0,'deep','','','','2026-11-23T06:03:33.286+00:00','#########
#@------#
#-#$#.#-#
#-*-*-*-#
#-#.#$#-#
#-.---$-#
#-#*#*#-#
#-------#
#########','rrDDuurrrrddddLLLLrrUU','{"depth":8,"moves":22,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":8,"branching":3.25,"branching_max":4,"alive":0.6153846153846154,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":8597282927441304,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(10,'sokoban','0C98E93B44B23D48','b',3,8,8,8,8,1,16,3.25,12,4000000,'evolved',1,1,15,8.0,'deep','','','','2026-11-23T06:03:33.286+00:00','#########
#@------#
#-#.#*#-#
#-*-$-.-#
#-#-#$#-#
#-*-*-*-#
#-#$#.#-#
#-------#
#########','ddddddrrUUUURRDD','{"depth":8,"moves":16,"box_lines":3,"box_changes":3,"pushing_sessions":1,"player_lines":5,"branching":3.25,"branching_max":4,"alive":0.6923076923076923,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":6928190388321328,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(11,'sokoban','17E376D3207C3993','b',3,8,6,6,6,1,20,3.66666666666666651863e+00,12,4000000,'evolved',1,2,1,6.0,'deep','','','','2026-11-23T06:03:33.490+00:00','#########
#@------#
#-#$#$#-#
#-*-*-*-#
#-#.#.#-#
#-*-.-$-#
#-#-#*#-#
#-------#
#########','rrDDuurrDDuurrddddLL','{"depth":6,"moves":20,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":9,"branching":3.6666666666666665,"branching_max":4,"alive":0.5454545454545454,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":8301122614991274,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(12,'sokoban','11D1A988F1DF094D','b',3,8,6,6,6,1,20,3.66666666666666651863e+00,12,4000000,'evolved',1,2,2,6.0,'deep','','','','2026-11-23T06:03:33.490+00:00','#########
#@------#
#-#$#*#-#
#-*-$-.-#
#-#.#*#-#
#-*-.-$-#
#-#-#*#-#
#-------#
#########','rrDDRRlluurrrrddddLL','{"depth":6,"moves":20,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":8,"branching":3.6666666666666665,"branching_max":4,"alive":0.5454545454545454,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":7826878305411875,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(13,'sokoban','1701C04154C168E8','b',3,8,8,8,8,1,14,3.25,12,4000000,'evolved',1,2,3,8.0,'deep','','','','2026-11-23T06:03:33.490+00:00','#########
#@------#
#-#*#.#-#
#-$-.-*-#
#-#*#$#-#
#-$---.-#
#-#*#*#-#
#-------#
#########','ddRRllddRRRRUU','{"depth":8,"moves":14,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":6,"branching":3.25,"branching_max":4,"alive":0.6153846153846154,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":6039077264480567,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(14,'sokoban','0B667E2390E38B90','b',3,8,8,8,8,1,30,3.5,12,4000000,'evolved',1,2,4,8.0,'deep','','','','2026-11-23T06:03:33.490+00:00','#########
#@------#
#-#*#$#-#
#-.-$-*-#
#-#.#-#-#
#-*-*-*-#
#-#$#.#-#
#-------#
#########','rrrrDDLLrrDDuuuurrddddddllllUU','{"depth":8,"moves":30,"box_lines":4,"box_changes":4,"pushing_sessions":3,"player_lines":10,"branching":3.5,"branching_max":4,"alive":0.6428571428571429,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":375842025765849,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(15,'sokoban','0146C595B00B187C','b',3,8,8,8,8,1,24,3.25,12,4000000,'evolved',1,2,5,8.0,'deep','','','','2026-11-23T06:03:33.490+00:00','#########
#@------#
#-#*#$#-#
#-$-.-*-#
#-#*#-#-#
#-$-.-*-#
#-#*#.#-#
#-------#
#########','ddRRllddRRlluuuurrrrDDDD','{"depth":8,"moves":24,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":9,"branching":3.25,"branching_max":4,"alive":0.5384615384615384,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":4438964195182206,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(16,'sokoban','28FCE47C79A9055B','b',3,8,8,8,8,1,20,4.0,15,4000000,'evolved',1,2,6,8.0,'deep','','','','2026-11-23T06:03:33.490+00:00','#########
#@------#
#-#*#$#-#
#-$-.-*-#
#-#$#.#-#
#-*-$-.-#
#-#.#*#-#
#-------#
#########','rrrrDDuullllddRRDDRR','{"depth":8,"moves":20,"box_lines":4,"box_changes":4,"pushing_sessions":2,"player_lines":8,"branching":4.0,"branching_max":4,"alive":0.625,"shortest_solutions":20,"detour":0,"component":15,"boxes":8,"boxes_off_goal":4}','{"type":"b","size":3,"seed":8845565207429715,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(17,'sokoban','162F5C59B06E9FD1','b',3,8,6,6,6,1,8,3.66666666666666651863e+00,12,4000000,'evolved',1,3,4,6.0,'deep','','','','2026-11-23T06:03:33.588+00:00','#########
#@------#
#-#$#*#-#
#-*-$-.-#
#-#.#$#-#
#-*-*-*-#
#-#-#.#-#
#-------#
#########','rrDDRRDD','{"depth":6,"moves":8,"box_lines":3,"box_changes":3,"pushing_sessions":1,"player_lines":4,"branching":3.6666666666666665,"branching_max":4,"alive":0.5454545454545454,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":6393610023066341,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"abd"}');
INSERT INTO "levels" VALUES(18,'sokoban','16949AB04B266DB2','b',3,8,8,8,8,1,12,3.25,12,4000000,'evolved',1,3,7,8.0,'deep','','','','2026-11-23T06:03:33.588+00:00','#########
#@------#
#-#$#*#-#
#-*-$-.-#
#-#-#$#-#
#-*-*-*-#
#-#.#.#-#
#-------#
#########','rrDDDDuuRRDD','{"depth":8,"moves":12,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":5,"branching":3.25,"branching_max":4,"alive":0.6923076923076923,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":4431318465055206,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"b3d"}');
INSERT INTO "levels" VALUES(19,'sokoban','06A4298F7F05216F','b',3,8,6,6,6,1,22,3.66666666666666651863e+00,12,4000000,'evolved',1,3,11,6.0,'deep','','','','2026-11-23T06:03:33.588+00:00','#########
#@------#
#-#$#$#-#
#-*-*-*-#
#-#.#.#-#
#-$-.---#
#-#*#*#-#
#-------#
#########','ddddRRlluuuurrDDuurrDD','{"depth":6,"moves":22,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":9,"branching":3.6666666666666665,"branching_max":4,"alive":0.5454545454545454,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":6434935580550190,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"d97"}');
INSERT INTO "levels" VALUES(20,'sokoban','0B08FC1EDDC206D2','b',3,8,6,6,6,1,28,3.66666666666666651863e+00,12,4000000,'evolved',1,3,14,6.0,'deep','','','','2026-11-23T06:03:33.588+00:00','#########
#@------#
#-#*#*#-#
#-$-.---#
#-#*#$#-#
#-$-.-*-#
#-#*#.#-#
#-------#
#########','ddRRllddRRlluuuurrrrrrddllDD','{"depth":6,"moves":28,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":11,"branching":3.6666666666666665,"branching_max":4,"alive":0.5454545454545454,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":3418595756273313,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"bf2"}');
INSERT INTO "levels" VALUES(21,'sokoban','1BF52CD62D2B899B','b',3,8,6,6,6,1,24,3.66666666666666651863e+00,12,4000000,'evolved',2,1,1,6.0,'deep','','','','2026-11-23T06:03:33.885+00:00','#########
#@------#
#-#*#*#-#
#-$-.---#
#-#$#*#-#
#-*-.-$-#
#-#.#*#-#
#-------#
#########','ddRRDDuulluurrrrrrddddLL','{"depth":6,"moves":24,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":9,"branching":3.6666666666666665,"branching_max":4,"alive":0.5454545454545454,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":1425023848820482,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(22,'sokoban','0D2551C15C3881AE','b',3,8,6,6,6,1,18,3.66666666666666651863e+00,12,4000000,'evolved',2,1,2,6.0,'deep','','','','2026-11-23T06:03:33.885+00:00','#########
#@------#
#-#$#.#-#
#-*-*-*-#
#-#.#$#-#
#-*-.-$-#
#-#-#*#-#
#-------#
#########','rrDDuurrrrddddLLUU','{"depth":6,"moves":18,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":7,"branching":3.6666666666666665,"branching_max":4,"alive":0.5454545454545454,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":3094537241420983,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(23,'sokoban','0110B9BD4C18A1D6','b',3,8,8,8,8,1,22,3.25,12,4000000,'evolved',2,1,11,8.0,'deep','','','','2026-11-23T06:03:33.885+00:00','#########
#@------#
#-#$#.#-#
#-*-*-*-#
#-#-#$#-#
#-*-.-$-#
#-#.#*#-#
#-------#
#########','rrDDDDuuuurrrrddddLLUU','{"depth":8,"moves":22,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":7,"branching":3.25,"branching_max":4,"alive":0.6923076923076923,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":8571979996447178,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(24,'sokoban','02E92BD710368ED5','b',3,8,8,8,8,1,24,3.25,12,4000000,'evolved',2,1,14,8.0,'deep','','','','2026-11-23T06:03:33.885+00:00','#########
#@------#
#-#$#$#-#
#-*-*-*-#
#-#.#-#-#
#-$-.-*-#
#-#*#.#-#
#-------#
#########','ddddRRlluuuurrDDuurrDDDD','{"depth":8,"moves":24,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":9,"branching":3.25,"branching_max":4,"alive":0.5384615384615384,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":8584147071102582,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(25,'sokoban','43C5AF192765367A','b',3,8,8,8,8,1,20,3.25,12,4000000,'evolved',2,1,15,8.0,'deep','','','','2026-11-23T06:03:33.885+00:00','#########
#@------#
#-#*#*#-#
#-$---.-#
#-#.#*#-#
#-*-$-.-#
#-#$#*#-#
#-------#
#########','ddRRRRllllddddrrUURR','{"depth":8,"moves":20,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":7,"branching":3.25,"branching_max":4,"alive":0.6923076923076923,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":2299278964971665,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(26,'sokoban','3A7A05FD721FA46E','b',3,8,8,8,8,1,26,4.0,15,4000000,'evolved',2,2,13,8.0,'deep','','','','2026-11-23T06:03:34.032+00:00','#########
#@------#
#-#$#*#-#
#-*-$-.-#
#-#.#.#-#
#-.-$-*-#
#-#*#$#-#
#-------#
#########','rrDDRRlluurrrrddddddllUULL','{"depth":8,"moves":26,"box_lines":4,"box_changes":4,"pushing_sessions":2,"player_lines":10,"branching":4.0,"branching_max":4,"alive":0.625,"shortest_solutions":20,"detour":0,"component":15,"boxes":8,"boxes_off_goal":4}','{"type":"b","size":3,"seed":22431277463893,"policy":"deepest","sweeps":1,"budget":4000000}');
INSERT INTO "levels" VALUES(27,'sokoban','0A74E0AA7DF47CDC','b',3,8,6,6,6,1,26,3.66666666666666651863e+00,12,4000000,'evolved',2,3,4,6.0,'deep','','','','2026-11-23T06:03:34.140+00:00','#########
#@------#
#-#*#$#-#
#-$-.-*-#
#-#.#.#-#
#-*-*-*-#
#-#$#-#-#
#-------#
#########','rrrrDDuullllddRRllddddrrUU','{"depth":6,"moves":26,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":10,"branching":3.6666666666666665,"branching_max":4,"alive":0.5454545454545454,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}','{"type":"b","size":3,"seed":5010106905505169,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"4fe"}');
INSERT INTO "levels" VALUES(28,'sokoban','06D7756F5AD78095','b',2,3,2,2,2,1,4,1.0,2,2,'atlas',NULL,NULL,NULL,NULL,NULL,'','','','2026-11-23T06:03:41.979+00:00','#######
#@----#
#-#*#-#
#-$-.-#
#-#*#-#
#-----#
#######','ddRR','{"depth":2,"moves":4,"box_lines":1,"box_changes":1,"pushing_sessions":1,"player_lines":2,"branching":1.0,"branching_max":1,"alive":1.0,"shortest_solutions":1,"detour":0,"component":2,"boxes":3,"boxes_off_goal":1}','{"level":"#######\n#@----#\n#-#*#-#\n#-$-.-#\n#-#*#-#\n#-----#\n#######"}');
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
INSERT INTO "lineage" VALUES(1,2,7,'cross',8.0,6.0,1,3,1);
INSERT INTO "lineage" VALUES(2,2,6,'cross',8.0,6.0,1,3,1);
INSERT INTO "lineage" VALUES(3,17,10,'exchange_edge',8.0,6.0,1,3,4);
INSERT INTO "lineage" VALUES(4,13,3,'shift_line',8.0,8.0,1,3,5);
INSERT INTO "lineage" VALUES(5,18,7,'shift_line',8.0,8.0,1,3,7);
INSERT INTO "lineage" VALUES(6,7,3,'exchange_window',8.0,8.0,1,3,9);
INSERT INTO "lineage" VALUES(7,15,1,'shift_line',8.0,8.0,1,3,10);
INSERT INTO "lineage" VALUES(8,19,2,'exchange_edge',6.0,6.0,1,3,11);
INSERT INTO "lineage" VALUES(9,2,8,'cross',4.0,6.0,1,3,12);
INSERT INTO "lineage" VALUES(10,2,9,'cross',8.0,6.0,1,3,12);
INSERT INTO "lineage" VALUES(11,20,8,'shift_line',4.0,6.0,1,3,14);
INSERT INTO "lineage" VALUES(12,6,11,'exchange_edge',6.0,8.0,2,3,0);
INSERT INTO "lineage" VALUES(13,16,15,'new_seed',8.0,8.0,2,3,1);
INSERT INTO "lineage" VALUES(14,19,2,'exchange_edge',6.0,6.0,2,3,2);
INSERT INTO "lineage" VALUES(15,14,23,'other_end',8.0,8.0,2,3,3);
INSERT INTO "lineage" VALUES(16,27,15,'shift_line',8.0,6.0,2,3,4);
INSERT INTO "lineage" VALUES(17,5,23,'new_seed',8.0,8.0,2,3,6);
INSERT INTO "lineage" VALUES(18,25,23,'exchange_edge',8.0,8.0,2,3,8);
INSERT INTO "lineage" VALUES(19,1,16,'cross',8.0,8.0,2,3,9);
INSERT INTO "lineage" VALUES(20,1,17,'cross',6.0,8.0,2,3,9);
INSERT INTO "lineage" VALUES(21,16,16,'other_end',8.0,8.0,2,3,10);
INSERT INTO "lineage" VALUES(22,2,24,'new_seed',8.0,6.0,2,3,11);
INSERT INTO "lineage" VALUES(23,21,15,'cross',8.0,6.0,2,3,12);
INSERT INTO "lineage" VALUES(24,21,16,'cross',8.0,6.0,2,3,12);
INSERT INTO "lineage" VALUES(25,7,16,'new_seed',8.0,8.0,2,3,13);
INSERT INTO "lineage" VALUES(26,19,15,'exchange_edge',8.0,6.0,2,3,15);
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
INSERT INTO "logins" VALUES('d7e83e28a04b537e64424546b14caf9b67bad2f28dabce68116e0d372319fa00','anian','2026-11-23T06:03:44.168+00:00','2026-11-23T06:03:44.168+00:00','testclient');
CREATE TABLE players (
	skeleton TEXT NOT NULL, 
	name TEXT NOT NULL, 
	code TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (skeleton)
)
 WITHOUT ROWID

;
INSERT INTO "players" VALUES('bea','bea','dab69184ab88e81fdb3afdc9dd46cb299b77d4987237ed70b181f515db9a7e00','2026-11-23T06:03:54.620+00:00');
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
INSERT INTO "pool" VALUES(2,0,1);
INSERT INTO "pool" VALUES(1,8,2);
INSERT INTO "pool" VALUES(1,2,3);
INSERT INTO "pool" VALUES(1,4,6);
INSERT INTO "pool" VALUES(2,3,7);
INSERT INTO "pool" VALUES(1,6,9);
INSERT INTO "pool" VALUES(1,7,10);
INSERT INTO "pool" VALUES(2,8,11);
INSERT INTO "pool" VALUES(1,0,13);
INSERT INTO "pool" VALUES(2,5,14);
INSERT INTO "pool" VALUES(1,5,15);
INSERT INTO "pool" VALUES(1,3,16);
INSERT INTO "pool" VALUES(2,4,16);
INSERT INTO "pool" VALUES(1,1,18);
INSERT INTO "pool" VALUES(2,2,18);
INSERT INTO "pool" VALUES(2,6,19);
INSERT INTO "pool" VALUES(1,9,20);
INSERT INTO "pool" VALUES(2,9,21);
INSERT INTO "pool" VALUES(2,7,22);
INSERT INTO "pool" VALUES(2,1,25);
CREATE TABLE rediscoveries (
	session_id INTEGER NOT NULL, 
	level_id INTEGER NOT NULL, 
	CONSTRAINT pk_rediscoveries PRIMARY KEY (session_id, level_id), 
	CONSTRAINT fk_rediscoveries_session_id_sessions FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE, 
	CONSTRAINT fk_rediscoveries_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "rediscoveries" VALUES(2,1);
INSERT INTO "rediscoveries" VALUES(2,2);
INSERT INTO "rediscoveries" VALUES(2,3);
INSERT INTO "rediscoveries" VALUES(2,5);
INSERT INTO "rediscoveries" VALUES(2,6);
INSERT INTO "rediscoveries" VALUES(2,7);
INSERT INTO "rediscoveries" VALUES(2,8);
INSERT INTO "rediscoveries" VALUES(2,11);
INSERT INTO "rediscoveries" VALUES(2,13);
INSERT INTO "rediscoveries" VALUES(2,14);
INSERT INTO "rediscoveries" VALUES(2,15);
INSERT INTO "rediscoveries" VALUES(2,16);
INSERT INTO "rediscoveries" VALUES(2,17);
INSERT INTO "rediscoveries" VALUES(2,18);
INSERT INTO "rediscoveries" VALUES(2,19);
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
INSERT INTO "runs" VALUES(1,1,'2026-11-23T06:03:31.082+00:00',0,'0.1.0','3.11.7','2.4.6','0.68.1');
INSERT INTO "runs" VALUES(2,2,'2026-11-23T06:03:33.743+00:00',0,'0.1.0','3.11.7','2.4.6','0.68.1');
CREATE TABLE saved_searches (
	name TEXT NOT NULL, 
	"query" TEXT NOT NULL, 
	who TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	CONSTRAINT pk_saved_searches PRIMARY KEY (name)
)
 WITHOUT ROWID

;
INSERT INTO "saved_searches" VALUES('deep','depth_min=80','root','2026-11-23T06:03:52.639+00:00');
CREATE TABLE scores (
	level_id INTEGER NOT NULL, 
	objective TEXT NOT NULL, 
	score FLOAT NOT NULL, 
	CONSTRAINT pk_scores PRIMARY KEY (level_id, objective), 
	CONSTRAINT fk_scores_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "scores" VALUES(8,'deep',4.0);
INSERT INTO "scores" VALUES(2,'deep',6.0);
INSERT INTO "scores" VALUES(4,'deep',6.0);
INSERT INTO "scores" VALUES(11,'deep',6.0);
INSERT INTO "scores" VALUES(12,'deep',6.0);
INSERT INTO "scores" VALUES(17,'deep',6.0);
INSERT INTO "scores" VALUES(19,'deep',6.0);
INSERT INTO "scores" VALUES(20,'deep',6.0);
INSERT INTO "scores" VALUES(21,'deep',6.0);
INSERT INTO "scores" VALUES(22,'deep',6.0);
INSERT INTO "scores" VALUES(27,'deep',6.0);
INSERT INTO "scores" VALUES(1,'deep',8.0);
INSERT INTO "scores" VALUES(3,'deep',8.0);
INSERT INTO "scores" VALUES(5,'deep',8.0);
INSERT INTO "scores" VALUES(6,'deep',8.0);
INSERT INTO "scores" VALUES(7,'deep',8.0);
INSERT INTO "scores" VALUES(9,'deep',8.0);
INSERT INTO "scores" VALUES(10,'deep',8.0);
INSERT INTO "scores" VALUES(13,'deep',8.0);
INSERT INTO "scores" VALUES(14,'deep',8.0);
INSERT INTO "scores" VALUES(15,'deep',8.0);
INSERT INTO "scores" VALUES(16,'deep',8.0);
INSERT INTO "scores" VALUES(18,'deep',8.0);
INSERT INTO "scores" VALUES(23,'deep',8.0);
INSERT INTO "scores" VALUES(24,'deep',8.0);
INSERT INTO "scores" VALUES(25,'deep',8.0);
INSERT INTO "scores" VALUES(26,'deep',8.0);
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
INSERT INTO "sessions" VALUES(1,'sokoban','{"types":["b"],"sizes":[3],"policy":"deepest","budget":4000000,"sweeps":1}',1,'deep','{"depth":1.0}','crowding',4000000,10,16,10,500,1,20,'{"evaluations":48}','0.1.0','finished','2026-11-23T06:03:28.374+00:00','2026-11-23T06:03:33.599+00:00',3,48,'doors','walls of May','everything','{"generation":3,"evaluations":48,"individuals":[{"key":"1701C04154C168E8","genome":{"type":"b","size":3,"seed":8702071997085443,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"f59"},"text":"#########\n#@------#\n#-#*#*#-#\n#-.---$-#\n#-#$#*#-#\n#-*-.-$-#\n#-#.#*#-#\n#-------#\n#########","score":8.0,"metrics":{"depth":8,"moves":22,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":7,"branching":3.25,"branching_max":4,"alive":0.6153846153846154,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}},{"key":"16949AB04B266DB2","genome":{"type":"b","size":3,"seed":4431318465055206,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"b3d"},"text":"#########\n#@------#\n#-#$#*#-#\n#-*-$-.-#\n#-#-#$#-#\n#-*-*-*-#\n#-#.#.#-#\n#-------#\n#########","score":8.0,"metrics":{"depth":8,"moves":12,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":5,"branching":3.25,"branching_max":4,"alive":0.6923076923076923,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}},{"key":"1431EE111B17CCE6","genome":{"type":"b","size":3,"seed":5838098898333795,"policy":"deepest","sweeps":1,"budget":4000000},"text":"#########\n#@------#\n#-#*#*#-#\n#-.---$-#\n#-#$#.#-#\n#-*-*-*-#\n#-#.#$#-#\n#-------#\n#########","score":8.0,"metrics":{"depth":8,"moves":26,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":8,"branching":3.25,"branching_max":4,"alive":0.6153846153846154,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}},{"key":"1CD9A70485C05CDA","genome":{"type":"b","size":3,"seed":6665053219222066,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"b97"},"text":"#########\n#@------#\n#-#$#.#-#\n#-*-*-*-#\n#-#.#$#-#\n#-$-.---#\n#-#*#*#-#\n#-------#\n#########","score":6.0,"metrics":{"depth":6,"moves":30,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":11,"branching":3.6666666666666665,"branching_max":4,"alive":0.5454545454545454,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}},{"key":"28FCE47C79A9055B","genome":{"type":"b","size":3,"seed":8845565207429715,"policy":"deepest","sweeps":1,"budget":4000000},"text":"#########\n#@------#\n#-#*#$#-#\n#-$-.-*-#\n#-#$#.#-#\n#-*-$-.-#\n#-#.#*#-#\n#-------#\n#########","score":8.0,"metrics":{"depth":8,"moves":20,"box_lines":4,"box_changes":4,"pushing_sessions":2,"player_lines":8,"branching":4.0,"branching_max":4,"alive":0.625,"shortest_solutions":20,"detour":0,"component":15,"boxes":8,"boxes_off_goal":4}},{"key":"0C7508F626FB55B4","genome":{"type":"b","size":3,"seed":8087379978371049,"policy":"deepest","sweeps":1,"budget":4000000},"text":"#########\n#@------#\n#-#*#.#-#\n#-$-.-*-#\n#-#.#$#-#\n#-*-.-$-#\n#-#$#*#-#\n#-------#\n#########","score":8.0,"metrics":{"depth":8,"moves":26,"box_lines":4,"box_changes":4,"pushing_sessions":3,"player_lines":11,"branching":3.75,"branching_max":4,"alive":0.6,"shortest_solutions":18,"detour":0,"component":15,"boxes":8,"boxes_off_goal":4}},{"key":"0146C595B00B187C","genome":{"type":"b","size":3,"seed":6079963895752060,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"f1b"},"text":"#########\n#@------#\n#-#$#*#-#\n#-*-.-$-#\n#-#-#*#-#\n#-*-.-$-#\n#-#.#*#-#\n#-------#\n#########","score":8.0,"metrics":{"depth":8,"moves":24,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":9,"branching":3.25,"branching_max":4,"alive":0.6923076923076923,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}},{"key":"0B08FC1EDDC206D2","genome":{"type":"b","size":3,"seed":3418595756273313,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"bf2"},"text":"#########\n#@------#\n#-#*#*#-#\n#-$-.---#\n#-#*#$#-#\n#-$-.-*-#\n#-#*#.#-#\n#-------#\n#########","score":6.0,"metrics":{"depth":6,"moves":28,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":11,"branching":3.6666666666666665,"branching_max":4,"alive":0.5454545454545454,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}},{"key":"389D721B6D4F663F","genome":{"type":"b","size":3,"seed":8597282927441304,"policy":"deepest","sweeps":1,"budget":4000000},"text":"#########\n#@------#\n#-#$#.#-#\n#-*-*-*-#\n#-#.#$#-#\n#-.---$-#\n#-#*#*#-#\n#-------#\n#########","score":8.0,"metrics":{"depth":8,"moves":22,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":8,"branching":3.25,"branching_max":4,"alive":0.6153846153846154,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}},{"key":"0C98E93B44B23D48","genome":{"type":"b","size":3,"seed":6928190388321328,"policy":"deepest","sweeps":1,"budget":4000000},"text":"#########\n#@------#\n#-#.#*#-#\n#-*-$-.-#\n#-#-#$#-#\n#-*-*-*-#\n#-#$#.#-#\n#-------#\n#########","score":8.0,"metrics":{"depth":8,"moves":16,"box_lines":3,"box_changes":3,"pushing_sessions":1,"player_lines":5,"branching":3.25,"branching_max":4,"alive":0.6923076923076923,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}}],"pool":[0,1,2,3,4,5,6,7,8,9],"population":[0,1,2,3,4,5,6,7,8,9],"island":{"epoch":0,"stale":47,"sown":0,"operators":{"new_seed":"1","reshape":"","exchange_edge":"00000","exchange_window":"0","shift_line":"0001","other_end":"111","cross":"00"}},"archive":[[[8,2,3],"236B1106C7DF7D4D",8.0],[[8,1,3],"1CD9A70485C05CDA",6.0],[[8,2,4],"49E766323208BEF8",8.0],[[8,1,2],"24BA206087959602",4.0]],"pending":[[{"operator":"exchange_edge","parents":[["1431EE111B17CCE6",8.0]],"genome":{"type":"b","size":3,"seed":5381449053203796,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"f69"},"epoch":0,"siblings":[]},{"operator":"other_end","parents":[["17E376D3207C3993",6.0]],"genome":{"type":"b","size":3,"seed":3249620437899482,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"a6f"},"epoch":0,"siblings":[]},{"operator":"exchange_edge","parents":[["1431EE111B17CCE6",8.0]],"genome":{"type":"b","size":3,"seed":2128373555948942,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"57d"},"epoch":0,"siblings":[]},{"operator":"cross","parents":[["0B667E2390E38B90",8.0],["389D721B6D4F663F",8.0]],"genome":{"type":"b","size":3,"seed":3948348332284987,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"2fe"},"epoch":0,"siblings":[]},{"operator":"cross","parents":[["0B667E2390E38B90",8.0],["1431EE111B17CCE6",8.0]],"genome":{"type":"b","size":3,"seed":5072396178926987,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"97d"},"epoch":0,"siblings":[]},{"operator":"new_seed","parents":[["1431EE111B17CCE6",8.0]],"genome":{"type":"b","size":3,"seed":7175381385097335,"policy":"deepest","sweeps":1,"budget":4000000},"epoch":0,"siblings":[]},{"operator":"cross","parents":[["0C98E93B44B23D48",8.0],["28FCE47C79A9055B",8.0]],"genome":{"type":"b","size":3,"seed":2746131774701881,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"c6f"},"epoch":0,"siblings":[]},{"operator":"other_end","parents":[["0B667E2390E38B90",8.0]],"genome":{"type":"b","size":3,"seed":6624091719157053,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"37e"},"epoch":0,"siblings":[]},{"operator":"exchange_window","parents":[["17E376D3207C3993",6.0]],"genome":{"type":"b","size":3,"seed":4532952439813327,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"f93"},"epoch":0,"siblings":[]},{"operator":"shift_line","parents":[["28FCE47C79A9055B",8.0]],"genome":{"type":"b","size":3,"seed":684493072395539,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"5ee"},"epoch":0,"siblings":[]},{"operator":"exchange_window","parents":[["17E376D3207C3993",6.0]],"genome":{"type":"b","size":3,"seed":361893833709718,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"4bf"},"epoch":0,"siblings":[]},{"operator":"shift_line","parents":[["1431EE111B17CCE6",8.0]],"genome":{"type":"b","size":3,"seed":2674343804397038,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"67d"},"epoch":0,"siblings":[]},{"operator":"new_seed","parents":[["0C98E93B44B23D48",8.0]],"genome":{"type":"b","size":3,"seed":2445012616530878,"policy":"deepest","sweeps":1,"budget":4000000},"epoch":0,"siblings":[]},{"operator":"shift_line","parents":[["17E376D3207C3993",6.0]],"genome":{"type":"b","size":3,"seed":2727332223199535,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"e9b"},"epoch":0,"siblings":[]},{"operator":"other_end","parents":[["0146C595B00B187C",8.0]],"genome":{"type":"b","size":3,"seed":8845087079103210,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"3ed"},"epoch":0,"siblings":[]},{"operator":"cross","parents":[["0B667E2390E38B90",8.0],["0146C595B00B187C",8.0]],"genome":{"type":"b","size":3,"seed":4901795009351897,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"977"},"epoch":0,"siblings":[]}]]}');
INSERT INTO "sessions" VALUES(2,'sokoban','{"types":["b"],"sizes":[3],"policy":"deepest","budget":4000000,"sweeps":1}',2,'deep','{"depth":1.0}','crowding',4000000,10,16,10,500,1,20,'{"evaluations":48}','0.1.0','finished','2026-11-23T06:03:33.658+00:00','2026-11-23T06:03:34.150+00:00',3,48,NULL,'','everything','{"generation":3,"evaluations":48,"individuals":[{"key":"06A4298F7F05216F","genome":{"type":"b","size":3,"seed":571452310211629,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"6fa"},"text":"#########\n#@------#\n#-#*#*#-#\n#-$-.---#\n#-#.#.#-#\n#-*-*-*-#\n#-#$#$#-#\n#-------#\n#########","score":6.0,"metrics":{"depth":6,"moves":20,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":9,"branching":3.6666666666666665,"branching_max":4,"alive":0.5454545454545454,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}},{"key":"236B1106C7DF7D4D","genome":{"type":"b","size":3,"seed":1676419840873889,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"73b"},"text":"#########\n#@------#\n#-#$#*#-#\n#-*-.-$-#\n#-#-#.#-#\n#-*-*-*-#\n#-#.#$#-#\n#-------#\n#########","score":8.0,"metrics":{"depth":8,"moves":28,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":10,"branching":3.25,"branching_max":4,"alive":0.6923076923076923,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}},{"key":"0D2551C15C3881AE","genome":{"type":"b","size":3,"seed":3094537241420983,"policy":"deepest","sweeps":1,"budget":4000000},"text":"#########\n#@------#\n#-#$#.#-#\n#-*-*-*-#\n#-#.#$#-#\n#-*-.-$-#\n#-#-#*#-#\n#-------#\n#########","score":6.0,"metrics":{"depth":6,"moves":18,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":7,"branching":3.6666666666666665,"branching_max":4,"alive":0.5454545454545454,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}},{"key":"43C5AF192765367A","genome":{"type":"b","size":3,"seed":6384177843706048,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"a5f"},"text":"#########\n#@------#\n#-#.#.#-#\n#-*-*-*-#\n#-#-#$#-#\n#-*-.-$-#\n#-#$#*#-#\n#-------#\n#########","score":8.0,"metrics":{"depth":8,"moves":26,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":8,"branching":3.25,"branching_max":4,"alive":0.6923076923076923,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}},{"key":"16949AB04B266DB2","genome":{"type":"b","size":3,"seed":2213861393797815,"policy":"deepest","sweeps":1,"budget":4000000},"text":"#########\n#@------#\n#-#$#*#-#\n#-*-$-.-#\n#-#-#$#-#\n#-*-*-*-#\n#-#.#.#-#\n#-------#\n#########","score":8.0,"metrics":{"depth":8,"moves":12,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":5,"branching":3.25,"branching_max":4,"alive":0.6923076923076923,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}},{"key":"0D43DE18E5B54BE6","genome":{"type":"b","size":3,"seed":6560291612038908,"policy":"deepest","sweeps":1,"budget":4000000},"text":"#########\n#@------#\n#-#.#.#-#\n#-*-*-*-#\n#-#$#$#-#\n#-$---.-#\n#-#*#*#-#\n#-------#\n#########","score":8.0,"metrics":{"depth":8,"moves":14,"box_lines":4,"box_changes":4,"pushing_sessions":2,"player_lines":6,"branching":3.5,"branching_max":4,"alive":0.6428571428571429,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}},{"key":"17E376D3207C3993","genome":{"type":"b","size":3,"seed":6320342909541712,"policy":"deepest","sweeps":1,"budget":4000000},"text":"#########\n#@------#\n#-#*#$#-#\n#-$-.-*-#\n#-#*#.#-#\n#-$-.---#\n#-#*#*#-#\n#-------#\n#########","score":6.0,"metrics":{"depth":6,"moves":22,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":9,"branching":3.3333333333333335,"branching_max":4,"alive":0.6,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}},{"key":"1BF52CD62D2B899B","genome":{"type":"b","size":3,"seed":846817680421003,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"6bd"},"text":"#########\n#@------#\n#-#$#*#-#\n#-*-$-.-#\n#-#.#.#-#\n#-*-*-*-#\n#-#-#$#-#\n#-------#\n#########","score":6.0,"metrics":{"depth":6,"moves":24,"box_lines":3,"box_changes":3,"pushing_sessions":2,"player_lines":9,"branching":3.6666666666666665,"branching_max":4,"alive":0.5454545454545454,"shortest_solutions":6,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}},{"key":"28FCE47C79A9055B","genome":{"type":"b","size":3,"seed":8977183020658117,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"d6e"},"text":"#########\n#@------#\n#-#*#$#-#\n#-$-.-*-#\n#-#$#.#-#\n#-*-$-.-#\n#-#.#*#-#\n#-------#\n#########","score":8.0,"metrics":{"depth":8,"moves":20,"box_lines":4,"box_changes":4,"pushing_sessions":2,"player_lines":8,"branching":4.0,"branching_max":4,"alive":0.625,"shortest_solutions":20,"detour":0,"component":15,"boxes":8,"boxes_off_goal":4}},{"key":"0B667E2390E38B90","genome":{"type":"b","size":3,"seed":7074887824733716,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"c6f"},"text":"#########\n#@------#\n#-#.#$#-#\n#-*-*-*-#\n#-#-#.#-#\n#-*-$-.-#\n#-#$#*#-#\n#-------#\n#########","score":8.0,"metrics":{"depth":8,"moves":28,"box_lines":4,"box_changes":4,"pushing_sessions":3,"player_lines":10,"branching":3.5,"branching_max":4,"alive":0.5714285714285714,"shortest_solutions":12,"detour":0,"component":12,"boxes":8,"boxes_off_goal":3}}],"pool":[0,1,2,3,4,5,6,7,8,9],"population":[0,1,2,3,4,5,6,7,8,9],"island":{"epoch":0,"stale":44,"sown":0,"operators":{"new_seed":"0000","reshape":"","exchange_edge":"10100","exchange_window":"","shift_line":"0","other_end":"0000","cross":"00"}},"archive":[[[8,1,3],"1CD9A70485C05CDA",6.0],[[8,2,3],"0B667E2390E38B90",8.0],[[8,2,4],"28FCE47C79A9055B",8.0],[[8,1,2],"24BA206087959602",4.0]],"pending":[[{"operator":"shift_line","parents":[["0110B9BD4C18A1D6",8.0]],"genome":{"type":"b","size":3,"seed":8244086509102516,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"36f"},"epoch":0,"siblings":[]},{"operator":"other_end","parents":[["16949AB04B266DB2",8.0]],"genome":{"type":"b","size":3,"seed":508375352747053,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"67b"},"epoch":0,"siblings":[]},{"operator":"new_seed","parents":[["16949AB04B266DB2",8.0]],"genome":{"type":"b","size":3,"seed":2042281637158868,"policy":"deepest","sweeps":1,"budget":4000000},"epoch":0,"siblings":[]},{"operator":"new_seed","parents":[["3A7A05FD721FA46E",8.0]],"genome":{"type":"b","size":3,"seed":8526014250587963,"policy":"deepest","sweeps":1,"budget":4000000},"epoch":0,"siblings":[]},{"operator":"exchange_edge","parents":[["0146C595B00B187C",8.0]],"genome":{"type":"b","size":3,"seed":6538106641023481,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"77c"},"epoch":0,"siblings":[]},{"operator":"shift_line","parents":[["0146C595B00B187C",8.0]],"genome":{"type":"b","size":3,"seed":8528441897242760,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"edc"},"epoch":0,"siblings":[]},{"operator":"exchange_edge","parents":[["0110B9BD4C18A1D6",8.0]],"genome":{"type":"b","size":3,"seed":315864793825390,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"33f"},"epoch":0,"siblings":[]},{"operator":"new_seed","parents":[["1CD9A70485C05CDA",6.0]],"genome":{"type":"b","size":3,"seed":5830116039304749,"policy":"deepest","sweeps":1,"budget":4000000},"epoch":0,"siblings":[]},{"operator":"cross","parents":[["1CD9A70485C05CDA",6.0],["16949AB04B266DB2",8.0]],"genome":{"type":"b","size":3,"seed":3274886621484469,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"f1d"},"epoch":0,"siblings":[]},{"operator":"exchange_window","parents":[["0146C595B00B187C",8.0]],"genome":{"type":"b","size":3,"seed":7352198096656616,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"ead"},"epoch":0,"siblings":[]},{"operator":"other_end","parents":[["236B1106C7DF7D4D",8.0]],"genome":{"type":"b","size":3,"seed":4959813436086299,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"f4d"},"epoch":0,"siblings":[]},{"operator":"cross","parents":[["236B1106C7DF7D4D",8.0],["3A7A05FD721FA46E",8.0]],"genome":{"type":"b","size":3,"seed":2082843425239021,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"eab"},"epoch":0,"siblings":[]},{"operator":"other_end","parents":[["1CD9A70485C05CDA",6.0]],"genome":{"type":"b","size":3,"seed":6641924288814142,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"e5d"},"epoch":0,"siblings":[]},{"operator":"exchange_edge","parents":[["0110B9BD4C18A1D6",8.0]],"genome":{"type":"b","size":3,"seed":2691254771863569,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"b7c"},"epoch":0,"siblings":[]},{"operator":"cross","parents":[["236B1106C7DF7D4D",8.0],["0146C595B00B187C",8.0]],"genome":{"type":"b","size":3,"seed":7699932444880630,"policy":"deepest","sweeps":1,"budget":4000000,"tree":"56f"},"epoch":0,"siblings":[]},{"operator":"new_seed","parents":[["236B1106C7DF7D4D",8.0]],"genome":{"type":"b","size":3,"seed":3426643126819871,"policy":"deepest","sweeps":1,"budget":4000000},"epoch":0,"siblings":[]}]]}');
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
INSERT INTO "submissions" VALUES(1,1,'bea','','','2026-11-23T06:03:54.499+00:00','48f3b471036d1cae4e48db8428234a7eb18c765715bacda3a0d93e9869daa1e5','{"moves":28,"pushes":8,"box_lines":3,"box_changes":3,"pushing_sessions":3,"player_lines":10}',X'789C2B2A720182522028028294141F1F1099929293131A0A009D710AE7','');
CREATE TABLE tags (
	level_id INTEGER NOT NULL, 
	tag TEXT NOT NULL, 
	CONSTRAINT pk_tags PRIMARY KEY (level_id, tag), 
	CONSTRAINT fk_tags_level_id_levels FOREIGN KEY(level_id) REFERENCES levels (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "tags" VALUES(1,'dense');
CREATE INDEX ix_evaluations_level_id ON evaluations (level_id);
CREATE INDEX ix_lineage_child_id ON lineage (child_id);
CREATE INDEX ix_lineage_parent_id ON lineage (parent_id);
CREATE INDEX ix_events_session_id ON events (session_id);
CREATE INDEX ix_scores_objective_score ON scores (objective, score);
CREATE INDEX ix_levels_by_id ON levels (id, family, type, size, boxes, depth, branching, moves, score, proven, origin, session_id);
CREATE INDEX ix_levels_by_depth ON levels (depth, id, family, type, size, boxes, branching, moves, score, proven, origin, session_id);
CREATE INDEX ix_levels_by_score ON levels (score, id, family, type, size, boxes, depth, branching, moves, proven, origin, session_id);
CREATE INDEX ix_levels_by_branching ON levels (branching, id, family, type, size, boxes, depth, moves, score, proven, origin, session_id);
CREATE INDEX ix_levels_by_boxes ON levels (boxes, id, family, type, size, depth, branching, moves, score, proven, origin, session_id);
CREATE INDEX ix_levels_by_moves ON levels (moves, id, family, type, size, boxes, depth, branching, score, proven, origin, session_id);
CREATE INDEX ix_levels_by_family ON levels (family, id, type, size, boxes, depth, branching, moves, score, proven, origin, session_id);
CREATE INDEX ix_levels_by_size ON levels (size, id, family, type, boxes, depth, branching, moves, score, proven, origin, session_id);
CREATE INDEX ix_levels_by_proven ON levels (proven, id, family, type, size, boxes, depth, branching, moves, score, origin, session_id);
CREATE INDEX ix_levels_by_origin ON levels (origin, id, family, type, size, boxes, depth, branching, moves, score, proven, session_id);
CREATE INDEX ix_levels_by_kind ON levels (type, size, depth, id, family, boxes, branching, moves, score, proven, origin, session_id);
CREATE INDEX ix_levels_by_session ON levels (session_id, id, family, type, size, boxes, depth, branching, moves, score, proven, origin);
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
COMMIT;
