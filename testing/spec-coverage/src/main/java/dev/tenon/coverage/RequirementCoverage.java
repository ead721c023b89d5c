package dev.tenon.coverage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The coverage of the requirements in scope by passed tests.
 *
 * @param scope the requirements that must be proven
 * @param missing the requirements with neither a passed test nor an entry in {@code ledger/untestable.txt}
 * @param mistakes the errors in the ids of tests and in the untestable entries, a sentence each
 * @param untestable the number of requirements in scope that cannot be tested
 */
public record RequirementCoverage(
        List<Requirement> scope, List<Requirement> missing, List<String> mistakes, int untestable) {

    /** The areas of the protocol whose MUSTs must be proven. */
    public static final Set<String> AREAS = Set.of(
            "jsonrpc",
            "lifecycle",
            "versioning",
            "http",
            "stdio",
            "sse-legacy",
            "tools",
            "resources",
            "prompts",
            "completion",
            "logging",
            "pagination",
            "progress",
            "cancellation",
            "subscriptions",
            "caching",
            "mrtr",
            "meta",
            "schema",
            "icons",
            "roots",
            "sampling",
            "elicitation",
            "auth-server",
            "auth-client",
            "security");

    /**
     * Compares the requirements with the outcomes of the tests.
     *
     * @param ledger all requirements by id
     * @param untestable the reasons by id
     * @param outcomes the combined outcomes of the tests by the ids that they declare
     */
    public static RequirementCoverage measure(
            Map<String, Requirement> ledger, Map<String, String> untestable, Map<String, TestOutcome> outcomes) {
        List<Requirement> scope = ledger.values().stream()
                .filter(r -> r.isBinding() && AREAS.contains(r.area()))
                .toList();
        List<Requirement> missing = scope.stream()
                .filter(r -> outcomes.get(r.id()) != TestOutcome.PASSED && !untestable.containsKey(r.id()))
                .toList();
        int untestableCount =
                (int) scope.stream().filter(r -> untestable.containsKey(r.id())).count();
        return new RequirementCoverage(scope, missing, mistakes(ledger, untestable, outcomes), untestableCount);
    }

    private static List<String> mistakes(
            Map<String, Requirement> ledger, Map<String, String> untestable, Map<String, TestOutcome> outcomes) {
        List<String> mistakes = new ArrayList<>();
        outcomes.keySet().stream()
                .filter(id -> !ledger.containsKey(id))
                .forEach(id ->
                        mistakes.add("A test carries " + id + ", which is not in ledger/ids.txt: correct the id."));
        for (String id : untestable.keySet()) {
            if (!ledger.containsKey(id)) {
                mistakes.add("ledger/untestable.txt names " + id + ", which is not in ledger/ids.txt: correct it.");
            } else if (outcomes.get(id) == TestOutcome.PASSED) {
                mistakes.add("ledger/untestable.txt names " + id + ", but a test proves it: remove the entry.");
            }
        }
        return mistakes;
    }

    /** Returns whether there are neither missing requirements nor mistakes. */
    public boolean isComplete() {
        return missing.isEmpty() && mistakes.isEmpty();
    }

    /** Returns the report that the build prints. */
    public String formatReport() {
        StringBuilder text = new StringBuilder();
        int proven = scope.size() - missing.size() - untestable;
        text.append(
                "Ledger: %d MUSTs bind a server or a client, %d have a passed test, %d cannot be tested, %d are missing.%n"
                        .formatted(scope.size(), proven, untestable, missing.size()));
        Map<String, List<Requirement>> byArea = new TreeMap<>();
        missing.stream().sorted(Comparator.comparing(Requirement::id)).forEach(r -> byArea.computeIfAbsent(
                        r.area(), area -> new ArrayList<>())
                .add(r));
        byArea.forEach((area, requirements) -> {
            text.append("  %s: %d without a test%n".formatted(area, requirements.size()));
            requirements.forEach(r -> text.append("    ").append(r.id()).append(System.lineSeparator()));
        });
        mistakes.forEach(mistake -> text.append("  ").append(mistake).append(System.lineSeparator()));
        return text.toString();
    }
}
