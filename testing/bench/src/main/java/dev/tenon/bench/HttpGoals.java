package dev.tenon.bench;

import dev.tenon.bench.report.Goal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The goals for calls over HTTP relative to the floor and the official Java SDK, for the servers that were measured.
 */
final class HttpGoals {
    private final Map<HttpContender, RoundSeries> results;
    private final List<Goal> goals = new ArrayList<>();

    private HttpGoals(Map<HttpContender, RoundSeries> results) {
        this.results = results;
    }

    static List<Goal> evaluate(Map<HttpContender, RoundSeries> results) {
        HttpGoals all = new HttpGoals(results);
        all.addFloorGoal(1.35, HttpContender.SESSION_NONBLOCKING);
        all.addFloorGoal(1.35, HttpContender.MODERN_NONBLOCKING);
        all.addFloorGoal(1.9, HttpContender.SESSION);
        all.addFloorGoal(1.9, HttpContender.MODERN);
        all.addSdkGoals(3, HttpContender.SESSION, HttpContender.SDK_STREAMABLE);
        all.addSdkGoals(2.2, HttpContender.MODERN, HttpContender.SDK_STATELESS);
        return all.goals;
    }

    private void addFloorGoal(double limit, HttpContender ours) {
        RoundSeries mine = results.get(ours);
        RoundSeries floor = results.get(HttpContender.FLOOR);
        if (mine != null && floor != null) {
            double ratio = mine.ratioTo(floor, RoundMeasurement::processor);
            goals.add(Goal.atMost(limit, ours + ": processor time, times the floor's", ratio));
        }
    }

    private void addSdkGoals(double limit, HttpContender ours, HttpContender theirs) {
        RoundSeries mine = results.get(ours);
        RoundSeries other = results.get(theirs);
        if (mine == null || other == null) {
            return;
        }
        goals.add(Goal.atLeast(
                limit,
                theirs + ": processor time, times ours (" + ours + ")",
                other.ratioTo(mine, RoundMeasurement::processor)));
        goals.add(Goal.atLeast(
                2, ours + ": calls a second, times " + theirs, mine.ratioTo(other, RoundMeasurement::perSecond)));
        goals.add(Goal.atMost(
                0.5, ours + ": 99th percentile, times " + theirs, mine.ratioTo(other, RoundMeasurement::p99)));
    }
}
