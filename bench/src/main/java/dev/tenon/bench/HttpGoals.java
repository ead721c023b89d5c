package dev.tenon.bench;

import dev.tenon.bench.report.Goal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What calls over HTTP have to reach beside the floor and the official Java SDK, as far as these were called. */
final class HttpGoals {
    private final Map<Contender, Series> seen;
    private final List<Goal> goals = new ArrayList<>();

    private HttpGoals(Map<Contender, Series> seen) {
        this.seen = seen;
    }

    static List<Goal> of(Map<Contender, Series> seen) {
        HttpGoals all = new HttpGoals(seen);
        all.toFloor(1.35, Contender.SESSION_NONBLOCKING);
        all.toFloor(1.35, Contender.MODERN_NONBLOCKING);
        all.toFloor(1.9, Contender.SESSION);
        all.toFloor(1.9, Contender.MODERN);
        all.toSdk(3, Contender.SESSION, Contender.SDK_STREAMABLE);
        all.toSdk(2.2, Contender.MODERN, Contender.SDK_STATELESS);
        return all.goals;
    }

    private void toFloor(double limit, Contender ours) {
        Series mine = seen.get(ours);
        Series floor = seen.get(Contender.FLOOR);
        if (mine != null && floor != null) {
            double ratio = mine.ratioTo(floor, Round::processor);
            goals.add(Goal.atMost(limit, ours + ": processor time, times the floor's", ratio));
        }
    }

    private void toSdk(double limit, Contender ours, Contender theirs) {
        Series mine = seen.get(ours);
        Series other = seen.get(theirs);
        if (mine == null || other == null) {
            return;
        }
        goals.add(Goal.atLeast(
                limit, theirs + ": processor time, times ours (" + ours + ")", other.ratioTo(mine, Round::processor)));
        goals.add(Goal.atLeast(2, ours + ": calls a second, times " + theirs, mine.ratioTo(other, Round::perSecond)));
        goals.add(Goal.atMost(0.5, ours + ": 99th percentile, times " + theirs, mine.ratioTo(other, Round::p99)));
    }
}
