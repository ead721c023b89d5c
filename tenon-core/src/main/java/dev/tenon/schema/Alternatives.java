package dev.tenon.schema;

import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The failures of one {@code anyOf} or {@code oneOf} on one value, by alternative. */
final class Alternatives {
    private final List<Failure> failures;
    private final int choice;

    /**
     * @param choice where in the routes of all these failures the keyword stands
     */
    Alternatives(List<Failure> failures, int choice) {
        this.failures = failures;
        this.choice = choice;
    }

    /** Where in a route the first choice between alternatives stands, at or after a depth, or -1. */
    static int choiceIn(List<Object> route, int from) {
        for (int i = from; i < route.size(); i++) {
            boolean keyword = "anyOf".equals(route.get(i)) || "oneOf".equals(route.get(i));
            if (keyword && (i + 1 == route.size() || route.get(i + 1) instanceof Integer)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Where the failures of the choice that starts at {@code from} end. The validator reports alternatives in order, so that
     * a smaller number, or the keyword itself, begins the same choice for another value.
     */
    static int endOf(List<Failure> failures, int from, int choice) {
        List<Object> prefix = failures.get(from).route().subList(0, choice + 1);
        int last = number(failures.get(from), choice);
        int i = from + 1;
        while (i < failures.size()) {
            List<Object> route = failures.get(i).route();
            boolean same = route.size() > choice && route.subList(0, choice + 1).equals(prefix);
            int number = same ? number(failures.get(i), choice) : -1;
            if (!same || number < last || number < 0) {
                return i;
            }
            last = number;
            i++;
        }
        return i;
    }

    private static int number(Failure failure, int choice) {
        return failure.route().size() > choice + 1 && failure.route().get(choice + 1) instanceof Integer n ? n : -1;
    }

    boolean severalFit() {
        return failures.get(0).several();
    }

    /** Where in a route what follows the alternative's number begins. */
    int depth() {
        return choice + 2;
    }

    /** The place of the value that should fit one of the alternatives: all failures are at it or below. */
    List<Object> at() {
        List<Object> common = failures.get(0).at();
        for (Failure failure : failures) {
            int n = 0;
            while (n < common.size()
                    && n < failure.at().size()
                    && common.get(n).equals(failure.at().get(n))) {
                n++;
            }
            common = common.subList(0, n);
        }
        return common;
    }

    /** The alternatives for this kind of value and with this constant, or, if there are none, those that come closest. */
    List<List<Failure>> nearest() {
        Map<Integer, List<Failure>> branches = new TreeMap<>();
        for (Failure failure : failures) {
            int number = number(failure, choice);
            if (number >= 0) {
                branches.computeIfAbsent(number, n -> new ArrayList<>()).add(failure);
            }
        }
        int at = at().size();
        int best =
                branches.values().stream().mapToInt(b -> distance(b, at)).min().orElse(0);
        return branches.values().stream().filter(b -> distance(b, at) == best).toList();
    }

    /** Of some alternatives those with the fewest failures. */
    static List<List<Failure>> fewest(List<List<Failure>> branches) {
        int fewest = branches.stream().mapToInt(List::size).min().orElse(0);
        return branches.stream().filter(b -> b.size() == fewest).toList();
    }

    /** 2 when the alternative is for another kind of value, 1 when it is for another constant member, else 0. */
    private static int distance(List<Failure> branch, int at) {
        int distance = 0;
        for (Failure failure : branch) {
            int below = failure.at().size() - at;
            if (below == 0 && failure.keyword().equals("type")) {
                return 2;
            }
            boolean constant =
                    failure.keyword().equals("const") || failure.keyword().equals("enum");
            if (below <= 1 && constant && failure.expected().kind() != JsonKind.OBJECT) {
                distance = 1;
            }
        }
        return distance;
    }
}
