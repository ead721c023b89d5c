package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The result of a request that lists definitions: {@code tools/list} and its like. */
public record DefinitionList(FeatureKind kind, Json resultFactory, String listField, String nameField) {
    /** The list in a passage, when it is one. */
    public static Optional<DefinitionList> of(PolicyMessage passage) {
        if (passage.kind() != MessageKind.RESULT) {
            return Optional.empty();
        }
        Json result = passage.body();
        return Optional.ofNullable(
                switch (passage.method()) {
                    case "tools/list" -> new DefinitionList(FeatureKind.TOOL, result, "tools", "name");
                    case "prompts/list" -> new DefinitionList(FeatureKind.PROMPT, result, "prompts", "name");
                    case "resources/list" -> new DefinitionList(FeatureKind.RESOURCE, result, "resources", "uri");
                    case "resources/templates/list" ->
                        new DefinitionList(FeatureKind.RESOURCE, result, "resourceTemplates", "uriTemplate");
                    default -> null;
                });
    }

    /** The list in a passage, when it is a list of such things. */
    public static Optional<DefinitionList> of(FeatureKind subject, PolicyMessage passage) {
        return of(passage).filter(listing -> listing.kind == subject);
    }

    /** The definitions in their order; empty when the result has none. */
    public List<Json> definitions() {
        Json list = resultFactory.get(listField);
        return list == null ? List.of() : list.elements();
    }

    /** What a definition is called: its name, URI or template. */
    public @Nullable String nameOf(Json definition) {
        return definition.string(nameField);
    }

    /**
     * The result with only those definitions that stay, which are given with their place, such as {@code tools[2]}.
     * Everything else in it is as it came.
     */
    public Json filterDefinitions(BiPredicate<Json, String> stays) {
        List<Json> all = definitions();
        List<Json> kept = new ArrayList<>(all.size());
        for (int i = 0; i < all.size(); i++) {
            if (stays.test(all.get(i), listField + "[" + i + "]")) {
                kept.add(all.get(i));
            }
        }
        return kept.size() == all.size() ? resultFactory : resultFactory.withMember(listField, Json.of(kept));
    }

    /** Leaves out each definition with which something is wrong; the function is given its name and the definition. */
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
