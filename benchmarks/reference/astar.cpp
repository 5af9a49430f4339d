// A* for the least pushes of a Sokoban level, as one writes it in C++: what bench_expansions.py compares with.
//
// Boxes are matched with goals at the least cost, by the exact pushes of a lone box; a push that freezes a box off the
// goals is left out. The level is read from standard input in XSB, each expansion and each node is counted, and a line
// of JSON is printed. Argument: the most nodes.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

using std::vector;

constexpr int kImpossible = 1 << 24;
constexpr int kFar = 1 << 14;

struct Level {
    vector<std::array<int, 4>> near;  // neighbours above, left, right and below, -1 for walls
    vector<int> goals, boxes;
    int player = -1;
};

Level read_level(std::istream& input) {
    vector<std::string> rows;
    size_t width = 0;
    for (std::string line; std::getline(input, line);) {
        rows.push_back(line);
        width = std::max(width, line.size());
    }
    for (auto& row : rows) row.resize(width, ' ');
    auto at = [&](int y, int x) { return y < 0 || x < 0 || y >= int(rows.size()) || x >= int(width) ? '#' : rows[y][x]; };
    vector<vector<int>> number(rows.size(), vector<int>(width, -1));
    vector<std::pair<int, int>> stack;
    for (int y = 0; y < int(rows.size()); y++)
        for (int x = 0; x < int(width); x++)
            if (at(y, x) == '@' || at(y, x) == '+') stack.push_back({y, x}), number[y][x] = 0;
    const int dy[] = {-1, 0, 0, 1}, dx[] = {0, -1, 1, 0};
    for (size_t done = 0; done < stack.size(); done++)
        for (int d = 0; d < 4; d++) {
            int y = stack[done].first + dy[d], x = stack[done].second + dx[d];
            if (at(y, x) != '#' && number[y][x] < 0) number[y][x] = 0, stack.push_back({y, x});
        }
    std::sort(stack.begin(), stack.end());
    Level level;
    for (size_t i = 0; i < stack.size(); i++) number[stack[i].first][stack[i].second] = int(i);
    for (auto [y, x] : stack) {
        int cell = int(level.near.size());
        char mark = at(y, x);
        if (mark == '.' || mark == '*' || mark == '+') level.goals.push_back(cell);
        if (mark == '$' || mark == '*') level.boxes.push_back(cell);
        if (mark == '@' || mark == '+') level.player = cell;
        std::array<int, 4> near;
        for (int d = 0; d < 4; d++) near[d] = at(y + dy[d], x + dx[d]) == '#' ? -1 : number[y + dy[d]][x + dx[d]];
        level.near.push_back(near);
    }
    return level;
}

class Solver {
public:
    Solver(const Level& level, size_t most)
        : near(level.near), boxes(level.boxes), cells(level.near.size()), words((cells + 63) / 64), most(most),
          is_goal(cells), box_at(cells), alive(cells), zone(cells * cells, 255), mark(cells), queue(cells), bucket(kFar),
          table(1 << 16) {
        for (int goal : level.goals) is_goal[goal] = 1;
        for (int box : boxes) box_at[box] = 1;
        divide();
        for (int goal : level.goals) measure(goal);
        size_t size = boxes.size() + 1;
        cost.assign(size * size, 0), rows.assign(size, 0), columns.assign(size, 0), match.assign(size, 0);
        place.assign(size, -1), least.assign(size, 0), way.assign(size, 0), done.assign(size, 0);
        std::srand(1);
        for (int i = 0; i < 2; i++)
            for (size_t cell = 0; cell < cells; cell++) key[i].push_back(random_word());
        offer(level.player, 0, false);
    }

    bool run() {
        for (;;) {
            while (lowest < bucket.size() && bucket[lowest].empty()) lowest++;
            if (lowest == bucket.size() || nodes() >= most) return false;
            size_t node = bucket[lowest].back();
            bucket[lowest].pop_back();
            if (closed[node]) continue;
            closed[node] = 1;
            if (pushes[node] == int(lowest)) return true;  // nothing is left to be pushed
            expand(node);
        }
    }

    size_t nodes() const { return player.size(); }
    size_t expanded = 0, lowest = 0;

private:
    static uint64_t random_word() {
        uint64_t word = 0;
        for (int i = 0; i < 5; i++) word = word << 15 ^ uint64_t(std::rand() & 0x7fff);
        return word;
    }

