/* The slow reference of the shapes, from the definition: every target of sets and a pair, and for whole hands a
 * search over the kinds in order. It knows nothing of classes, words or layouts.
 *
 * A target may hold any number of copies of a tile; a tile that may not be in a target is left out of `allowed`.
 */
#include <string.h>

#define SETS 5 /* numbers of sets: 0 to 4 */
#define BLOCK 2048

/* ------------------------------------------------------------------ every target of one group, every vector */

static const unsigned char *group; /* counts, rank after rank, `width` vectors each */
static long width;
static int ranks;
static unsigned char *best[3 * SETS]; /* [sets, pair]: 0 none, 1 a 258 pair, 2 another */

static void cover(const int *target, long from, long size, unsigned char *most)
{
    unsigned char sum[BLOCK];
    memset(sum, 0, sizeof sum);
    for (int rank = 0; rank < ranks; rank++) {
        unsigned char wanted = (unsigned char)target[rank];
        if (!wanted)
            continue;
        const unsigned char *held = group + rank * width + from;
        for (long i = 0; i < size; i++)
            sum[i] = (unsigned char)(sum[i] + (held[i] < wanted ? held[i] : wanted));
    }
    for (long i = 0; i < size; i++)
        if (sum[i] > most[from + i])
            most[from + i] = sum[i];
}

static void targets(int *target, int next, int sets, int runs, int allowed, int is_258, long from, long size)
{
    cover(target, from, size, best[3 * sets]);
    for (int rank = 0; rank < ranks; rank++)
        if (allowed >> rank & 1) {
            target[rank] += 2;
            cover(target, from, size, best[3 * sets + (is_258 >> rank & 1 ? 1 : 2)]);
            target[rank] -= 2;
        }
    if (sets == SETS - 1)
        return;
    /* Sets in a fixed order, so that each collection comes once: first the triplets, then the runs. */
    for (int set = next; set < 2 * ranks; set++) {
        int rank = set % ranks;
        if (set < ranks) {
            if (!(allowed >> rank & 1))
                continue;
            target[rank] += 3;
            targets(target, set, sets + 1, runs, allowed, is_258, from, size);
            target[rank] -= 3;
        } else if (runs && rank + 2 < ranks && (allowed >> rank & 7) == 7) {
            for (int i = 0; i < 3; i++)
                target[rank + i]++;
            targets(target, set, sets + 1, runs, allowed, is_258, from, size);
            for (int i = 0; i < 3; i++)
                target[rank + i]--;
        }
    }
}

/* counts[length][n] -> out[5][3][n]: the most tiles in a target of at most that many sets and a pair (none, 258,
 * any). `runs`: whether the group has 顺子. */
void reference_overlaps(const unsigned char *counts, long n, int length, int runs, int allowed, int is_258,
                        unsigned char *out)
{
    group = counts;
    width = n;
    ranks = length;
    memset(out, 0, (size_t)(3 * SETS * n));
    for (int row = 0; row < 3 * SETS; row++)
        best[row] = out + row * n;
    for (long from = 0; from < n; from += BLOCK) {
        int target[9] = {0};
        targets(target, 0, 0, runs, allowed, is_258, from, n - from < BLOCK ? n - from : BLOCK);
    }
    for (int sets = 0; sets < SETS; sets++)
        for (int pair = 0; pair < 3; pair++)
            for (long i = 0; i < n; i++) {
                unsigned char most = best[3 * sets + pair][i];
                if (sets && best[3 * (sets - 1) + pair][i] > most)
                    most = best[3 * (sets - 1) + pair][i];
                if (pair && best[3 * sets + pair - 1][i] > most)
                    most = best[3 * sets + pair - 1][i];
                best[3 * sets + pair][i] = most;
            }
}

/* ------------------------------------------------------------------------------------------- whole hands */

enum { NONE = -1 };

static int in_run(int kind, const unsigned char *allowed)
{
    return kind < 27 && kind % 9 < 7 && allowed[kind] && allowed[kind + 1] && allowed[kind + 2];
}

