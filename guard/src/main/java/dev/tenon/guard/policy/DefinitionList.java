package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The result of a request that lists definitions, such as {@code tools/list}.
 *
 * @param kind the kind of the definitions
 * @param result the result that contains the list
 * @param listField the name of the list in the result, such as {@code tools}
 * @param nameField the member of a definition that identifies it: {@code name}, {@code uri} or {@code uriTemplate}
 */
public record DefinitionList(FeatureKind kind, Json result, String listField, String nameField) {
    /** Returns the list in a message; empty if the message is not the result of a list request. */
    public static Optional<DefinitionList> of(PolicyMessage message) {
        if (message.kind() != MessageKind.RESULT) {
            return Optional.empty();
        }
        Json result = message.body();
        return Optional.ofNullable(
                switch (message.method()) {
                    case "tools/list" -> new DefinitionList(FeatureKind.TOOL, result, "tools", "name");
                    case "prompts/list" -> new DefinitionList(FeatureKind.PROMPT, result, "prompts", "name");
                    case "resources/list" -> new DefinitionList(FeatureKind.RESOURCE, result, "resources", "uri");
                    case "resources/templates/list" ->
                        new DefinitionList(FeatureKind.RESOURCE, result, "resourceTemplates", "uriTemplate");
                    default -> null;
                });
    }

    /** Returns the list in a message; empty if the message is not a list of definitions of this kind. */
    public static Optional<DefinitionList> of(FeatureKind wanted, PolicyMessage message) {
        return of(message).filter(list -> list.kind == wanted);
    }

    /** Returns the definitions in their order; empty if the result has none. */
    public List<Json> definitions() {
        Json list = result.get(listField);
        return list == null ? List.of() : list.elements();
    }

    /** Returns the name, URI or template of a definition; null if it has none. */
    public @Nullable String nameOf(Json definition) {
        return definition.string(nameField);
    }

    /**
     * Returns the result with only the definitions that satisfy a predicate. All other members are unchanged.
     *
     * @param keep tests a definition and its path, such as {@code tools[2]}
     */
    public Json filterDefinitions(BiPredicate<Json, String> keep) {
        List<Json> all = definitions();
        List<Json> kept = new ArrayList<>(all.size());
        for (int i = 0; i < all.size(); i++) {
            if (keep.test(all.get(i), listField + "[" + i + "]")) {
                kept.add(all.get(i));
            }
        }
        return kept.size() == all.size() ? result : result.withMember(listField, Json.of(kept));
    }

    /**
     * Removes each definition in which a problem was found.
     *
     * @param problemOf returns the problem of a definition, given its name and the definition; null to keep it
     */
    public PolicyDecision removeInvalid(BiFunction<String, Json, @Nullable Finding> problemOf) {
        List<Finding> findings = new ArrayList<>();
        Json kept = filterDefinitions((definition, where) -> {
            String name = nameOf(definition);
            Finding problem = name == null ? null : problemOf.apply(name, definition);
            if (problem != null) {
                findings.add(new Finding(problem.rule(), where, problem.detail()));
            }
            return problem == null;
        });
        return PolicyDecision.rewriteOrAllow(findings, kept);
    }
}
