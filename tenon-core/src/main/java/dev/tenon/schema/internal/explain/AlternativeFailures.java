package dev.tenon.schema.internal.explain;

import dev.tenon.json.JsonKind;
import dev.tenon.schema.internal.validate.ValidationFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The failures of one {@code anyOf} or {@code oneOf} on one value, by alternative. */
final class AlternativeFailures {
    private final List<ValidationFailure> failures;
    private final int choice;

    /**
     * @param choice where in the routes of all these failures the keyword stands
     */
    AlternativeFailures(List<ValidationFailure> failures, int choice) {
        this.failures = failures;
        this.choice = choice;
    }

    /** Where in a route the first choice between alternatives stands, at or after a depth, or -1. */
    static int indexOfChoice(List<Object> route, int from) {
        for (int i = from; i < route.size(); i++) {
            boolean keyword = "anyOf".equals(route.get(i)) || "oneOf".equals(route.get(i));
            if (keyword && (i + 1 == route.size() || route.get(i + 1) instanceof Integer)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Where the failures of the choice that starts at {@code from} end. The validator reports alternatives in order, so
     * that a smaller number, or the keyword itself, begins the same choice for another value.
     */
    static int findChoiceEnd(List<ValidationFailure> failures, int from, int choice) {
        List<Object> prefix = failures.get(from).evaluationPath().subList(0, choice + 1);
        int last = alternativeNumber(failures.get(from), choice);
        int i = from + 1;
        while (i < failures.size()) {
            List<Object> route = failures.get(i).evaluationPath();
            boolean same = route.size() > choice && route.subList(0, choice + 1).equals(prefix);
            int number = same ? alternativeNumber(failures.get(i), choice) : -1;
            if (!same || number < last || number < 0) {
                return i;
            }
            last = number;
            i++;
        }
        return i;
    }

    private static int alternativeNumber(ValidationFailure failure, int choice) {
        return failure.evaluationPath().size() > choice + 1
                        && failure.evaluationPath().get(choice + 1) instanceof Integer n
                ? n
                : -1;
    }

    boolean hasMultipleMatches() {
        return failures.get(0).multipleMatches();
    }

    /** Where in a route what follows the alternative's number begins. */
    int alternativeDepth() {
        return choice + 2;
    }

    /** The place of the value that should fit one of the alternatives: all failures are at it or below. */
    List<Object> commonPath() {
        List<Object> common = failures.get(0).instancePath();
        for (ValidationFailure failure : failures) {
            int n = 0;
            while (n < common.size()
                    && n < failure.instancePath().size()
                    && common.get(n).equals(failure.instancePath().get(n))) {
                n++;
            }
            common = common.subList(0, n);
        }
        return common;
    }

    /**
     * The alternatives for this kind of value and with this constant, or, if there are none, those that come closest.
     */
    List<List<ValidationFailure>> closestAlternatives() {
        Map<Integer, List<ValidationFailure>> branches = new TreeMap<>();
        for (ValidationFailure failure : failures) {
            int number = alternativeNumber(failure, choice);
            if (number >= 0) {
                branches.computeIfAbsent(number, n -> new ArrayList<>()).add(failure);
            }
        }
        int at = commonPath().size();
        int best =
                branches.values().stream().mapToInt(b -> distance(b, at)).min().orElse(0);
        return branches.values().stream().filter(b -> distance(b, at) == best).toList();
    }

    /** Of some alternatives those with the fewest failures. */
    static List<List<ValidationFailure>> withFewestFailures(List<List<ValidationFailure>> branches) {
        int fewest = branches.stream().mapToInt(List::size).min().orElse(0);
        return branches.stream().filter(b -> b.size() == fewest).toList();
    }

    /** 2 when the alternative is for another kind of value, 1 when it is for another constant member, else 0. */
    private static int distance(List<ValidationFailure> branch, int at) {
        int distance = 0;
        for (ValidationFailure failure : branch) {
            int below = failure.instancePath().size() - at;
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