    void divide() {  // the zones that a lone box leaves to the player
        for (size_t box = 0; box < cells; box++) {
            uint8_t* row = &zone[box * cells];
            row[box] = 4;
            for (int label = 0; label < 4; label++) {
                if (near[box][label] < 0 || row[near[box][label]] != 255) continue;
                vector<int> stack{near[box][label]};
                row[stack[0]] = uint8_t(label);
                while (!stack.empty()) {
                    int cell = stack.back();
                    stack.pop_back();
                    for (int other : near[cell])
                        if (other >= 0 && row[other] == 255) row[other] = uint8_t(label), stack.push_back(other);
                }
            }
        }
    }

    void measure(int goal) {  // the pushes of a lone box to a goal, by pulls
        vector<int> far(4 * cells, kFar), list;
        for (int d = 0; d < 4; d++)
            if (near[goal][d] >= 0 && zone[goal * cells + near[goal][d]] == d) far[4 * goal + d] = 0, list.push_back(4 * goal + d);
        for (size_t at = 0; at < list.size(); at++) {
            int target = list[at] / 4;
            for (int d = 0; d < 4; d++) {
                int source = near[target][3 - d];
                if (source < 0 || zone[target * cells + source] != list[at] % 4 || near[source][3 - d] < 0) continue;
                int before = 4 * source + zone[source * cells + near[source][3 - d]];
                if (far[before] == kFar) far[before] = far[list[at]] + 1, list.push_back(before);
            }
        }
        for (int at : list) alive[at / 4] = 1;
        distance.push_back(far);
    }

    int walk(int from) {  // marks what can be walked to, and returns the least cell
        stamp++;
        int first = from, count = 1;
        queue[0] = from, mark[from] = stamp;
        while (count) {
            int cell = queue[--count];
            first = std::min(first, cell);
            for (int other : near[cell])
                if (other >= 0 && !box_at[other] && mark[other] != stamp) mark[other] = stamp, queue[count++] = other;
        }
        return first;
    }

    bool is_stuck(int cell, int axis) {  // whether a box cannot move along an axis; boxes that were looked at are walls
        int one = near[cell][axis], other = near[cell][3 - axis];
        if (one < 0 || other < 0 || box_at[one] == 2 || box_at[other] == 2) return true;
        if (!alive[one] && !alive[other]) return true;
        for (int beside : {one, other})
            if (box_at[beside] == 1) {
                box_at[cell] = 2;
                bool stuck = is_stuck(beside, 0) && is_stuck(beside, 1);
                box_at[cell] = 1;
                if (stuck) return true;
            }
        return false;
    }

    bool freezes(int cell) {
        if (!(is_stuck(cell, 0) && is_stuck(cell, 1))) return false;
        return !is_goal[cell] || frozen_off_goal(cell);
    }

    bool frozen_off_goal(int cell) {  // a box beside one that is frozen may be frozen off the goals
        for (int other : near[cell])
            if (other >= 0 && box_at[other] == 1 && !is_goal[other] && is_stuck(other, 0) && is_stuck(other, 1)) return true;
        return false;
    }

    void add_row(size_t row) {  // Jonker and Volgenant
        size_t size = match.size(), column = 0;
        auto nearest = [&] {
            size_t best = 0;
            for (size_t i = 1; i < size; i++)
                if (!done[i] && (!best || least[i] < least[best])) best = i;
            return best;
        };
        for (size_t i = 1; i < size; i++) least[i] = cost[row * size + i] - columns[i], way[i] = 0, done[i] = 0;
        for (column = nearest(); match[column]; column = nearest()) {
            done[column] = 1;
            size_t at = size_t(match[column]);
            int start = least[column] - rows[at];
            for (size_t i = 1; i < size; i++) {
                int length = start + cost[at * size + i] - columns[i];
                if (length < least[i]) least[i] = length, way[i] = int(column);
            }
        }
        int end = least[column];
        for (size_t i = 1; i < size; i++)
            if (done[i]) rows[size_t(match[i])] += end - least[i], columns[i] -= end - least[i];
        rows[row] = end;
        for (; way[column]; column = size_t(way[column])) match[column] = match[size_t(way[column])];
        match[column] = int(row);
    }

    int bound(int who) {
        size_t size = match.size();
        vector<size_t> changed;
        for (size_t row = 1; row < size; row++) {
            int now = 4 * boxes[row - 1] + zone[size_t(boxes[row - 1]) * cells + size_t(who)];
            if (now == place[row]) continue;
            place[row] = now;
            changed.push_back(row);
            for (size_t i = 1; i < size; i++) {
                int far = distance[i - 1][size_t(now)];
                cost[row * size + i] = far == kFar ? kImpossible : far;
                if (size_t(match[i]) == row) match[i] = 0;
            }
        }
        for (size_t row : changed) add_row(row);
        int total = 0;
        for (size_t i = 1; i < size; i++) total += cost[size_t(match[i]) * size + i];
        if (total >= kImpossible) {
            std::fill(place.begin(), place.end(), -1), std::fill(match.begin(), match.end(), 0);
            std::fill(rows.begin(), rows.end(), 0), std::fill(columns.begin(), columns.end(), 0);
        }
        return total;
    }

