package dev.tenon.guard.policy.argument;

import dev.tenon.guard.policy.CallerMatcher;
import dev.tenon.guard.policy.Glob;
import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A rule about an argument of tools.
 *
 * @param tools the tools to which the rule applies
 * @param argument the argument: {@code path}, {@code options.root}, {@code files[].path} where {@code []} stands for
 *     every element, or {@code *} for every string anywhere in the arguments
 * @param callers the callers to which the rule applies
 * @param rule what the value must satisfy; a missing argument satisfies every rule
 */
public record ArgumentRule(Glob tools, String argument, CallerMatcher callers, ValueRule rule) {
    public ArgumentRule {
        if (argument.isBlank()) {
            throw new IllegalArgumentException("An argument rule needs the name of an argument, or *");
        }
    }

    /** Returns the values to which the rule applies, each with its path; two paths may be equal. */
    List<Map.Entry<String, Json>> matchingValues(Json arguments) {
        List<String> path = List.of(argument.replace("[]", ".[]").split("\\."));
        ValueCollector found = new ValueCollector(argument.equals("*"), path, new ArrayList<>());
        found.collect(arguments, 0, "");
        return found.values;
    }

    /** Collects values along a path, or everywhere. */
    private record ValueCollector(boolean everywhere, List<String> path, List<Map.Entry<String, Json>> values) {
        void collect(Json value, int step, String where) {
            if (everywhere) {
                if (value.string() != null) {
                    values.add(Map.entry(where, value));
                }
                value.members().forEach((name, member) -> collect(member, 0, childPath(where, name)));
                collectElements(value, 0, where);
            } else if (step == path.size()) {
                values.add(Map.entry(where, value));
            } else if (path.get(step).equals("[]")) {
                collectElements(value, step + 1, where);
            } else {
                Json member = value.get(path.get(step));
                if (member != null) {
                    collect(member, step + 1, childPath(where, path.get(step)));
                }
            }
        }

        private void collectElements(Json value, int step, String where) {
            List<Json> elements = value.elements();
            for (int i = 0; i < elements.size(); i++) {
                collect(elements.get(i), step, where + "[" + i + "]");
            }
        }

        private static String childPath(String where, String name) {
            return where.isEmpty() ? name : where + "." + name;
        }
    }
}