/* The most of `counts` in a target of exactly `sets` sets and one pair made of `allowed` kinds, or NONE. The kinds
 * are passed in order; one[two][sets][pair] is the most so far with `one` runs that began at the kind before and
 * `two` that began at the one before that. */
static int most_in_target(const unsigned char *counts, const unsigned char *allowed, int first, int end, int sets,
                          int runs, int pair_258)
{
    signed char now[5][5][5][2], then[5][5][5][2];
    memset(now, NONE, sizeof now);
    now[0][0][0][0] = 0;
    for (int kind = first; kind < end; kind++) {
        int new_runs = runs && in_run(kind, allowed) ? sets : 0;
        int new_triplets = allowed[kind] ? sets : 0;
        int new_pairs = allowed[kind] && (!pair_258 || (kind < 27 && kind % 3 == 1)) ? 1 : 0;
        memset(then, NONE, sizeof then);
        for (int one = 0; one <= sets; one++)
            for (int two = 0; one + two <= sets; two++)
                for (int used = one + two; used <= sets; used++)
                    for (int paired = 0; paired < 2; paired++) {
                        int most = now[one][two][used][paired];
                        if (most == NONE)
                            continue;
                        for (int run = 0; run <= new_runs && used + run <= sets; run++)
                            for (int triplet = 0; triplet <= new_triplets && used + run + triplet <= sets; triplet++)
                                for (int pair = 0; pair <= new_pairs && paired + pair <= 1; pair++) {
                                    int copies = one + two + run + 3 * triplet + 2 * pair;
                                    int covered = most + (counts[kind] < copies ? counts[kind] : copies);
                                    signed char *place = &then[run][one][used + run + triplet][paired + pair];
                                    if (covered > *place)
                                        *place = (signed char)covered;
                                }
                    }
        memcpy(now, then, sizeof now);
    }
    return now[0][0][sets][1];
}

/* The five distances of each hand: small, 碰碰胡, 清一色, 将一色, 风一色. counts[n][34] are the concealed tiles,
 * laizi[n] the laizi's kind or -1, gang[n][34] flags, sets[n], limit[n] laizi that a big hand may hold,
 * suits[n][3] and routes[n][5] flags; a closed route gets 99. */
void reference_distances(long n, const unsigned char *counts, const signed char *laizi, const unsigned char *gang,
                         const unsigned char *sets, const unsigned char *limit, const unsigned char *suits,
                         const unsigned char *routes, signed char *out)
{
    for (long i = 0; i < n; i++, counts += 34, gang += 34, suits += 3, routes += 5, out += 5) {
        unsigned char natural[34], allowed[34];
        int held = 0, tiles = 3 * sets[i] + 2, jiang = 0, winds = 0;
        for (int kind = 0; kind < 34; kind++) {
            natural[kind] = counts[kind];
            allowed[kind] = !gang[kind];
            if (kind == laizi[i]) {
                held = counts[kind];
                natural[kind] = 0;
            }
            if (allowed[kind] && kind < 27 && kind % 3 == 1)
                jiang += natural[kind];
            if (allowed[kind] && kind >= 27 && kind != 31)
                winds += natural[kind];
        }
        int helping = held < limit[i] ? held : limit[i];
        int one_suit = NONE;
        for (int suit = 0; suit < 3; suit++)
            if (suits[suit]) {
                int most = most_in_target(natural, allowed, 9 * suit, 9 * suit + 9, sets[i], 1, 0);
                if (most > one_suit)
                    one_suit = most;
            }
        out[0] = (signed char)(tiles - most_in_target(natural, allowed, 0, 34, sets[i], 1, 1) - (held > 0) - 1);
        out[1] = (signed char)(tiles - most_in_target(natural, allowed, 0, 34, sets[i], 0, 0) - helping - 1);
        out[2] = (signed char)(tiles - one_suit - helping - 1);
        out[3] = (signed char)(tiles - jiang - helping - 1);
        out[4] = (signed char)(tiles - winds - helping - 1);
        for (int route = 0; route < 5; route++)
            if (!routes[route] || (route == 2 && one_suit == NONE))
                out[route] = 99;
    }
}