    void offer(int from, int cost_so_far, bool tested) {  // the state that is laid out
        if (tested && freezes(moved)) return;
        int first = walk(from);
        uint64_t hash = key[1][size_t(first)];
        vector<uint64_t>& word = scratch;
        word.assign(words, 0);
        for (int box : boxes) word[size_t(box) / 64] |= uint64_t(1) << (box % 64), hash ^= key[0][size_t(box)];
        size_t slot = hash & (table.size() - 1);
        for (; table[slot]; slot = (slot + 1) & (table.size() - 1)) {
            size_t node = table[slot] - 1;
            if (player[node] != first || !std::equal(word.begin(), word.end(), &state[node * words])) continue;
            if (pushes[node] > cost_so_far) {
                bucket[size_t(cost_so_far + ahead[node])].push_back(uint32_t(node));
                lowest = std::min(lowest, size_t(cost_so_far + ahead[node]));
                pushes[node] = cost_so_far;
            }
            return;
        }
        int rest = bound(first);
        if (rest >= kImpossible) return;
        table[slot] = uint32_t(nodes() + 1);
        bucket[size_t(cost_so_far + rest)].push_back(uint32_t(nodes()));
        player.push_back(int16_t(first)), pushes.push_back(cost_so_far), ahead.push_back(rest), closed.push_back(0);
        hashes.push_back(hash);
        state.insert(state.end(), word.begin(), word.end());
        if (2 * nodes() > table.size()) grow();
    }

    void grow() {
        table.assign(4 * table.size(), 0);
        for (size_t node = 0; node < nodes(); node++) {
            size_t slot = hashes[node] & (table.size() - 1);
            while (table[slot]) slot = (slot + 1) & (table.size() - 1);
            table[slot] = uint32_t(node + 1);
        }
    }

    void expand(size_t node) {
        expanded++;
        for (int box : boxes) box_at[box] = 0;
        size_t count = 0;
        for (size_t cell = 0; cell < cells; cell++)
            if (state[node * words + cell / 64] >> (cell % 64) & 1) box_at[cell] = 1, boxes[count++] = int(cell);
        walk(player[node]);
        vector<std::array<int, 2>> list;
        for (size_t number = 0; number < boxes.size(); number++)
            for (int d = 0; d < 4; d++) {
                int target = near[boxes[number]][d], source = near[boxes[number]][3 - d];
                if (target >= 0 && source >= 0 && !box_at[target] && mark[source] == stamp && alive[target])
                    list.push_back({int(number), target});
            }
        int cost_so_far = pushes[node] + 1;
        for (auto [number, target] : list) {
            int cell = boxes[size_t(number)];
            box_at[cell] = 0, box_at[target] = 1, boxes[size_t(number)] = moved = target;
            offer(cell, cost_so_far, true);
            box_at[cell] = 1, box_at[target] = 0, boxes[size_t(number)] = cell;
        }
    }

    const vector<std::array<int, 4>> near;
    vector<int> boxes;
    const size_t cells, words, most;
    vector<uint8_t> is_goal, box_at, alive, zone;
    vector<vector<int>> distance;
    vector<int> mark, queue;
    int stamp = 0, moved = -1;
    vector<int> cost, rows, columns, match, place, least, way, done;
    vector<uint64_t> key[2], state, scratch, hashes;
    vector<int16_t> player;
    vector<int> pushes, ahead;
    vector<uint8_t> closed;
    vector<vector<uint32_t>> bucket;
    vector<uint32_t> table;
};

int main(int count, char** argument) {
    Level level = read_level(std::cin);
    std::clock_t begun = std::clock();
    Solver solver(level, count > 1 ? size_t(std::atoll(argument[1])) : 1000000);
    bool solved = solver.run();
    double seconds = double(std::clock() - begun) / CLOCKS_PER_SEC;
    std::printf("{\"solved\": %s, \"lower\": %zu, \"nodes\": %zu, \"expanded\": %zu, \"seconds\": %.4f}\n",
                solved ? "true" : "false", solver.lowest, solver.nodes(), solver.expanded, seconds);
}
